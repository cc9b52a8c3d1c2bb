/**
 * Reads the boxes of ISO base media files (ISO/IEC 14496-12) that packaging needs to cut a file
 * into segments and to measure them.
 */

/** A box inside a buffer. `start` and `end` enclose its body. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/** The header of a box: 8 bytes, or 16 bytes when the size needs 64 bits. */
export interface BoxHeader {
  readonly type: string;
  readonly headerSize: number;
  readonly size: number;
}

/**
 * Reads a box header from the first bytes (up to 16) of a box. Throws a RangeError when the bytes
 * are no box header.
 */
export function readBoxHeader(bytes: Buffer): BoxHeader {
  if (bytes.length < 8) throw new RangeError('too short for a box');
  const short = bytes.readUInt32BE(0);
  const type = bytes.toString('latin1', 4, 8);
  if (short === 1) {
    if (bytes.length < 16) throw new RangeError('too short for a box');
    const size = Number(bytes.readBigUInt64BE(8));
    if (size < 16) throw new RangeError(`the box ${type} has no proper size`);
    return { type, headerSize: 16, size };
  }
  if (short < 8) throw new RangeError(`the box ${type} has no proper size`);
  return { type, headerSize: 8, size: short };
}

/**
 * Lists the sibling boxes in a part of a buffer. Throws a RangeError when a box extends beyond the
 * end.
 */
export function childBoxes(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end; ) {
    const header = readBoxHeader(bytes.subarray(at, Math.min(end, at + 16)));
    if (at + header.size > end)
      throw new RangeError(`the box ${header.type} extends beyond its parent`);
    boxes.push({ type: header.type, start: at + header.headerSize, end: at + header.size });
    at += header.size;
  }
  return boxes;
}

/** Finds the first box along a path of types, such as `['moov', 'trak', 'mdia']`. */
export function findBox(
  bytes: Buffer,
  path: readonly string[],
  start = 0,
  end = bytes.length,
): Box | undefined {
  let box: Box | undefined = { type: '', start, end };
  for (const type of path) {
    box = childBoxes(bytes, box.start, box.end).find((child) => child.type === type);
    if (!box) return undefined;
  }
  return box;
}

/** A track as the initialisation segment declares it. */
export interface Track {
  readonly id: number;
  readonly kind: 'video' | 'audio' | 'other';
  readonly timescale: number;
  /** As a playlist writes it: `avc1.64001f`, `mp4a.40.2`. */
  readonly codec: string;
}

/**
 * Reads the tracks of an initialisation segment (`ftyp` and `moov`). Throws a RangeError when a
 * needed box is missing.
 */
export function readTracks(init: Buffer): Track[] {
  const moov = findBox(init, ['moov']);
  if (!moov) throw new RangeError('there is no moov box');
  return childBoxes(init, moov.start, moov.end)
    .filter((box) => box.type === 'trak')
    .map((trak) => readTrack(init, trak));
}

function readTrack(init: Buffer, trak: Box): Track {
  const need = (...path: string[]): Box => {
    const box = findBox(init, path, trak.start, trak.end);
    if (!box) throw new RangeError(`there is no ${path.at(-1)} box`);
    return box;
  };
  const tkhd = need('tkhd');
  const mdhd = need('mdia', 'mdhd');
  const handler = init.toString(
    'latin1',
    need('mdia', 'hdlr').start + 8,
    need('mdia', 'hdlr').start + 12,
  );
  const stsd = need('mdia', 'minf', 'stbl', 'stsd');
  const id = init.readUInt32BE(tkhd.start + (init[tkhd.start] === 1 ? 20 : 12));
  const timescale = init.readUInt32BE(mdhd.start + (init[mdhd.start] === 1 ? 20 : 12));
  const kind = handler === 'vide' ? 'video' : handler === 'soun' ? 'audio' : 'other';
  return { id, kind, timescale, codec: readCodec(init, stsd) };
}

/**
 * The codec of a sample description. An H.264 codec includes the three bytes after the version in
 * `avcC` (RFC 6381, 3.3), an AV1 codec what `av1C` says of profile, level, tier and bits. The
 * encoder of sound makes AAC-LC alone.
 */
function readCodec(init: Buffer, stsd: Box): string {
  const [entry] = childBoxes(init, stsd.start + 8, stsd.end);
  if (!entry) throw new RangeError('the sample description is empty');
  if (entry.type === 'mp4a') return 'mp4a.40.2';
  if (entry.type !== 'avc1' && entry.type !== 'av01') return entry.type;
  const name = entry.type === 'avc1' ? 'avcC' : 'av1C';
  const config = childBoxes(init, entry.start + 78, entry.end).find(({ type }) => type === name);
  if (!config) throw new RangeError(`there is no ${name} box`);
  if (name === 'avcC') return `avc1.${init.toString('hex', config.start + 1, config.start + 4)}`;
  return readAv1Codec(init.readUInt8(config.start + 1), init.readUInt8(config.start + 2));
}

/** The codec of AV1 from the second and third byte of `av1C` (AV1 in ISOBMFF, 2.3 and 5). */
function readAv1Codec(profileAndLevel: number, flags: number): string {
  const level = `${profileAndLevel & 0x1f}`.padStart(2, '0');
  const bits = flags & 0x40 ? (flags & 0x20 ? '12' : '10') : '08';
  return `av01.${profileAndLevel >> 5}.${level}${flags & 0x80 ? 'H' : 'M'}.${bits}`;
}

/** The part of one track inside one fragment, in units of the track's timescale. */
export interface FragmentSpan {
  readonly trackId: number;
  /** Decode time of the first sample. */
  readonly start: number;
  readonly duration: number;
  readonly samples: number;
  /** Whether the first sample decodes without earlier samples. */
  readonly startsWithKeyframe: boolean;
}

/** The samples of one track inside one fragment. */
export interface TrackFragment {
  readonly trackId: number;
  readonly start: number;
  readonly samples: readonly Sample[];
}

/** One sample. `offset` counts from the first byte of the fragment's `moof` box. */
export interface Sample {
  readonly duration: number;
  /** From its decode time to its presentation. */
  readonly compositionOffset: number;
  readonly flags: number;
  readonly size: number;
  readonly offset: number;
}

const NON_SYNC = 0x10000;

/** Measures the tracks of a fragment. `moof` is the whole box with its header. */
export function readFragment(moof: Buffer): FragmentSpan[] {
  return readTrackFragments(moof).map(({ trackId, start, samples }) => ({
    trackId,
    start,
    duration: samples.reduce((sum, sample) => sum + sample.duration, 0),
    samples: samples.length,
    startsWithKeyframe: ((samples[0]?.flags ?? 0) & NON_SYNC) === 0,
  }));
}

/** Lists the samples of a fragment by track. `moof` is the whole box with its header. */
export function readTrackFragments(moof: Buffer): TrackFragment[] {
  const body = findBox(moof, ['moof']);
  if (!body) throw new RangeError('there is no moof box');
  return childBoxes(moof, body.start, body.end)
    .filter((box) => box.type === 'traf')
    .map((traf) => readTrackFragment(moof, traf));
}

interface SampleDefaults {
  readonly duration: number;
  readonly size: number;
  readonly flags: number;
}

function readTrackFragment(moof: Buffer, traf: Box): TrackFragment {
  const boxes = childBoxes(moof, traf.start, traf.end);
  const tfhd = boxes.find((box) => box.type === 'tfhd');
  const tfdt = boxes.find((box) => box.type === 'tfdt');
  if (!tfhd || !tfdt) throw new RangeError('a track fragment has no header or no time');
  const start =
    moof[tfdt.start] === 1
      ? Number(moof.readBigUInt64BE(tfdt.start + 4))
      : moof.readUInt32BE(tfdt.start + 4);
  const defaults = readDefaults(moof, tfhd);
  const samples = boxes
    .filter((box) => box.type === 'trun')
    .flatMap((trun) => readRun(moof, trun, defaults));
  return { trackId: moof.readUInt32BE(tfhd.start + 4), start, samples };
}

function readDefaults(moof: Buffer, tfhd: Box): SampleDefaults {
  const has = moof.readUInt32BE(tfhd.start) & 0xffffff;
  let at = tfhd.start + 8;
  const take = (bit: number, size: number): number => {
    if ((has & bit) === 0) return 0;
    at += size;
    return moof.readUInt32BE(at - 4);
  };
  take(0x1, 8);
  take(0x2, 4);
  const duration = take(0x8, 4);
  const size = take(0x10, 4);
  return { duration, size, flags: take(0x20, 4) };
}

function readRun(moof: Buffer, trun: Box, defaults: SampleDefaults): Sample[] {
  const has = moof.readUInt32BE(trun.start) & 0xffffff;
  const count = moof.readUInt32BE(trun.start + 4);
  let at = trun.start + 8;
  const take = (bit: number, otherwise: number): number => {
    if ((has & bit) === 0) return otherwise;
    at += 4;
    return moof.readUInt32BE(at - 4);
  };
  let offset = take(0x1, 0);
  const firstFlags = take(0x4, defaults.flags);
  const samples: Sample[] = [];
  for (let i = 0; i < count; i++) {
    const duration = take(0x100, defaults.duration);
    const size = take(0x200, defaults.size);
    const flags = take(0x400, i === 0 ? firstFlags : defaults.flags);
    // A version of 0 has no offsets below zero, and our files have none.
    const compositionOffset = take(0x800, 0);
    samples.push({ duration, compositionOffset, size, flags, offset });
    offset += size;
  }
  return samples;
}

/**
 * Moves the decode times of a fragment, in its place: those of a track by `by`, in units of its
 * timescale. `moof` is the whole box with its header. Throws a RangeError for a time below zero.
 */
export function moveFragment(moof: Buffer, by: (trackId: number) => number): void {
  const body = findBox(moof, ['moof']);
  if (!body) throw new RangeError('there is no moof box');
  for (const traf of childBoxes(moof, body.start, body.end)) {
    if (traf.type !== 'traf') continue;
    const tfhd = findBox(moof, ['tfhd'], traf.start, traf.end);
    const tfdt = findBox(moof, ['tfdt'], traf.start, traf.end);
    if (!tfhd || !tfdt || moof[tfdt.start] !== 1)
      throw new RangeError('a track fragment has no header or no long time');
    const start = moof.readBigUInt64BE(tfdt.start + 4);
    const moved = start + BigInt(by(moof.readUInt32BE(tfhd.start + 4)));
    moof.writeBigUInt64BE(moved, tfdt.start + 4);
  }
}

/** Writes a box of a type around its content. */
export function writeBox(type: string, ...content: readonly Buffer[]): Buffer {
  const size = content.reduce((sum, part) => sum + part.length, 8);
  return Buffer.concat([uint32(size), Buffer.from(type, 'latin1'), ...content]);
}

/** A number as the four bytes of a box field. */
export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A number as the eight bytes of a box field. */
export function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
