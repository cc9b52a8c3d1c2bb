import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DOUBLE_TAP_MS, decideTap, ROW_MS, type Tap, type TapRow } from './tap-gestures.ts';

/** The meanings of taps, one after the other. */
function meaningsOf(taps: readonly Tap[]) {
  let row: TapRow | undefined;
  return taps.map((tap) => {
    const decided = decideTap(row, tap);
    row = decided.row;
    return decided.meaning;
  });
}

const toggle = { kind: 'toggle' };
const skip = (by: number, total: number) => ({ kind: 'skip', by, total });

describe('taps on the picture', () => {
  it('show or hide the controls one by one, and skip ten seconds where two come quickly', () => {
    expect(meaningsOf([{ at: 0, x: 0.8 }])).toEqual([toggle]);
    expect(
      meaningsOf([
        { at: 0, x: 0.8 },
        { at: 200, x: 0.9 },
      ]),
    ).toEqual([toggle, skip(10, 10)]);
    expect(
      meaningsOf([
        { at: 0, x: 0.2 },
        { at: 200, x: 0.1 },
      ]),
    ).toEqual([toggle, skip(-10, -10)]);
  });

  it('add up to 20 and 30 seconds while they go on, also more slowly than a double tap', () => {
    const taps = [0, 200, 900, 1600].map((at) => ({ at, x: 0.1 }));
    expect(meaningsOf(taps)).toEqual([toggle, skip(-10, -10), skip(-10, -20), skip(-10, -30)]);
  });

  it('turn round at once when the other side is tapped in the same row', () => {
    const taps = [
      { at: 0, x: 0.9 },
      { at: 200, x: 0.9 },
      { at: 500, x: 0.1 },
      { at: 700, x: 0.1 },
    ];
    expect(meaningsOf(taps).slice(1)).toEqual([skip(10, 10), skip(-10, -10), skip(-10, -20)]);
  });

  it('skip nothing in the middle, nor on two sides, nor slowly', () => {
    for (const [first, second, gap] of [
      [0.5, 0.5, 100],
      [0.1, 0.9, 100],
      [0.9, 0.9, DOUBLE_TAP_MS + 1],
    ] as const)
      expect(
        meaningsOf([
          { at: 0, x: first },
          { at: gap, x: second },
        ]),
      ).toEqual([toggle, toggle]);
  });

  it('skip by the sum of what each tap skips, whatever the taps', () => {
    const tap = fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), gap: fc.nat(1500) });
    fc.assert(
      fc.property(fc.array(tap), (steps) => {
        let at = 0;
        const taps = steps.map(({ x, gap }) => {
          at += gap;
          return { x, at, gap };
        });
        let total = 0;
        for (const [index, meaning] of meaningsOf(taps).entries()) {
          const { x, gap } = taps[index] as (typeof taps)[number];
          if (meaning.kind === 'toggle') {
            total = 0;
            continue;
          }
          expect(gap).toBeLessThanOrEqual(ROW_MS);
          expect(meaning.by).toBe(x > 0.5 ? 10 : -10);
          total = Math.sign(total) === Math.sign(meaning.by) ? total + meaning.by : meaning.by;
          expect(meaning.total).toBe(total);
        }
      }),
    );
  });
});
