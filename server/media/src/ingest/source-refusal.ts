import { type FileHandle, open } from 'node:fs/promises';
import { TaskRefusal } from '@bonisa/kit/processes/child-job';
import { type Box, childBoxes, findBox } from './boxes.ts';
import { MOST_DAMAGE } from './source-survey.ts';

/**
 * Looks at the bytes of a file and names what no decoder should be asked to open: lists of
 * addresses, still pictures, files that break off, encrypted media. Only the packaging process runs
 * this module.
 */

const HEAD_BYTES = 256_000;
/** The index of a film of six hours has about 20 MB. */
const LARGEST_INDEX = 100_000_000;
const MOST_BOXES = 100_000;

/**
 * Looks at a file, and returns a sentence where a little of its end is missing. Throws a
 * TaskRefusal: `empty`, `playlist`, `picture`, `no_video`, `unreadable`, `truncated` or
 * `encrypted`.
 */
export async function refuseUnplayable(file: string): Promise<string[]> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    if (size === 0) throw new TaskRefusal('empty', 'the file is empty');
    const head = await readAt(handle, 0, Math.min(size, HEAD_BYTES));
    refuseByBeginning(head);
    if (isMp4(head)) return await checkMp4(handle, size);
    if (head.indexOf(EBML) === 0) return checkMatroska(head, size);
    if (isTransportStream(head)) checkTransportStream(head);
    if (head.toString('latin1', 0, 4) === 'RIFF') return checkRiff(head, size);
    return missingBytes(statedSize(head), size, 'header');
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
  /^BM.{4}\0\0\0\0/s,
  /^(?:II\*\0|MM\0\*)/,
  /^.{4}ftyp(?:avif|avis|heic|heix|mif1|msf1)/s,
  /^\s*<svg\b/i,
];

const ANIMATIONS = [/^GIF8/, /^RIFF.{4}WEBP/s, /^\x89PNG.{0,400}acTL/s];
/** Sound files; an MP4 or an Ogg file of sound alone is named when it is opened. */
const SOUNDS = [
  /^ID3/,
  /^\xff[\xe2\xe3\xf2\xf3\xfa\xfb]/,
  /^(?:RIFF|RF64).{4}WAVE/s,
  /^fLaC/,
  /^FORM.{4}AIF/s,
  /^#!AMR/,
];
const BARE_STREAM = 'a bare stream without times: put it into MP4 or MKV';
/** What other files begin with. */
const OTHER_FILES: readonly (readonly [string, string])[] = [
  ['%PDF-', 'a PDF, no video'],
  ['PK\x03\x04', 'an archive (ZIP) or a document, no video'],
  ['PK\x05\x06', 'an archive (ZIP) or a document, no video'],
  ['Rar!', 'an archive, no video'],
  ['7z\xbc\xaf', 'an archive, no video'],
  ['\x1f\x8b', 'an archive, no video'],
  ['YUV4MPEG2 ', 'raw pictures (Y4M): export it as MP4 or MOV'],
  // The first units of H.264 (delimiter, SEI, parameters), and of HEVC.
  ...['\x09', '\x06', '\x67', '\x27', '\x46', '\x40', '\x42'].flatMap((unit) => [
    [`\0\0\0\x01${unit}`, BARE_STREAM] as const,
    [`\0\0\x01${unit}`, BARE_STREAM] as const,
  ]),
];
const WEB_PAGE = /^\s*<(?:!doctype html|html)\b/i;

/** What a file is that is no video, by its first bytes; undefined: nothing that is known. */
function otherKindOf(beginning: string): string | undefined {
  const known = OTHER_FILES.find(([start]) => beginning.startsWith(start));
  if (known) return known[1];
  if (WEB_PAGE.test(beginning)) return 'a web page, no video';
  const isText = [...beginning].every((character) => character >= ' ' || /\s/.test(character));
  return isText && beginning !== '' ? 'a text, no video' : undefined;
}

function refuseByBeginning(head: Buffer): void {
  const beginning = head.toString('latin1', 0, 512).replace(/^\xef\xbb\xbf/, '');
  if (LISTS.some((pattern) => pattern.test(beginning)))
    throw new TaskRefusal('playlist', 'the file is a list of other files or addresses, no video');
  if (ANIMATIONS.some((pattern) => pattern.test(beginning)))
    throw new TaskRefusal(
      'picture',
      'the file is an animation or a still picture (GIF, WebP, APNG), no video: export it as MP4',
    );
  if (PICTURES.some((pattern) => pattern.test(beginning)))
    throw new TaskRefusal('picture', 'the file is a still picture, no video');
  if (SOUNDS.some((pattern) => pattern.test(beginning)))
    throw new TaskRefusal('no_video', 'the file is sound alone, it has no picture track');
  const other = otherKindOf(beginning);
  if (other) throw new TaskRefusal('unreadable', `the file is ${other}`);
}

function truncated(what: string): TaskRefusal {
  return new TaskRefusal('truncated', `the file breaks off: ${what}`);
}

/** Judges a file that says that it has `stated` bytes. Throws a TaskRefusal `truncated`. */
function missingBytes(stated: number, size: number, part: string): string[] {
  if (stated <= size) return [];
  if (stated - size > stated * MOST_DAMAGE)
    throw truncated(`its ${part} says ${stated} bytes, the file has ${size}`);
  return [`The file breaks off: ${stated - size} of ${stated} bytes are missing at its end.`];
}

function encrypted(): TaskRefusal {
  return new TaskRefusal('encrypted', 'the media of the file are encrypted');
}

// ISO base media (ISO/IEC 14496-12)

const MP4_BEGINNINGS = new Set(['ftyp', 'moov', 'mdat', 'free', 'skip', 'wide', 'styp']);

function isMp4(head: Buffer): boolean {
  return head.length >= 8 && MP4_BEGINNINGS.has(head.toString('latin1', 4, 8));
}

async function checkMp4(handle: FileHandle, size: number): Promise<string[]> {
  let index: Buffer | undefined;
  let films = 0;
  let boxes = 0;
  let at = 0;
  // Bytes behind the last box that are no box are what some programs leave there.
  for (; size - at >= 8; boxes += 1) {
    if (boxes === MOST_BOXES) return [];
    const header = await readAt(handle, at, Math.min(16, size - at));
    const type = header.toString('latin1', 4, 8);
    const length = boxLength(header, size - at);
    if (length < 8) return [];
    if (type === 'moov') films += 1;
    if (type === 'moov' && !index && length <= LARGEST_INDEX && at + length <= size)
      index = await readAt(handle, at, length);
    at += length;
  }
  if (!index) throw truncated('it has no index (moov)');
  if (hasEncryptedTrack(index)) throw encrypted();
  const more =
    films > 1 ? [`The file holds ${films} films one behind another: only the first is taken.`] : [];
  return [...missingBytes(at, size, 'last box'), ...more];
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

function checkMatroska(head: Buffer, size: number): string[] {
  const tracks = head.indexOf(TRACKS);
  if (tracks >= 0) {
    const entries = head.subarray(tracks, tracks + 20_000);
    const encryption = entries.indexOf(ENCRYPTION);
    if (encryption >= 0 && entries.indexOf(CONTENT_ENCRYPTION) >= 0) throw encrypted();
  }
  const segment = head.indexOf(SEGMENT);
  if (segment < 0) return [];
  return missingBytes(elementEnd(head, segment + SEGMENT.length) ?? 0, size, 'segment');
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

// ASF and FLV

const ASF_PROPERTIES = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex');
/** The name and the type of a number in AMF. */
const FLV_FILESIZE = Buffer.from('filesize\0', 'latin1');

// MPEG transport streams (ISO/IEC 13818-1) and RIFF

const PACKET = 188;
const SYNC_BYTE = 0x47;

function isTransportStream(head: Buffer): boolean {
  if (head.length < 3 * PACKET) return false;
  return [0, 1, 2].every((i) => head[i * PACKET] === SYNC_BYTE);
}

/** Tables are never scrambled, so a third of the packets is enough. */
function checkTransportStream(head: Buffer): void {
  let packets = 0;
  let scrambled = 0;
  // Behind lost bytes the packets begin elsewhere: what begins with no sync byte is none.
  for (let at = 0; at + PACKET <= head.length; at += PACKET) {
    if (head[at] !== SYNC_BYTE) break;
    packets += 1;
    if ((head[at + 3] ?? 0) >= 0x80) scrambled += 1;
  }
  if (scrambled > packets / 3) throw encrypted();
}

function checkRiff(head: Buffer, size: number): string[] {
  const declared = head.length >= 8 ? head.readUInt32LE(4) + 8 : 0;
  // A recorder that cannot go back writes 0 or the greatest number.
  return declared < 0xffff_0000 ? missingBytes(declared, size, 'header') : [];
}

/** The sizes that ASF (its file properties) and FLV (`filesize`) state; 0 for none. */
function statedSize(head: Buffer): number {
  const properties = head.indexOf(ASF_PROPERTIES);
  if (properties >= 0 && properties + 48 <= head.length)
    return Number(head.readBigUInt64LE(properties + 40));
  const filesize = head.toString('latin1', 0, 3) === 'FLV' ? head.indexOf(FLV_FILESIZE) : -1;
  const at = filesize + FLV_FILESIZE.length;
  if (filesize < 0 || at + 8 > head.length) return 0;
  const stated = head.readDoubleBE(at);
  return Number.isSafeInteger(stated) ? stated : 0;
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}
