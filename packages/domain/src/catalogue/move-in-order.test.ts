import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LAST_POSITION, moveInOrder, type Placed } from './move-in-order.ts';

/** The order after a move: by position, entries with the same one as they were. */
function after(current: readonly Placed[], changes: ReadonlyMap<string, number>): string[] {
  return current
    .map(({ key, position }, at) => ({ key, at, position: changes.get(key) ?? position }))
    .toSorted((a, b) => a.position - b.position || a.at - b.at)
    .map(({ key }) => key);
}

const named = (positions: readonly number[]): Placed[] =>
  positions.map((position, at) => ({ key: `k${at}`, position }));

it('writes one entry where there is a gap', () => {
  const current = named(Array.from({ length: 1000 }, (_, at) => at * 1000));
  expect(moveInOrder(current, ['k900'], 3)).toEqual(new Map([['k900', 2500]]));
  expect(moveInOrder(current, ['k5'], 5).size).toBe(0);
});

it('makes gaps among a thousand entries that nobody has ordered', () => {
  const current = named(Array.from({ length: 1000 }, () => 0));
  const changes = moveInOrder(current, ['k999'], 0);
  const order = after(current, changes);
  expect(order.slice(0, 3)).toEqual(['k999', 'k0', 'k1']);
  expect(order.at(-1)).toBe('k998');
  const again = named(current.map(({ key, position }) => changes.get(key) ?? position)).toSorted(
    (a, b) => a.position - b.position,
  );
  expect(moveInOrder(again, ['k500'], 7).size).toBe(1);
});

it('puts any entries at any place of any order, and leaves the others in theirs', () => {
  const orders = fc
    .array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 40 })
    .map((positions) => named(positions.toSorted((a, b) => a - b)));
  fc.assert(
    fc.property(orders, fc.infiniteStream(fc.nat()), fc.nat(60), (current, picks, to) => {
      const keys = [...new Set([...picks.take(3)].map((pick) => `k${pick % current.length}`))];
      const others = current.map(({ key }) => key).filter((key) => !keys.includes(key));
      const wanted = others.toSpliced(Math.min(to, others.length), 0, ...keys);
      const changes = moveInOrder(current, keys, to);
      expect(after(current, changes)).toEqual(wanted);
      for (const position of changes.values()) {
        expect(position).toBeGreaterThanOrEqual(0);
        expect(position).toBeLessThanOrEqual(LAST_POSITION);
      }
    }),
  );
});
