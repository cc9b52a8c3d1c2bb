// The next page is prefetched, but never with Save-Data.
import { afterEach, expect, it, vi } from 'vitest';
import { onIntent } from './prefetch.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('prefetches on intent, and never with Save-Data', () => {
  vi.stubGlobal('navigator', {});
  expect(onIntent()).toBe('intent');
  vi.stubGlobal('navigator', { connection: { saveData: false } });
  expect(onIntent()).toBe('intent');
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  expect(onIntent()).toBe('none');
});
