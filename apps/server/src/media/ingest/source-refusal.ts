import { type FileHandle, open } from 'node:fs/promises';
import { type Box, childBoxes, findBox } from './boxes.ts';
import { TaskRefusal } from './child-job.ts';

/**
 * Looks at the bytes of a file and names what no decoder should be asked to open: lists of
 * addresses, still pictures, files that break off, encrypted media. Only the packaging process runs
 * this module.
 */

const HEAD_BYTES = 256_000;
/** The index of a film of six hours has about 20 MB. */
const LARGEST_INDEX = 100_000_000;
const MOST_BOXES = 100_000;

/** Throws a TaskRefusal: `empty`, `playlist`, `picture`, `truncated` or `encrypted`. */
export async function refuseUnplayable(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new TaskRefusal('empty', 'the file is empty');
    const head = await readAt(handle, 0, Math.min(size, HEAD_BYTES));
    refuseByBeginning(head);
    if (isMp4(head)) await checkMp4(handle, size);
    else if (head.indexOf(EBML) === 0) checkMatroska(head, size);
    else if (isTransportStream(head)) checkTransportStream(head);
    else if (head.toString('latin1', 0, 4) === 'RIFF') checkRiff(head, size);
  } finally {
    await handle.close();
  }
}

const LISTS = [
  /^#EXTM3U/,
  /^ffconcat\b/i,
  /^\s*<\?xml/i,
  /^\s*<(?:MPD|SmoothStreamingMedia|smil|asx|playlist)\b/i,
  /^\s*\[(?:playlist|reference)\]/i,
  /^\s*(?:file|inpoint|outpoint|stream|include)\s+['"\w/]/i,
  /^\s*(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:file|concat|subfile|crypto|data|async|cache):)/i,
  /^v=0\r?\n/,
];
const PICTURES = [
  /^\x89PNG/,
  /^\xff\xd8\xff/,
  /^GIF8/,
  /^BM.{4}\0\0\0\0/s,
  /^(?:II\*\0|MM\0\*)/,
  /^RIFF.{4}WEBP/s,
  /^.{4}ftyp(?:avif|avis|heic|heix|mif1|msf1)/s,
  /^\s*<svg\b/i,
];

function refuseByBeginning(head: Buffer): void {
  const beginning = head.toString('latin1', 0, 512).replace(/^\xef\xbb\xbf/, '');
  if (LISTS.some((pattern) => pattern.test(beginning)))
    throw new TaskRefusal('playlist', 'the file is a list of other files or addresses, no video');
  if (PICTURES.some((pattern) => pattern.test(beginning)))
    throw new TaskRefusal('picture', 'the file is a still picture, no video');
}

function truncated(what: string): TaskRefusal {
  return new TaskRefusal('truncated', `the file breaks off: ${what}`);
}

function encrypted(): TaskRefusal {
  return new TaskRefusal('encrypted', 'the media of the file are encrypted');
}

// ISO base media (ISO/IEC 14496-12)

const MP4_BEGINNINGS = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'styp']);

function isMp4(head: Buffer): boolean {
  return head.length >= 8 && MP4_BEGINNINGS.has(head.toString('latin1', 4, 8));
}

async function checkMp4(handle: FileHandle, size: number): Promise<void> {
  let index: Buffer | undefined;
  let boxes = 0;
  for (let at = 0; at < size; boxes += 1) {
    if (boxes === MOST_BOXES) return;
    if (size - at < 8) throw truncated('its last box has no header');
    const header = await readAt(handle, at, Math.min(16, size - at));
    const type = header.toString('latin1', 4, 8);
    const length = boxLength(header, size - at);
    if (length < 8) return;
    if (at + length > size)
      throw truncated(`a box of ${length} bytes begins ${size - at} bytes before its end`);
    if (type === 'moov' && length <= LARGEST_INDEX) index = await readAt(handle, at, length);
    at += length;
  }
  if (!index) throw truncated('it has no index (moov)');
  if (hasEncryptedTrack(index)) throw encrypted();
}

function boxLength(header: Buffer, rest: number): number {
  const short = header.readUInt32BE(0);
  if (short === 0) return rest;
  if (short !== 1) return short;
  return header.length < 16 ? rest + 1 : Number(header.readBigUInt64BE(8));
}

const ENCRYPTED_ENTRIES = new Set(['encv', 'enca', 'drmi', 'drms']);

function hasEncryptedTrack(index: Buffer): boolean {
  try {
    const moov = findBox(index, ['moov']);
    if (!moov) return false;
    return childBoxes(index, moov.start, moov.end).some(
      (box) => box.type === 'pssh' || (box.type === 'trak' && isEncrypted(index, box)),
    );
  } catch (error) {
    // The demuxer names what is wrong with a malformed index.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function isEncrypted(index: Buffer, { start, end }: Box): boolean {
  const stsd = findBox(index, ['mdia', 'minf', 'stbl', 'stsd'], start, end);
  if (!stsd) return false;
  return childBoxes(index, stsd.start + 8, stsd.end).some(({ type }) =>
    ENCRYPTED_ENTRIES.has(type),
  );
}

// Matroska and WebM (RFC 9559)

const EBML = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const SEGMENT = Buffer.from([0x18, 0x53, 0x80, 0x67]);
const TRACKS = Buffer.from([0x16, 0x54, 0xae, 0x6b]);
/** ContentEncodingType 1: encryption. */
const ENCRYPTION = Buffer.from([0x50, 0x33, 0x81, 0x01]);
const CONTENT_ENCRYPTION = Buffer.from([0x50, 0x35]);

function checkMatroska(head: Buffer, size: number): void {
  const tracks = head.indexOf(TRACKS);
  if (tracks >= 0) {
    const entries = head.subarray(tracks, tracks + 20_000);
    const encryption = entries.indexOf(ENCRYPTION);
    if (encryption >= 0 && entries.indexOf(CONTENT_ENCRYPTION) >= 0) throw encrypted();
  }
  const segment = head.indexOf(SEGMENT);
  if (segment < 0) return;
  const at = segment + SEGMENT.length;
  const end = elementEnd(head, at);
  if (end !== undefined && end > size)
    throw truncated(`its segment says ${end} bytes, the file has ${size}`);
}

/** Where an element ends whose size is written at `at`; undefined for an unknown size. */
function elementEnd(head: Buffer, at: number): number | undefined {
  const first = head[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > head.length) return undefined;
  let value = BigInt(first & (0xff >> length));
  for (const byte of head.subarray(at + 1, at + length)) value = (value << 8n) | BigInt(byte);
  const unknown = (1n << BigInt(7 * length)) - 1n;
  return value === unknown ? undefined : at + length + Number(value);
}

// MPEG transport streams (ISO/IEC 13818-1) and RIFF

const PACKET = 188;

function isTransportStream(head: Buffer): boolean {
  if (head.length < 3 * PACKET) return false;
  return [0, 1, 2].every((i) => head[i * PACKET] === 0x47);
}

/** Tables are never scrambled, so a third of the packets is enough. */
function checkTransportStream(head: Buffer): void {
  let packets = 0;
  let scrambled = 0;
  for (let at = 0; at + PACKET <= head.length; at += PACKET) {
    packets += 1;
    if ((head[at + 3] ?? 0) >= 0x80) scrambled += 1;
  }
  if (scrambled > packets / 3) throw encrypted();
}

function checkRiff(head: Buffer, size: number): void {
  const declared = head.length >= 8 ? head.readUInt32LE(4) + 8 : 0;
  // A recorder that cannot go back writes 0 or the greatest number.
  if (declared > size && declared < 0xffff_0000)
    throw truncated(`it says ${declared} bytes and has ${size}`);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
