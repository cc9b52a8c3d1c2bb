import type { PlayFigures } from '@bonisa/domain/playback/play-figures';
import { expect, it } from 'vitest';
import { createPlaySums, type WaitingPlay } from './play-sums.ts';

const UNWATCHED: PlayFigures = {
  ...{ start_ms: null, stalls: 0, stalled_seconds: 0, watched_seconds: 0, finished: false },
  ...{ network: 'wifi', save_data: false, heights: [], unwatched: true },
  bytes: { mobile: 0, wifi: 31_000, unknown: 0 },
};
const PLAY = { uuid: 'one', kind: 'title', video: 'isibane', counted: null } as const;

it('adds what was fetched for nobody to the bytes, and counts no play', () => {
  const sums = createPlaySums();
  sums.add({ ...PLAY, day: '2026-11-30', figures: UNWATCHED } as WaitingPlay);
  const { plays, starts, heights, titles } = sums.read();
  expect(plays).toMatchObject([{ network: 'wifi', unwatched_bytes: 31_000, bytes: 31_000 }]);
  expect(plays[0]).not.toHaveProperty('plays');
  expect(titles).toMatchObject([
    { grain: 'day', plays: 0, bytes_wifi: 31_000 },
    { grain: 'month', plays: 0, bytes_wifi: 31_000 },
  ]);
  expect([starts, heights]).toEqual([[], []]);
});
