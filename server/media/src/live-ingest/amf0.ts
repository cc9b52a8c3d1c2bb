/** The values of RTMP commands (Action Message Format 0): the part that publishers use. */

export type Amf = number | boolean | string | null | { readonly [name: string]: Amf } | Amf[];

const DEEPEST = 8;

/** Decodes all values of a message. Throws a RangeError for anything malformed or too deep. */
export function decodeAmf(bytes: Buffer): Amf[] {
  const reader = { bytes, at: 0 };
  const values: Amf[] = [];
  while (reader.at < bytes.length) values.push(readValue(reader, 0));
  return values;
}

interface Reader {
  readonly bytes: Buffer;
  at: number;
}

function readValue(reader: Reader, depth: number): Amf {
  if (depth > DEEPEST) throw new RangeError('a value is nested too deeply');
  const { bytes } = reader;
  const type = bytes.readUInt8(reader.at++);
  switch (type) {
    case 0:
      reader.at += 8;
      return bytes.readDoubleBE(reader.at - 8);
    case 1:
      return bytes.readUInt8(reader.at++) !== 0;
    case 2:
      return readText(reader, 2);
    case 12:
      return readText(reader, 4);
    case 3:
      return readObject(reader, depth);
    case 8:
      reader.at += 4;
      return readObject(reader, depth);
    case 10:
      return readArray(reader, depth);
    case 5:
    case 6:
      return null;
    default:
      throw new RangeError(`a value has the unknown type ${type}`);
  }
}

function readText(reader: Reader, lengthBytes: 2 | 4): string {
  const length = reader.bytes.readUIntBE(reader.at, lengthBytes);
  const start = reader.at + lengthBytes;
  if (start + length > reader.bytes.length) throw new RangeError('a text ends too soon');
  reader.at = start + length;
  return reader.bytes.toString('utf8', start, reader.at);
}

function readObject(reader: Reader, depth: number): Amf {
  const fields: [string, Amf][] = [];
  for (;;) {
    const name = readText(reader, 2);
    if (name === '' && reader.bytes[reader.at] === 9) {
      reader.at += 1;
      return Object.fromEntries(fields);
    }
    fields.push([name, readValue(reader, depth + 1)]);
  }
}

function readArray(reader: Reader, depth: number): Amf[] {
  const count = reader.bytes.readUInt32BE(reader.at);
  reader.at += 4;
  if (count > reader.bytes.length) throw new RangeError('an array is longer than its message');
  return Array.from({ length: count }, () => readValue(reader, depth + 1));
}

/** Encodes values for an answer. */
export function encodeAmf(values: readonly Amf[]): Buffer {
  return Buffer.concat(values.map(encodeValue));
}

function encodeValue(value: Amf): Buffer {
  if (value === null) return Buffer.from([5]);
  if (typeof value === 'boolean') return Buffer.from([1, value ? 1 : 0]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), textOf(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (Array.isArray(value)) throw new RangeError('no answer has an array');
  const fields = Object.entries(value).flatMap(([name, field]) => [
    textOf(name),
    encodeValue(field),
  ]);
  return Buffer.concat([Buffer.from([3]), ...fields, Buffer.from([0, 0, 9])]);
}

function textOf(text: string): Buffer {
  const bytes = Buffer.from(text);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
