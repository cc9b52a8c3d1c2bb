import sharp from 'sharp';
import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { qrCodeOf } from './qr-code.ts';

it('a QR code is drawn as its modules, with a margin', async () => {
  const text = 'otpauth://totp/Bonisa:nomsa%40example.org?secret=JBSWY3DPEHPK3PXP&issuer=Bonisa';
  const { size, path } = qrCodeOf(text);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
    shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/>
    <path d="${path}"/></svg>`;
  const { data } = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer({
    resolveWithObject: true,
  });
  const drawn = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => (data[y * size + x] ?? 255) < 128),
  );
  expect(drawn).toEqual(encode(text, { ecc: 'M', border: 4 }).data);
  const margin = [...drawn.slice(0, 4), ...drawn.slice(-4)].flat();
  expect(margin).not.toContain(true);
  expect(path.length).toBeLessThan(12_000);
});
