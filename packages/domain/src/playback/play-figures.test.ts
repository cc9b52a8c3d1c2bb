// A report of a player cannot say more than is possible.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { believed, heightClass, type PlayFigures } from './play-figures.ts';

const HONEST: PlayFigures = {
  start_ms: 812.4,
  stalls: 2,
  stalled_seconds: 3,
  watched_seconds: 600,
  finished: true,
  network: 'mobile',
  save_data: false,
  bytes: { mobile: 41_000_000, wifi: 0, unknown: 12 },
  heights: [
    [240, 30],
    [478, 500],
    [480, 70],
  ],
};

describe('the figures of a play', () => {
  it('are believed where they are possible, with heights in classes', () => {
    expect(believed(HONEST)).toEqual({
      ...HONEST,
      start_ms: 812,
      heights: [
        [240, 30],
        [480, 570],
      ],
    });
  });

  it('of an answer that nobody watched are its bytes alone, and few', () => {
    const lie = believed({ ...HONEST, unwatched: true });
    expect(lie).toEqual({
      ...{ start_ms: null, stalls: 0, stalled_seconds: 0, watched_seconds: 0, finished: false },
      ...{ network: 'mobile', save_data: false, heights: [], unwatched: true },
      bytes: { mobile: 50_000, wifi: 0, unknown: 0 },
    });
  });

  it('are bounded by the time that was watched', () => {
    const lie = believed({
      ...HONEST,
      start_ms: 1e12,
      stalls: 1e9,
      stalled_seconds: 1e9,
      watched_seconds: 10,
      bytes: { mobile: 1e15, wifi: 1e15, unknown: -4 },
      backup_bytes: 1e15,
      heights: [[1080, 1e9]],
    });
    expect(lie).toMatchObject({
      start_ms: 120_000,
      stalls: 7,
      stalled_seconds: 610,
      bytes: { mobile: 175_000_000, wifi: 0, unknown: 0 },
      backup_bytes: 175_000_000,
      heights: [[1080, 10]],
    });
  });

  it('of a play without a picture finish nothing', () => {
    expect(believed({ ...HONEST, start_ms: null, watched_seconds: 0, heights: [] })).toMatchObject({
      start_ms: null,
      finished: false,
    });
  });

  it('are whole, bounded and the same when they are bounded again, whatever is sent', () => {
    const any = fc.double({ noDefaultInfinity: false });
    fc.assert(
      fc.property(any, any, any, any, fc.array(fc.tuple(any, any)), (a, b, c, d, heights) => {
        const once = believed({
          ...HONEST,
          start_ms: a,
          stalls: b,
          stalled_seconds: c,
          watched_seconds: d,
          bytes: { mobile: a, wifi: b, unknown: c },
          backup_bytes: d,
          heights,
        });
        expect(believed(once)).toEqual(once);
        const seconds = once.heights.reduce((sum, [, of]) => sum + of, 0);
        expect(seconds).toBeLessThanOrEqual(once.watched_seconds);
        for (const value of [once.start_ms, once.stalls, ...Object.values(once.bytes)])
          expect(Number.isSafeInteger(value)).toBe(true);
      }),
    );
  });
});

it('names the class of a picture, and of sound alone', () => {
  expect([0, 1, 240, 241, 718, 1081, 9000].map(heightClass)).toEqual([
    0, 240, 240, 360, 720, 2160, 2160,
  ]);
});
