import sharp, { type Sharp } from 'sharp';

/** Pictures for tests, and files that only say that they are pictures. */

const LEFT = '#c02020';
const RIGHT = '#2040c0';

/** A picture that is red on its left and blue on its right. */
export function halves(width = 1200, height = 800): Sharp {
  const right = { create: { width: width / 2, height, channels: 3 as const, background: RIGHT } };
  return sharp({ create: { width, height, channels: 3, background: LEFT } }).composite([
    { input: right, left: width / 2, top: 0 },
  ]);
}

/** The colour of the middle of a picture: whether it shows more red or more blue. */
export async function sideOf(picture: Buffer): Promise<'left' | 'right'> {
  const { channels } = await sharp(picture).stats();
  return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? 'left' : 'right';
}

/** A PNG that says it has so many pixels, with hardly any data. */
export function bombPng(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.alloc(64))]);
}

/** A still PNG with the chunk of an animation. */
export function animatedPng(still: Buffer): Buffer {
  const control = Buffer.from('000000086163544c000000020000000000000000', 'hex');
  return Buffer.concat([still.subarray(0, 33), control, still.subarray(33)]);
}

function crc(data: Buffer): number {
  let sum = ~0;
  for (const byte of data) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return ~sum >>> 0;
}
