/**
 * Addresses of pictures: `/pictures/{kind}/{slug}-{hash}-{width}.{format}`. The hash covers
 * everything that the picture is drawn from, so a cache may hold an address for ever.
 */

export type PictureFormat = 'avif' | 'webp';

/** The part of a picture from which its addresses are built (see `Picture` in the contract). */
export interface PictureBase {
  readonly base: string;
  readonly widths: readonly number[];
}

/** The address of one width: `pictureAddress('/pictures/poster/isibane-1f0c9a2e', 240, 'avif')`. */
export function pictureAddress(base: string, width: number, format: PictureFormat): string {
  return `${base}-${width}.${format}`;
}

/** A value for `srcset`: every width in one format. */
export function pictureSrcset(picture: PictureBase, format: PictureFormat): string {
  return picture.widths
    .map((width) => `${pictureAddress(picture.base, width, format)} ${width}w`)
    .join(', ');
}

/**
 * A value for `src`: WebP (every browser that runs our script supports it) in the smallest width of
 * at least `atLeast`, or the largest.
 */
export function pictureSrc(picture: PictureBase, atLeast: number): string {
  const width = picture.widths.find((candidate) => candidate >= atLeast) ?? picture.widths.at(-1);
  if (width === undefined) throw new RangeError('A picture needs at least one width.');
  return pictureAddress(picture.base, width, 'webp');
}

/** The address for programs that know no page: of the site at `publicUrl`, or of a CDN as it is. */
export function absoluteAddress(publicUrl: string, address: string): string {
  return address.startsWith('/') ? publicUrl + address : address;
}
