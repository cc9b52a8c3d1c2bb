/** Reads the size of pictures from the first bytes of an H.264 encoder (ISO/IEC 14496-10, 7.3). */

/** The size of the pictures, as shown. */
export interface PictureShape {
  readonly width: number;
  readonly height: number;
}

/** Profiles whose parameter sets say more about colours. */
const HIGH_PROFILES = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]);
const MOST_IN_CYCLE = 255;

/**
 * Reads an AVCDecoderConfigurationRecord (ISO/IEC 14496-15, 5.3.3.1). Throws a RangeError for a
 * malformed one.
 */
export function pictureShapeOf(record: Buffer): PictureShape {
  if (record.length < 8 || record[0] !== 1 || ((record[5] ?? 0) & 0x1f) === 0)
    throw new RangeError('the pictures have no parameter set');
  const length = record.readUInt16BE(6);
  if (length < 4 || record.length < 8 + length)
    throw new RangeError('the parameter set of the pictures is cut off');
  return shapeOf(withoutEmulation(record.subarray(8, 8 + length)));
}

function shapeOf(set: Buffer): PictureShape {
  const bits = createBitReader(set.subarray(4));
  bits.golomb();
  const chroma = HIGH_PROFILES.has(set[1] ?? 0) ? readHighProfile(bits) : 1;
  bits.golomb();
  skipPictureOrder(bits);
  bits.golomb();
  bits.take(1);
  const width = (bits.golomb() + 1) * 16;
  const mapUnits = bits.golomb() + 1;
  const isProgressive = bits.take(1);
  const height = mapUnits * 16 * (2 - isProgressive);
  if (!isProgressive) bits.take(1);
  bits.take(1);
  const crop = bits.take(1) ? [0, 1, 2, 3].map(() => bits.golomb()) : [0, 0, 0, 0];
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const unitX = chroma === 1 || chroma === 2 ? 2 : 1;
  const unitY = (chroma === 1 ? 2 : 1) * (2 - isProgressive);
  const shape = {
    width: width - (left + right) * unitX,
    height: height - (top + bottom) * unitY,
  };
  if (shape.width < 2 || shape.height < 2) throw new RangeError('the pictures have no size');
  return shape;
}

/** Returns the format of colours. */
function readHighProfile(bits: BitReader): number {
  const chroma = bits.golomb();
  if (chroma === 3) bits.take(1);
  bits.golomb();
  bits.golomb();
  bits.take(1);
  const lists = bits.take(1) ? (chroma === 3 ? 12 : 8) : 0;
  for (let list = 0; list < lists; list++) {
    const isPresent = bits.take(1);
    if (isPresent) skipScaling(bits, list < 6 ? 16 : 64);
  }
  return chroma;
}

function skipScaling(bits: BitReader, size: number): void {
  let last = 8;
  let next = 8;
  for (let at = 0; at < size; at++) {
    if (next !== 0) next = (last + bits.signed() + 256) % 256;
    last = next === 0 ? last : next;
  }
}

function skipPictureOrder(bits: BitReader): void {
  const type = bits.golomb();
  if (type === 0) bits.golomb();
  if (type !== 1) return;
  bits.take(1);
  bits.signed();
  bits.signed();
  const count = bits.golomb();
  if (count > MOST_IN_CYCLE) throw new RangeError('the parameter set of the pictures is malformed');
  for (let at = 0; at < count; at++) bits.signed();
}

interface BitReader {
  take(count: number): number;
  /** An unsigned and a signed Exp-Golomb code (9.1). */
  golomb(): number;
  signed(): number;
}

function createBitReader(bytes: Buffer): BitReader {
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let bit = 0; bit < count; bit++, at++) {
      const byte = bytes[at >> 3];
      if (byte === undefined) throw new RangeError('the parameter set of the pictures is cut off');
      value = value * 2 + ((byte >> (7 - (at & 7))) & 1);
    }
    return value;
  };
  const golomb = (): number => {
    let zeros = 0;
    while (take(1) === 0)
      if (++zeros > 31) throw new RangeError('the parameter set of the pictures is malformed');
    return 2 ** zeros - 1 + take(zeros);
  };
  return {
    take,
    golomb,
    signed() {
      const code = golomb();
      return code % 2 === 1 ? (code + 1) / 2 : -code / 2;
    },
  };
}

/** Takes out the bytes that keep a set from looking like the start of another unit (7.4.1). */
function withoutEmulation(unit: Buffer): Buffer {
  const bytes: number[] = [];
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
