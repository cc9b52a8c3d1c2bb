import sharp, { type Sharp } from 'sharp';
import { rgbaToThumbHash } from 'thumbhash';
import { type Art, type DrawingKind, draw, drawMotif, motifOf } from './drawing.ts';

export type PictureFormat = 'avif' | 'webp' | 'jpg';

/** Viewers pay for every byte: these are the lowest qualities that keep edges clean. */
const ENCODE: Readonly<Record<PictureFormat, (image: Sharp) => Sharp>> = {
  // Effort 2 of 9 takes 0.1 s a picture. Higher efforts save a few per cent for ten times the time.
  avif: (image) => image.avif({ quality: 46, effort: 2 }),
  webp: (image) => image.webp({ quality: 66, effort: 4, smartSubsample: true }),
  jpg: (image) => image.jpeg({ quality: 80, mozjpeg: true }),
};

/** Draws and encodes one picture, `width` pixels wide. */
export async function makePicture(
  kind: DrawingKind,
  art: Art,
  width: number,
  format: PictureFormat,
): Promise<Buffer> {
  const image = sharp(Buffer.from(draw(kind, art, width))).removeAlpha();
  return await encodePicture(image, format);
}

/** Encodes a picture for viewers, without metadata. */
export async function encodePicture(image: Sharp, format: PictureFormat): Promise<Buffer> {
  return await ENCODE[format](image).toBuffer();
}

/** The thumbhashes of motifs: an import of 100,000 titles draws some hundreds. */
const motifs = new Map<string, Promise<string>>();

/**
 * Returns the thumbhash of the landscape picture in base64. A thumbhash has seven waves across, so
 * a drawing of 32 pixels is enough, and pictures with the same motif share one.
 */
export async function thumbhashOf(art: Art): Promise<string> {
  const motif = motifOf(art);
  const known = motifs.get(motif);
  if (known) return await known;
  const made = thumbhashOfImage(sharp(Buffer.from(drawMotif(art, THUMBHASH_WIDTH))));
  motifs.set(motif, made);
  return await made;
}

/** The width of the picture from which a thumbhash is made. */
export const THUMBHASH_WIDTH = 32;

/** Returns the thumbhash of a picture that is {@link THUMBHASH_WIDTH} pixels wide, in base64. */
export async function thumbhashOfImage(image: Sharp): Promise<string> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return Buffer.from(rgbaToThumbHash(info.width, info.height, data)).toString('base64');
}
