import { encode } from 'uqr';

/** A QR code to draw: its dark modules as the path of an SVG whose sides have `size` units. */
export interface QrCode {
  readonly size: number;
  readonly path: string;
}

/** The QR code of a text, with the margin of four modules that scanners need (ISO/IEC 18004). */
export function qrCodeOf(text: string): QrCode {
  const { size, data } = encode(text, { ecc: 'M', border: 4 });
  const path = data.flatMap((row, y) =>
    row.flatMap((dark, x) =>
      // One rectangle for each run of dark modules of a row.
      dark && !row[x - 1] ? [`M${x} ${y}h${runFrom(row, x)}v1H${x}z`] : [],
    ),
  );
  return { size, path: path.join('') };
}

function runFrom(row: readonly boolean[], start: number): number {
  const end = row.indexOf(false, start);
  return (end === -1 ? row.length : end) - start;
}
