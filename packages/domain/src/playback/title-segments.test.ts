// F10, skip intro, skip recap, credits: the typed segments of a title.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditsStart, segmentsFault, segmentToSkip, type TitleSegment } from './title-segments.ts';

const EPISODE: readonly TitleSegment[] = [
  { kind: 'intro', start: 0, end: 4 },
  { kind: 'recap', start: 4, end: 12 },
  { kind: 'credits', start: 110, end: 120 },
];

describe('the segments of a title', () => {
  it('are accepted in any order when they lie within the title and apart', () => {
    expect(segmentsFault(EPISODE, 120)).toBeUndefined();
    expect(segmentsFault(EPISODE.toReversed(), 120)).toBeUndefined();
    expect(segmentsFault([], 0)).toBeUndefined();
  });

  it.each<[string, readonly TitleSegment[], RegExp]>([
    ['after the end', [{ kind: 'credits', start: 110, end: 122 }], /within the title/],
    ['that end before they start', [{ kind: 'intro', start: 4, end: 4 }], /within the title/],
    ['that are no numbers', [{ kind: 'intro', start: Number.NaN, end: 4 }], /within the title/],
    ['with credits in the first half', [{ kind: 'credits', start: 2, end: 9 }], /second half/],
    ['with an opening in the second half', [{ kind: 'intro', start: 61, end: 66 }], /first half/],
    [
      'of one kind twice',
      [
        { kind: 'intro', start: 0, end: 4 },
        { kind: 'intro', start: 5, end: 9 },
      ],
      /at most one/,
    ],
    [
      'that overlap',
      [
        { kind: 'recap', start: 3, end: 9 },
        { kind: 'intro', start: 0, end: 4 },
      ],
      /overlap/,
    ],
  ])('are refused %s', (_, segments, fault) => {
    expect(segmentsFault(segments, 120)).toMatch(fault);
  });

  it('never offer to skip the credits, nor to skip backwards', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 130, noNaN: true }), (seconds) => {
        const found = segmentToSkip(EPISODE, seconds);
        if (!found) return;
        expect(found.kind).not.toBe('credits');
        expect(found.end).toBeGreaterThan(seconds);
        expect(found.start).toBeLessThanOrEqual(seconds);
      }),
    );
    expect(segmentToSkip(EPISODE, 1)?.kind).toBe('intro');
    expect(segmentToSkip(EPISODE, 5)?.kind).toBe('recap');
  });

  it('say where the credits begin', () => {
    expect(creditsStart(EPISODE)).toBe(110);
    expect(creditsStart([])).toBeUndefined();
  });
});
