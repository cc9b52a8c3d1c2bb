import {
  type Box,
  childBoxes,
  readBoxHeader,
  readTrackFragments,
  type Track,
  type TrackFragment,
  uint32,
  uint64,
  writeBox,
} from './boxes.ts';
import { bytesOf } from './track-selection.ts';

const HAS_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
/** The fields that a run states of each sample. */
const OF_SAMPLES = [0x100, 0x200, 0x400, 0x800];
/** A box version of 1: its time has 64 bits. */
const VERSION_1 = 0x0100_0000;

/** Samples of one track, by their places in a chunk. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Splits the first chunk of a segment in two: its first picture with the sound of that time, and
 * the rest. Chromium takes a chunk of pictures and sound only as a whole, and on a slow line half a
 * second of media arrives much later than one picture. A chunk that cannot be split stays as it is.
 */
export function withOpeningChunk(segment: Buffer, tracks: readonly Track[]): Buffer {
  const size = readBoxHeader(segment).size;
  const moof = segment.subarray(0, size);
  const length = size + readBoxHeader(segment.subarray(size)).size;
  const chunk = segment.subarray(0, length);
  const fragments = readTrackFragments(moof);
  const video = tracks.find(({ kind }) => kind === 'video');
  const pictures = fragments.find(({ trackId }) => trackId === video?.id);
  if (!video || !pictures || !hasPlainRuns(moof)) return segment;
  const end = endOfFirst(pictures) / video.timescale;
  const counts = new Map(
    fragments.map((fragment) => {
      const timescale = tracks.find(({ id }) => id === fragment.trackId)?.timescale ?? 1;
      const count = timesOf(fragment).filter((time) => time / timescale < end).length;
      return [fragment.trackId, fragment === pictures ? 1 : count];
    }),
  );
  // Each of the two has something of each track, as players expect it.
  const isApart = ({ trackId, samples }: TrackFragment) => {
    const count = counts.get(trackId) ?? 0;
    return count > 0 && count < samples.length;
  };
  if (!fragments.every(isApart)) return segment;
  const first = part(chunk, moof, (id) => ({ from: 0, to: counts.get(id) ?? 0 }));
  const rest = part(chunk, moof, (id) => ({ from: counts.get(id) ?? 0, to: Infinity }));
  return Buffer.concat([first, rest, segment.subarray(length)]);
}

/** Whether a fragment has one picture alone, as an opening chunk does. `moof` is the whole box. */
export function isOpening(moof: Buffer): boolean {
  return readTrackFragments(moof).some(({ samples }) => samples.length === 1);
}

/** Whether each track has one run that says where its media begin. */
function hasPlainRuns(moof: Buffer): boolean {
  return trafsOf(moof).every((traf) => {
    const runs = childBoxes(moof, traf.start, traf.end).filter(({ type }) => type === 'trun');
    return runs.length === 1 && (moof.readUInt32BE(runs[0]?.start) & HAS_OFFSET) !== 0;
  });
}

function trafsOf(moof: Buffer): Box[] {
  const [body] = childBoxes(moof);
  return childBoxes(moof, body?.start, body?.end).filter(({ type }) => type === 'traf');
}

/** The decode times of samples, in units of their track's timescale. */
function timesOf({ start, samples }: TrackFragment): number[] {
  let time = start;
  return samples.map(({ duration }) => {
    time += duration;
    return time - duration;
  });
}

/** When the picture after the first is shown; pictures are not decoded in the order of showing. */
function endOfFirst(pictures: TrackFragment): number {
  const shown = timesOf(pictures).map(
    (time, i) => time + (pictures.samples[i]?.compositionOffset ?? 0),
  );
  return Math.min(...shown.slice(1));
}

/** A chunk with some samples of each track. */
function part(chunk: Buffer, moof: Buffer, rangeOf: (trackId: number) => Range): Buffer {
  const fragments = readTrackFragments(moof).map((fragment) => {
    const range = rangeOf(fragment.trackId);
    const before = fragment.samples.slice(0, range.from);
    const start = before.reduce((sum, { duration }) => sum + duration, fragment.start);
    return { range, start, samples: fragment.samples.slice(range.from, range.to) };
  });
  const data = fragments.map(({ samples }) => bytesOf(chunk, samples));
  const [body] = childBoxes(moof);
  const write = (dataOffset: number): Buffer => {
    let offset = dataOffset;
    let at = 0;
    const boxes = childBoxes(moof, body?.start, body?.end).map((box) => {
      if (box.type !== 'traf') return writeBox(box.type, moof.subarray(box.start, box.end));
      const fragment = fragments[at] as (typeof fragments)[number];
      const inner = childBoxes(moof, box.start, box.end).map(({ type, start, end }) => {
        const content = moof.subarray(start, end);
        if (type === 'tfdt') return writeBox(type, uint32(VERSION_1), uint64(fragment.start));
        return writeBox(type, type === 'trun' ? runOf(content, fragment.range, offset) : content);
      });
      offset += data[at]?.length ?? 0;
      at += 1;
      return writeBox('traf', ...inner);
    });
    return writeBox('moof', ...boxes);
  };
  return Buffer.concat([write(write(0).length + 8), writeBox('mdat', ...data)]);
}

/** The content of a run with some of its samples, whose media begin at `offset`. */
function runOf(run: Buffer, { from, to }: Range, offset: number): Buffer {
  const has = run.readUInt32BE(0);
  const flags = has & HAS_FIRST_FLAGS ? run.subarray(12, 16) : Buffer.alloc(0);
  const row = OF_SAMPLES.filter((field) => has & field).length * 4;
  const rows = 12 + flags.length;
  const until = Math.min(to, run.readUInt32BE(4));
  return Buffer.concat([
    uint32(from > 0 ? has & ~HAS_FIRST_FLAGS : has),
    uint32(until - from),
    uint32(offset),
    from > 0 ? Buffer.alloc(0) : flags,
    run.subarray(rows + from * row, rows + until * row),
  ]);
}
