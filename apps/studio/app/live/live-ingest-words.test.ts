import { expect, it } from 'vitest';
import { pastPicture, qualityWords, stateOf } from './live-ingest-words.ts';

it.each([
  [[], 'nothing yet'],
  [[{ height: 0, kbps: 34 }], 'nothing yet'],
  [[{ height: 240, kbps: 410 }], '240 lines, 410 kbit/s'],
  [
    [
      { height: 0, kbps: 34 },
      { height: 240, kbps: 410 },
      { height: 480, kbps: 980 },
      { height: 720, kbps: 2300 },
    ],
    '240, 480 and 720 lines, 410 to 2\u00a0300 kbit/s',
  ],
])('says of the renditions %j: %s', (renditions, words) => {
  expect(qualityWords(renditions)).toBe(words);
});

it('says what viewers saw of a live ingest session that is over', () => {
  expect((['waiting', 'on_air', 'away', 'too_large'] as const).map(pastPicture)).toEqual([
    'never on air',
    'was on air',
    'was on air',
    'no picture: it is larger than allowed',
  ]);
});

it('says of a sender whether it may come back, and of what is over that it is stored', () => {
  const endedAt = '2031-03-03T10:00:00Z';
  expect(stateOf({ state: 'away', ended_at: null }).words).toContain('may come back');
  expect(stateOf({ state: 'away', ended_at: endedAt }).words).toContain('what is stored of it');
  expect(stateOf({ state: 'live', ended_at: null }).words).toBe('arrives');
});
