import { childBoxes, moveFragment, readTracks } from '../ingest/boxes.ts';

/** A `moof` is never large enough for the long header. */
const BOX_HEADER = 8;

/**
 * A segment whose times are moved by `microseconds`, so that parts that were encoded apart have one
 * timeline. Throws a RangeError for malformed files.
 */
export function moveSegment(init: Buffer, segment: Buffer, microseconds: number): Buffer {
  const ticks = new Map(
    readTracks(init).map(({ id, timescale }) => [id, Math.round((microseconds / 1e6) * timescale)]),
  );
  const moved = Buffer.from(segment);
  for (const { type, start, end } of childBoxes(moved))
    if (type === 'moof')
      moveFragment(moved.subarray(start - BOX_HEADER, end), (trackId) => ticks.get(trackId) ?? 0);
  return moved;
}
