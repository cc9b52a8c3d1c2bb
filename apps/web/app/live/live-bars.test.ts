import { expect, it } from 'vitest';
import { moveLiveBars } from './live-bars.ts';

const NOON = Date.parse('2026-11-30T12:00:00Z');

/** The bar of a programme, and what it shows. */
function bar(from: string, to: string) {
  const set = new Map<string, string>();
  const style = { setProperty: (name: string, value: string) => void set.set(name, value) };
  const dataset = { airing: `2026-11-30T${from}Z 2026-11-30T${to}Z` };
  return { set, style: style as unknown as CSSStyleDeclaration, dataset };
}

it('shows how much of each programme has passed', () => {
  const [half, coming] = [bar('11:30:00', '12:30:00'), bar('12:30:00', '13:00:00')];
  expect(moveLiveBars([half, coming], NOON)).toBe(false);
  expect([...half.set]).toEqual([['--shown', '0.5']]);
  expect(coming.set.size).toBe(0);
});

it('tells that a programme is over, and moves the others', () => {
  const [over, quarter] = [bar('11:00:00', '12:00:00'), bar('11:45:00', '12:45:00')];
  expect(moveLiveBars([over, quarter], NOON)).toBe(true);
  expect(over.set.size).toBe(0);
  expect([...quarter.set]).toEqual([['--shown', '0.25']]);
});
