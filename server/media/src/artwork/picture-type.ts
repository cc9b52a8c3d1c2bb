/** Tells what an uploaded file is by its first bytes; what a client says about it never counts. */

export type PictureType = 'jpeg' | 'png' | 'webp' | 'avif';

export type PictureTypeAnswer =
  | { readonly type: PictureType }
  | { readonly refused: 'animated' }
  /** The name of what it is instead, where it is known. */
  | { readonly refused: 'type'; readonly name: string | undefined };

/** So many bytes of a file are enough to tell. */
export const HEAD_BYTES = 64 * 1024;

const OTHERS: readonly (readonly [RegExp, string])[] = [
  [/^GIF8/, 'a GIF'],
  [/^%PDF/, 'a PDF'],
  [/^BM/, 'a BMP'],
  [/^(?:II\*\0|MM\0\*)/, 'a TIFF'],
  [/^8BPS/, 'a Photoshop file'],
  [/^....ftyp(?:hei|hev|mif1|msf1)/s, 'a HEIC picture'],
  [/^(?:\xef\xbb\xbf)?\s*<(?:\?xml|!--|!DOCTYPE svg|svg)/i, 'an SVG drawing'],
  [/^(?:\xef\xbb\xbf)?\s*</, 'a page of HTML or XML'],
];

/** What a file is, by its first {@link HEAD_BYTES}. */
export function pictureTypeOf(head: Buffer): PictureTypeAnswer {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return { type: 'jpeg' };
  if (text.startsWith('\x89PNG\r\n\x1a\n'))
    return isAnimatedPng(head) ? { refused: 'animated' } : { type: 'png' };
  if (/^RIFF....WEBP/s.test(text))
    return isAnimatedWebp(head) ? { refused: 'animated' } : { type: 'webp' };
  if (/^....ftypavis/s.test(text)) return { refused: 'animated' };
  if (/^....ftyp/s.test(text) && brandsOf(head).includes('avif')) return { type: 'avif' };
  return { refused: 'type', name: OTHERS.find(([form]) => form.test(text))?.[1] };
}

/** An animation has a chunk `acTL` before the first data of a picture. */
function isAnimatedPng(head: Buffer): boolean {
  for (let at = 8; at + 8 <= head.length; ) {
    const name = head.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return true;
    if (name === 'IDAT') return false;
    at += 12 + head.readUInt32BE(at);
  }
  return false;
}

/** The second bit of the flags of an extended WebP. */
function isAnimatedWebp(head: Buffer): boolean {
  return head.toString('latin1', 12, 16) === 'VP8X' && ((head[20] ?? 0) & 2) !== 0;
}

function brandsOf(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length, 256);
  const brands = [head.toString('latin1', 8, 12)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(head.toString('latin1', at, at + 4));
  return brands;
}
