import { type Box, childBoxes, findBox, readTrackFragments, uint32, writeBox } from './boxes.ts';

const HAS_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_DURATIONS = 0x100;

const HAS_COMPOSITION_OFFSETS = 0x800;

/** The times of the samples of one track in a fragment, in units of its timescale. */
export interface SampleTimes {
  readonly durations: readonly number[];
  /** From the decode time of each sample to its presentation. Absent: as they are. */
  readonly offsets?: readonly number[];
}

/**
 * Changes how long the last sample of a track in a fragment lasts. `moof` is the whole box. Throws
 * a RangeError as {@link withSampleTimes} does.
 */
export function withLastDuration(
  moof: Buffer,
  trackId: number,
  change: (duration: number) => number,
): Buffer {
  const found = readTrackFragments(moof).find((fragment) => fragment.trackId === trackId);
  const durations = found?.samples.map(({ duration }) => duration) ?? [];
  return withSampleTimes(moof, trackId, {
    durations: [...durations.slice(0, -1), change(durations.at(-1) ?? 0)],
  });
}

/**
 * States the times of all samples of a track in a fragment. `moof` is the whole box; the answer may
 * be longer. Throws a RangeError if the fragment has no sample of the track in one run, or a sample
 * would last no time.
 */
export function withSampleTimes(moof: Buffer, trackId: number, times: SampleTimes): Buffer {
  const { durations } = times;
  const body = findBox(moof, ['moof']);
  if (!body || durations.some((duration) => !(duration > 0)))
    throw new RangeError('a sample would last no time');
  const trafs = childBoxes(moof, body.start, body.end);
  const runs = trafs.flatMap((traf) => runOf(moof, traf, trackId) ?? []);
  const [run] = runs;
  if (!run || runs.length > 1) throw new RangeError('a fragment has several runs of one track');
  const grown = moof.readUInt32BE(run.start) & HAS_DURATIONS ? 0 : 4 * durations.length;
  const boxes = trafs.map((box) =>
    box.type === 'traf'
      ? writeBox(
          'traf',
          ...childBoxes(moof, box.start, box.end).map((inner) => {
            if (inner.type !== 'trun') return wholeOf(moof, inner);
            const stated = inner.start === run.start ? times : undefined;
            return writeBox(
              'trun',
              rewriteRun(moof.subarray(inner.start, inner.end), grown, stated),
            );
          }),
        )
      : wholeOf(moof, box),
  );
  return writeBox('moof', ...boxes);
}

/** The run of a track in a track fragment. */
function runOf(moof: Buffer, traf: Box, trackId: number): Box[] | undefined {
  if (traf.type !== 'traf') return undefined;
  const boxes = childBoxes(moof, traf.start, traf.end);
  const tfhd = boxes.find(({ type }) => type === 'tfhd');
  if (!tfhd || moof.readUInt32BE(tfhd.start + 4) !== trackId) return undefined;
  return boxes.filter(({ type }) => type === 'trun');
}

/** The content of a run whose media moves back by `grown` bytes, with these times. */
function rewriteRun(run: Buffer, grown: number, times: SampleTimes | undefined): Buffer {
  const has = run.readUInt32BE(0);
  const rows = 8 + (has & HAS_OFFSET ? 4 : 0) + (has & HAS_FIRST_FLAGS ? 4 : 0);
  const head = Buffer.from(run.subarray(0, rows));
  if (has & HAS_OFFSET) head.writeInt32BE(head.readInt32BE(8) + grown, 8);
  if (!times) return Buffer.concat([head, run.subarray(rows)]);
  const { durations, offsets } = times;
  if (offsets && !(has & HAS_COMPOSITION_OFFSETS))
    throw new RangeError('a run has no composition offsets');
  head.writeUInt32BE((has | HAS_DURATIONS) >>> 0, 0);
  const row = (run.length - rows) / durations.length;
  const own = has & HAS_DURATIONS ? 4 : 0;
  const kept = offsets ? row - 4 : row;
  const written = durations.flatMap((duration, i) => [
    uint32(duration),
    run.subarray(rows + i * row + own, rows + i * row + kept),
    ...(offsets ? [uint32(offsets[i] ?? 0)] : []),
  ]);
  return Buffer.concat([head, ...written]);
}

/** A `moof` is never large enough for the long header. */
function wholeOf(bytes: Buffer, box: Box): Buffer {
  return writeBox(box.type, bytes.subarray(box.start, box.end));
}
