import { describe, expect, it } from 'vitest';
import { createGapFinder } from './picture-gaps.ts';

function missingOf(times: readonly (number | undefined)[]) {
  const finder = createGapFinder({ num: 25, den: 1 });
  for (const time of times) finder.take(time);
  return finder.missing();
}
const steady = Array.from({ length: 200 }, (_, i) => i / 25);

// F10: nothing is lost without a word.
describe('missing pictures', () => {
  it('are counted in a source of one rate', () => {
    const holed = steady.filter((_, i) => (i < 50 || i >= 60) && (i < 150 || i >= 155));
    expect(missingOf(holed)).toEqual({ pictures: 15, places: 2 });
  });

  it('are none in a whole source, for times that are not said, or in a screen recording', () => {
    const none = { pictures: 0, places: 0 };
    expect(missingOf(steady)).toEqual(none);
    expect(missingOf(steady.map((time, i) => (i % 9 === 0 ? undefined : time)))).toEqual(none);
    expect(missingOf(steady.filter((_, i) => i % 40 < 30))).toEqual({ pictures: 40, places: 4 });
    expect(missingOf(steady.filter((_, i) => [0, 1, 7].includes(i % 20)))).toEqual(none);
  });
});
