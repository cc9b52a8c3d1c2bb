import { DRAWING_SIZES, type DrawingKind } from '@bonisa/artwork/drawing';
import {
  encodePicture,
  type PictureFormat,
  THUMBHASH_WIDTH,
  thumbhashOfImage,
} from '@bonisa/artwork/painter';
import { focalCrop } from '@bonisa/domain/catalogue/focal-crop';
import sharp from 'sharp';
import type { UploadedArtwork } from './entry-artwork.ts';

/** Cuts the pictures that screens need out of a stored upload, which our own code has encoded. */

function cut(stored: Buffer, uploaded: UploadedArtwork, kind: DrawingKind, width: number) {
  const size = DRAWING_SIZES[kind];
  const height = Math.round((width * size.height) / size.width);
  return sharp(stored)
    .extract(focalCrop(uploaded, size, uploaded))
    .resize(width, height, { fit: 'fill' });
}

/** Cuts and encodes one picture, `width` pixels wide. */
export async function cutPicture(
  stored: Buffer,
  uploaded: UploadedArtwork,
  kind: DrawingKind,
  { width, format }: { readonly width: number; readonly format: PictureFormat },
): Promise<Buffer> {
  return await encodePicture(cut(stored, uploaded, kind, width), format);
}

/** The thumbhash of the landscape picture in base64, like that of a drawn one. */
export async function cutThumbhash(stored: Buffer, uploaded: UploadedArtwork): Promise<string> {
  return await thumbhashOfImage(cut(stored, uploaded, 'landscape', THUMBHASH_WIDTH));
}

/** A stored upload as WebP, with no side longer than `most` pixels. */
export async function shrinkPicture(stored: Buffer, most: number): Promise<Buffer> {
  return await sharp(stored)
    .resize(most, most, { fit: 'inside', withoutEnlargement: true })
    .webp()
    .toBuffer();
}
