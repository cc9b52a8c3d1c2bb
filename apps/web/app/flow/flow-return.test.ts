import { expect, test } from 'vitest';
import { flowReturn, withoutPlay } from './flow-return.ts';

// R5
test.each([
  '/enter-number',
  '/enter-number/?return=/enter-number',
  '/Enter-Number#top',
  '/subscribe/confirm',
  '/Subscribe/complete',
  '/.//evil.example',
  '//evil.example',
])('the flow returns home for %j', (path) => {
  expect(flowReturn(path)).toBe('/');
});

// R5
test.each(['/video/isibane?play=1', '/enter-numbers', '/subscribed', '/a/enter-number'])(
  'the flow returns to %s',
  (path) => {
    expect(flowReturn(path)).toBe(path);
  },
);

test.each([
  ['/video/isibane?play=1', '/video/isibane'],
  ['/video/isibane?a=2&play=1', '/video/isibane?a=2'],
  ['/video/isibane?play=1&a=2', '/video/isibane?a=2'],
  ['/search?q=play=1', '/search?q=play=1'],
  ['/', '/'],
])('leads back to %s without playback', (path, calm) => {
  expect(withoutPlay(path)).toBe(calm);
});
