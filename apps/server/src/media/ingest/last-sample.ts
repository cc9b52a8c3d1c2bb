import { type Box, childBoxes, findBox, readTrackFragments, uint32, writeBox } from './boxes.ts';

const HAS_OFFSET = 0x1;
const HAS_FIRST_FLAGS = 0x4;
const HAS_DURATIONS = 0x100;

/**
 * Changes how long the last sample of a track in a fragment lasts. `moof` is the whole box; the
 * answer may be longer, because it states the duration of each sample. Throws a RangeError if the
 * fragment has no sample of the track in one run.
 */
export function withLastDuration(
  moof: Buffer,
  trackId: number,
  change: (duration: number) => number,
): Buffer {
  const body = findBox(moof, ['moof']);
  const found = readTrackFragments(moof).find((fragment) => fragment.trackId === trackId);
  const durations = found?.samples.map(({ duration }) => duration) ?? [];
  const last = change(durations.pop() ?? 0);
  if (!body || !found || !(last > 0)) throw new RangeError('a sample would last no time');
  const trafs = childBoxes(moof, body.start, body.end);
  const runs = trafs.flatMap((traf) => runOf(moof, traf, trackId) ?? []);
  const [run] = runs;
  if (!run || runs.length > 1) throw new RangeError('a fragment has several runs of one track');
  const grown = moof.readUInt32BE(run.start) & HAS_DURATIONS ? 0 : 4 * (durations.length + 1);
  const boxes = trafs.map((box) =>
    box.type === 'traf'
      ? writeBox(
          'traf',
          ...childBoxes(moof, box.start, box.end).map((inner) => {
            if (inner.type !== 'trun') return wholeOf(moof, inner);
            const stated = inner.start === run.start ? [...durations, last] : undefined;
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

/** The content of a run whose media moves back by `grown` bytes, with these durations. */
function rewriteRun(run: Buffer, grown: number, durations: readonly number[] | undefined): Buffer {
  const has = run.readUInt32BE(0);
  const rows = 8 + (has & HAS_OFFSET ? 4 : 0) + (has & HAS_FIRST_FLAGS ? 4 : 0);
  const head = Buffer.from(run.subarray(0, rows));
  if (has & HAS_OFFSET) head.writeInt32BE(head.readInt32BE(8) + grown, 8);
  if (!durations) return Buffer.concat([head, run.subarray(rows)]);
  head.writeUInt32BE((has | HAS_DURATIONS) >>> 0, 0);
  const row = (run.length - rows) / durations.length;
  const own = has & HAS_DURATIONS ? 4 : 0;
  const written = durations.flatMap((duration, i) => [
    uint32(duration),
    run.subarray(rows + i * row + own, rows + (i + 1) * row),
  ]);
  return Buffer.concat([head, ...written]);
}

/** A `moof` is never large enough for the long header. */
function wholeOf(bytes: Buffer, box: Box): Buffer {
  return writeBox(box.type, bytes.subarray(box.start, box.end));
}
