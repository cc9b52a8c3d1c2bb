import { expect, test } from 'vitest';
import { withoutPlay } from './starts-playing.ts';

test.each([
  ['/video/isibane?play=1', '/video/isibane'],
  ['/video/isibane?a=2&play=1', '/video/isibane?a=2'],
  ['/video/isibane?play=1&a=2', '/video/isibane?a=2'],
  ['/search?q=play=1', '/search?q=play=1'],
  ['/', '/'],
])('leads back to %s without playback', (path, calm) => {
  expect(withoutPlay(path)).toBe(calm);
});
