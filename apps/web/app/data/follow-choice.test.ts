// What plays follows the choice of the network that is in use.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { askedFor, choose } from './data-choice.ts';
import { followChoice } from './follow-choice.ts';

beforeEach(() => {
  vi.stubGlobal('screen', { width: 360, height: 740 });
  vi.stubGlobal('devicePixelRatio', 2);
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('navigator', {});
});
afterEach(() => vi.unstubAllGlobals());

it('renews a play whose terms changed before it was followed, and once for each change', () => {
  const renew = vi.fn();
  const life = new AbortController();
  const asked = askedFor();
  choose('audio');
  followChoice({ renew }, life.signal, asked);
  expect(renew).toHaveBeenCalledTimes(1);
  choose('audio');
  expect(renew).toHaveBeenCalledTimes(1);
  choose('saver');
  expect(renew).toHaveBeenCalledTimes(2);
  life.abort();
  choose('audio');
  expect(renew).toHaveBeenCalledTimes(2);
});
