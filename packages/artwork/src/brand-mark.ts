import sharp from 'sharp';
import { INK } from './palettes.ts';

/** The icons of the site: the brand's mark with the outline of the pages' logo (32 x 32). */

const HOUSE = 'M2 30V17h4v-5h3V7h3V3h8v4h3v5h3v5h4v13h-9v-6h-2v-3h-6v3h-2v6z';
const DIAMOND = 'M16 7.2l4.6 5.3-4.6 5.3-4.6-5.3z';

const OWN_MARK = `<path d="${HOUSE}" fill="#ff6a3d" stroke="${INK}" stroke-width="1.6"/><path d="${DIAMOND}" fill="#ffb627" stroke="${INK}" stroke-width="2"/>`;

/** The mark of an operator's brand and the colours around it, in the place of our own. */
export interface BrandMark {
  /**
   * A clean drawing: shapes alone, without width and height of its own; a brand without one has a
   * sign of play.
   */
  readonly svg: string | undefined;
  /** The page, the surfaces on it and the ornaments. */
  readonly page: string;
  readonly surface: string;
  readonly band: string;
  readonly accent: string;
}

const OWN = { page: INK, surface: '#1b1329', band: '#3a1f5d', accent: '#e8447e' };

/** A mark on a field of 32 by 32. */
type Placed = typeof OWN & { readonly mark: string };

function placed(brand: BrandMark | undefined): Placed {
  if (!brand) return { ...OWN, mark: OWN_MARK };
  const { svg, page, accent } = brand;
  const mark = svg?.replace('<svg', '<svg x="0" y="0" width="32" height="32"');
  return { ...brand, mark: mark ?? playSign(accent, page) };
}

function playSign(disc: string, triangle: string): string {
  return `<circle cx="16" cy="16" r="14" fill="${disc}"/><path d="M12.5 9.5l11 6.5-11 6.5z" fill="${triangle}"/>`;
}

/** The mark alone, for the tab of a browser. */
function alone({ mark }: Placed): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${mark}</svg>`;
}

/** The mark on a dark square. `inset` is the free margin, as a share of the square's edge. */
function tile(
  { mark, page, surface, band }: Placed,
  size: number,
  inset: number,
  corner: number,
): string {
  const scale = 1 - inset * 2;
  const at = 32 * inset;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}" viewBox="0 0 32 32">` +
    `<rect width="32" height="32" rx="${corner}" fill="${band}"/><circle cx="16" cy="16" r="${14.4 * scale}" fill="${surface}" stroke="${page}" stroke-width="0.8"/>` +
    `<g transform="translate(${at} ${at}) scale(${scale})">${mark}</g></svg>`
  );
}

/** The picture (1200 x 630) for shared links of pages that have no picture. */
function shareScene({ mark, page, surface, band, accent }: Placed): string {
  const frame =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630" viewBox="0 0 1200 630">` +
    `<rect width="1200" height="630" fill="${band}"/><circle cx="600" cy="330" r="300" fill="${surface}" stroke="${page}" stroke-width="14"/>`;
  const sized = `<g transform="translate(410 130) scale(11.9)">${mark}</g></svg>`;
  // The painted houses are the design's own.
  if (mark !== OWN_MARK) return `${frame}${sized}`;
  const steps = (y: number, fill: string) =>
    `<path d="M-10 640V${y}h150v-60h130v-60h130v60h110v60h180v-60h110v-60h130v60h130v60h150V640z" fill="${fill}" stroke="${page}" stroke-width="14"/>`;
  return `${frame}<circle cx="600" cy="330" r="235" fill="${accent}" stroke="${page}" stroke-width="14"/>${steps(540, '#18b8a4')}${steps(620, '#fff3e0')}${sized}`;
}

const png = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toBuffer();

/** An icon, made when it is first asked for. */
export interface Icon {
  readonly type: string;
  make(): Promise<Buffer>;
}

/**
 * The icons by file name, with a brand's mark or our own. A maskable icon keeps the mark in the
 * middle 80 %: launchers cut the rest.
 */
export function iconsOf(brand?: BrandMark): ReadonlyMap<string, Icon> {
  const given = placed(brand);
  const square = (size: number, inset: number, corner: number): Icon => ({
    type: 'image/png',
    make: () => png(tile(given, size, inset, corner)),
  });
  return new Map<string, Icon>([
    ['mark.svg', { type: 'image/svg+xml', make: async () => Buffer.from(alone(given)) }],
    ['icon-192.png', square(192, 0.12, 7)],
    ['icon-512.png', square(512, 0.12, 7)],
    ['maskable-192.png', square(192, 0.2, 0)],
    ['maskable-512.png', square(512, 0.2, 0)],
    ['apple-touch-icon.png', square(180, 0.14, 0)],
    [
      'share.jpg',
      {
        type: 'image/jpeg',
        make: () =>
          sharp(Buffer.from(shareScene(given)))
            .jpeg({ quality: 82, mozjpeg: true })
            .toBuffer(),
      },
    ],
    [
      'favicon.ico',
      { type: 'image/x-icon', make: async () => ico(await png(tile(given, 48, 0.04, 7)), 48) },
    ],
  ]);
}

/** Wraps a PNG as an .ico file: a header of 6 bytes, one entry of 16 bytes, the PNG. */
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
