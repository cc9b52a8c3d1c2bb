import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type Art, type DrawingKind, draw, drawWithoutLetters } from './drawing.ts';
import type { FileFormat } from './picture-set.ts';

/**
 * Turns drawings into files. Every byte is paid for by a viewer: the qualities are the lowest at
 * which edges stay clean.
 */

const ENCODE: Readonly<Record<FileFormat, (image: Sharp) => Sharp>> = {
  // Effort 2 of 9: 0.1 s a picture; higher ones save a few per cent for ten times the time.
  avif: (image) => image.avif({ quality: 46, effort: 2 }),
  webp: (image) => image.webp({ quality: 66, effort: 4, smartSubsample: true }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
};

/** Draws and encodes one picture. */
export async function makePicture(
  kind: DrawingKind,
  art: Art,
  width: number,
  format: FileFormat,
): Promise<Buffer> {
  const image = sharp(Buffer.from(draw(kind, art, width))).removeAlpha();
  return await ENCODE[format](image).toBuffer();
}

/**
 * A thumbhash of the landscape picture in base64. It holds seven waves across: 32 pixels are enough
 * to find them.
 */
export async function thumbhashOf(art: Art): Promise<string> {
  const { data, info } = await sharp(Buffer.from(drawWithoutLetters(art, 32)))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
