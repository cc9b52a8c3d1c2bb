import { expect, test } from 'vitest';
import { isWatchPage, withoutPlay } from './starts-playing.ts';

test.each([
  ['/video/isibane?play=1', '/video/isibane'],
  ['/video/isibane?a=2&play=1', '/video/isibane?a=2'],
  ['/video/isibane?play=1&a=2', '/video/isibane?a=2'],
  ['/search?q=play=1', '/search?q=play=1'],
  ['/', '/'],
])('leads back to %s without playback', (path, calm) => {
  expect(withoutPlay(path)).toBe(calm);
});

test.each([
  ['/video/isibane', true],
  ['/episode/isibane-s1e1', true],
  // The server answers these with the page of unknown addresses, which plays nothing.
  ['/video/', false],
  ['/video//', false],
  ['/video/isibane/more', false],
  ['/live/talk/radio', false],
])('knows whether %s is a watch page: %s', (path, is) => {
  expect(isWatchPage(path)).toBe(is);
});
