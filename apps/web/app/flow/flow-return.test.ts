import { expect, test } from 'vitest';
import { flowReturn } from './flow-return.ts';

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
