import { readFileSync } from 'node:fs';
import { contrastRatio } from '@bonisa/domain/colour';
import { expect, it } from 'vitest';
import { count, counted, rand } from './money.ts';
import { dateTime, fromNow, inputOfInstant, instantOfInput, monthWords } from './time.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url));
const SITE = '../../../web/app/design/';

function coloursOf(path: string): Map<string, `#${string}`> {
  const found = read(path)
    .toString()
    .matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g);
  return new Map([...found].map(([, name = '', value = '']) => [name, value as `#${string}`]));
}

it("paints its night side with the site's own colours and the site's display face", () => {
  const site = coloursOf(`${SITE}tokens.css`);
  const own = coloursOf('./tokens.css');
  const shared = [...own.keys()].filter((name) => site.has(name));
  expect(shared).toContain('ochre');
  for (const name of shared) expect([name, own.get(name)]).toEqual([name, site.get(name)]);
  const font = 'fonts/bricolage-grotesque-800.woff2';
  expect(read(`./${font}`).equals(read(`${SITE}${font}`))).toBe(true);
});

it.each([
  ['text', 'paper', 7],
  ['text', 'shade', 7],
  ['muted', 'sheet', 4.5],
  ['muted', 'paper', 4.5],
  ['muted', 'shade', 4.5],
  ['mark', 'sheet', 4.5],
  ['mark', 'paper', 4.5],
  ['mark', 'mark-soft', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['warn', 'warn-soft', 4.5],
  ['good', 'good-soft', 4.5],
  ['ink', 'ochre', 4.5],
  ['quiet', 'ink', 4.5],
  ['field', 'sheet', 3],
] as const)('has enough contrast for %s on %s', (front, ground, least) => {
  const colours = coloursOf('./tokens.css');
  const [a, b] = [colours.get(front), colours.get(ground)];
  if (!a || !b) throw new Error(`${front} or ${ground} is no colour`);
  expect(contrastRatio(a, b)).toBeGreaterThanOrEqual(least);
});

it('writes money in rand and counts in groups of three', () => {
  expect(rand(500)).toBe('R5.00');
  expect(rand(123_456_789)).toBe('R1\u00a0234\u00a0567.89');
  expect(rand(-1250)).toBe('−R12.50');
  expect(count(1000)).toBe('1\u00a0000');
  expect([counted(1, 'title'), counted(2, 'title')]).toEqual(['1 title', '2 titles']);
});

it('writes and reads times in South African time, whatever the machine says', () => {
  expect(dateTime('2026-11-23T22:30:00Z')).toBe('24\u00a0Nov\u00a02026, 00:30');
  expect(monthWords('2026-01')).toBe('January 2026');
  expect(inputOfInstant('2026-11-23T22:30:00Z')).toBe('2026-11-24T00:30');
  expect(instantOfInput('2026-11-24T00:30')).toBe('2026-11-23T22:30:00.000Z');
  expect([inputOfInstant(null), instantOfInput('')]).toEqual(['', null]);
});

it('reads a time as it was typed in every year, also those that typing passes through', () => {
  const years = Array.from({ length: 9998 }, (_, at) => String(at + 2).padStart(4, '0'));
  const typed = [...years, '10000', '275760'].flatMap((year) => [
    `${year}-01-01T00:30`,
    `${year}-08-24T23:59`,
  ]);
  const read = typed.map((value) => inputOfInstant(instantOfInput(value)));
  expect(read.filter((value, at) => value !== typed[at])).toEqual([]);
  // Other systems write the end of the year 9999 for no end.
  expect(inputOfInstant('9999-12-31T23:59:59Z')).toBe('10000-01-01T01:59');
});

it('says how long ago something was', () => {
  const now = new Date('2026-11-23T12:00:00Z');
  expect(fromNow('2026-11-23T11:59:30Z', now)).toBe('just now');
  expect(fromNow('2026-11-23T11:55:00Z', now)).toBe('5 minutes ago');
  expect(fromNow('2026-11-23T14:00:00Z', now)).toBe('in 2 hours');
  expect(fromNow('2026-11-01T12:00:00Z', now)).toBe('01\u00a0Nov\u00a02026');
});
