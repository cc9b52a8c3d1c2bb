// F10 R10: live says what the coming hour costs, and a player then fetches that, within 5 %.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLiveDataCost, ratesOf } from './live-data-cost.ts';
import type { LiveSource, SourceSegment } from './live-source.port.ts';

const SECOND = 1_000_000;
const HOUR = 3600 * SECOND;
const HEIGHTS = [0, 240, 480] as const;
/** What a player's own calls come to, as measured in Chromium. */
const CALLS = 270_000;
/** What HTTP/1.1 adds to a file of ours. */
const HEADERS = 400;
const INIT = 900;

/** A recording of segments of two seconds, and the bytes of each by the height. */
function recordingOf(id: string, sizes: readonly number[]) {
  const bytesOf = (size: number, height: number) => Math.round(size * (0.1 + height / 480));
  const renditions = HEIGHTS.map((height) => ({
    height,
    bytes: INIT + sizes.reduce((sum, size) => sum + bytesOf(size, height), 0),
  }));
  return { filesId: id, durationMs: sizes.length * 2000, sizes, renditions, bytesOf };
}

type TestRecording = ReturnType<typeof recordingOf>;

/** Plays recordings one after the other, from `from` on, over and over. */
function channelOf(recordings: readonly TestRecording[], from = 0): LiveSource['between'] {
  return (start, end) => {
    const found: SourceSegment[] = [];
    let at = from;
    for (let turn = 0; at < end; turn++) {
      const { filesId: id, sizes } = recordings[turn % recordings.length] as TestRecording;
      const startsAt = at;
      for (const index of sizes.keys()) {
        if (at >= start && at < end)
          found.push({
            ...{ sequence: 0, discontinuity: turn, startsAt: at, duration: 2 * SECOND },
            ...{ partStartsAt: startsAt, assetId: id, index },
            recording: { assetId: id, startsAt, captions: [], audioLanguage: null },
          });
        at += 2 * SECOND;
      }
    }
    return found;
  };
}

/** What a player receives in the hour from `from` on. */
function received(
  recordings: readonly TestRecording[],
  height: number,
  segments: readonly SourceSegment[],
): number {
  let before: number | undefined;
  let bytes = CALLS;
  for (const { assetId, index, discontinuity } of segments) {
    const recording = recordings.find(({ filesId }) => filesId === assetId) as TestRecording;
    if (discontinuity !== before) bytes += INIT + HEADERS;
    bytes += recording.bytesOf(recording.sizes[index] ?? 0, height) + HEADERS;
    before = discontinuity;
  }
  return bytes;
}

const recordings = fc
  .array(fc.array(fc.integer({ min: 30_000, max: 400_000 }), { minLength: 40, maxLength: 120 }), {
    minLength: 1,
    maxLength: 12,
  })
  .map((all) => all.map((sizes, at) => recordingOf(`recording-${at}`, sizes)));

describe('what the coming hour of live costs', () => {
  it('is what a player fetches in it, whatever is on and whenever one asks', () => {
    fc.assert(
      fc.property(recordings, fc.integer({ min: 0, max: 72 }), (all, step) => {
        const from = step * 300 * SECOND;
        const between = channelOf(all);
        const said = createLiveDataCost(between, ratesOf(all))(from + 120 * SECOND);
        for (const height of HEIGHTS) {
          const share =
            received(all, height, between(from, from + HOUR)) / (said?.get(height) ?? 0);
          expect(share, `${height} lines`).toBeGreaterThan(0.95);
          expect(share, `${height} lines`).toBeLessThan(1.05);
        }
      }),
    );
  });

  it('follows what is on: a light programme after a heavy one', () => {
    const [heavy, light] = [
      recordingOf('heavy', Array(1800).fill(300_000)),
      recordingOf('light', Array(1800).fill(100_000)),
    ];
    const hourAhead = createLiveDataCost(channelOf([heavy, light]), ratesOf([heavy, light]));
    const [now, later] = [hourAhead(0)?.get(480) ?? 0, hourAhead(HOUR)?.get(480) ?? 0];
    expect(now / later).toBeCloseTo(3, 1);
  });

  it('is that of a whole hour where the channel comes on air in it, and of none without', () => {
    const all = [recordingOf('one', Array(60).fill(200_000))];
    const rates = ratesOf(all);
    const whole = createLiveDataCost(channelOf(all), rates)(0)?.get(240);
    expect(createLiveDataCost(channelOf(all, HOUR / 2), rates)(0)?.get(240)).toBe(whole);
    expect(createLiveDataCost(() => [], rates)(0)).toBeUndefined();
  });
});
