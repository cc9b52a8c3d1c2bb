import sharp from 'sharp';
import { INK } from './palettes.ts';

/** The brand's mark, the stepped house with its diamond, as icons of an app. The same lines as the logo of the pages (32 x 32). */

const HOUSE = 'M2 30V17h4v-5h3V7h3V3h8v4h3v5h3v5h4v13h-9v-6h-2v-3h-6v3h-2v6z';
const DIAMOND = 'M16 7.2l4.6 5.3-4.6 5.3-4.6-5.3z';

const mark = `<path d="${HOUSE}" fill="#ff6a3d" stroke="${INK}" stroke-width="1.6"/><path d="${DIAMOND}" fill="#ffb627" stroke="${INK}" stroke-width="2"/>`;

/** The mark alone, for a browser's tab. */
export const MARK_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}</svg>`;

/** The mark on a ground of night with a sun behind it. `inset` is the share of the edge that stays free around the mark. */
function tile(size: number, inset: number, corner: number): string {
  const scale = 1 - inset * 2;
  const at = 32 * inset;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" rx="${corner}" fill="#3a1f5d"/><circle cx="16" cy="16" r="${14.4 * scale}" fill="#1b1329" stroke="${INK}" stroke-width="0.8"/>` +
    `<g transform="translate(${at} ${at}) scale(${scale})">${mark}</g></svg>`
  );
}

const png = (svg: string): Promise<Buffer> => sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();

/** Each icon by its file name. A maskable one keeps its mark within the middle 80 %, as launchers cut the rest. */
export const ICONS: Readonly<Record<string, { readonly type: string; make(): Promise<Buffer> }>> = {
  'mark.svg': { type: 'image/svg+xml', make: async () => Buffer.from(MARK_SVG) },
  'icon-192.png': { type: 'image/png', make: () => png(tile(192, 0.12, 7)) },
  'icon-512.png': { type: 'image/png', make: () => png(tile(512, 0.12, 7)) },
  'maskable-192.png': { type: 'image/png', make: () => png(tile(192, 0.2, 0)) },
  'maskable-512.png': { type: 'image/png', make: () => png(tile(512, 0.2, 0)) },
  'apple-touch-icon.png': { type: 'image/png', make: () => png(tile(180, 0.14, 0)) },
  'favicon.ico': { type: 'image/x-icon', make: async () => ico(await png(tile(48, 0.04, 7)), 48) },
};

/** One PNG in the wrapping of an .ico file: a header of 6 bytes, one entry of 16, the picture. */
function ico(picture: Buffer, size: number): Buffer {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(1, 4);
  header.writeUInt8(size, 6);
  header.writeUInt8(size, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(picture.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, picture]);
}
