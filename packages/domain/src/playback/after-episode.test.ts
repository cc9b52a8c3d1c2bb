// F10, the end of an episode: what follows it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterEpisode, playsNextEpisode, UNTOUCHED_EPISODES } from './after-episode.ts';

describe('the end of an episode', () => {
  it('starts nothing by itself without a next episode or without the choice', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), fc.nat(9), (hasNext, playsNext, untouched) => {
        const after = afterEpisode({ hasNext, playsNext, untouched });
        expect(after === 'offer').toBe(!hasNext || !playsNext);
      }),
    );
  });

  it('asks whether anybody is watching after three episodes without a touch, and not before', () => {
    const after = (untouched: number) =>
      afterEpisode({ hasNext: true, playsNext: true, untouched });
    expect(UNTOUCHED_EPISODES).toBe(3);
    expect([0, 1, 2, 3, 4].map(after)).toEqual([
      'count-down',
      'count-down',
      'count-down',
      'still-watching',
      'still-watching',
    ]);
  });

  it('spends no mobile data by itself unless the viewer chose it', () => {
    expect(playsNextEpisode(undefined, true)).toBe(false);
    expect(playsNextEpisode(undefined, false)).toBe(true);
    expect(playsNextEpisode(true, true)).toBe(true);
    expect(playsNextEpisode(false, false)).toBe(false);
  });
});
