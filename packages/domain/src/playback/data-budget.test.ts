import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  adviseOnBudget,
  askingTime,
  budgetOf,
  goOnToday,
  lowerChoice,
  readBudget,
  warned,
} from './data-budget.ts';
import { DATA_CHOICES, type DataChoice } from './data-choice.ts';

const at = (text: string) => new Date(`${text}+02:00`);
const noon = at('2026-12-05T12:00:00');
const MB = 1_000_000;

describe('a data budget', () => {
  const budget = budgetOf(100);
  const advice = (bytes: number, of = budget, now = noon, choice: DataChoice = 'saver') =>
    adviseOnBudget(of, { bytes, choice, now });

  it('warns once a month from 80 %, and asks from 100 %', () => {
    expect(advice(80 * MB - 1)).toBe('none');
    expect(advice(80 * MB)).toBe('warn');
    const told = warned(budget, noon);
    expect(advice(99 * MB, told)).toBe('none');
    expect(advice(90 * MB, told, at('2027-01-02T08:00:00'))).toBe('warn');
    expect(advice(100 * MB, told)).toBe('ask');
  });

  it('asks no more on a day on which the viewer goes on, but again on the next', () => {
    const going = goOnToday(budget, noon, 'best');
    expect(advice(500 * MB, going, at('2026-12-05T23:59:59'), 'best')).toBe('none');
    expect(advice(500 * MB, going, at('2026-12-06T00:00:00'), 'best')).toBe('ask');
  });

  it('asks again when a viewer who went on with a lower choice chooses a higher one', () => {
    const going = goOnToday(budget, noon, 'saver');
    expect(advice(101 * MB, going, noon, 'audio')).toBe('none');
    expect(advice(101 * MB, going, noon, 'saver')).toBe('none');
    expect(advice(101 * MB, going, noon, 'standard')).toBe('ask');
  });

  it('tells from when to when to ask, to the end of the month', () => {
    expect(askingTime(budget, { bytes: 99 * MB, choice: 'saver', now: noon })).toBeUndefined();
    const facts = { bytes: 100 * MB, choice: 'saver', now: noon } as const;
    const until = at('2027-01-01T00:00:00');
    expect(askingTime(budget, facts)).toEqual({ from: at('2026-12-05T00:00:00'), until });
    const going = goOnToday(budget, noon, 'saver');
    expect(askingTime(going, facts)).toEqual({ from: at('2026-12-06T00:00:00'), until });
  });

  it('never lets a used-up budget pass unasked, and never asks while there is some left', () => {
    const choices = fc.constantFrom(...DATA_CHOICES);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.nat(6000),
        choices,
        (size, used, choice) => {
          const now = advice(used * MB, budgetOf(size), noon, choice);
          expect(now === 'ask').toBe(used >= size);
          if (now === 'warn') expect(used).toBeGreaterThanOrEqual(size * 0.8);
          const going = goOnToday(budgetOf(size), noon, choice);
          expect(advice(used * MB, going, noon, choice)).not.toBe('ask');
        },
      ),
    );
  });

  it('is read as people type it', () => {
    for (const [text, megabytes] of [
      ['500', 500],
      [' 1 000 ', 1000],
      ['250 MB', 250],
      ['75mb', 75],
      ['1', 1],
    ] as const)
      expect(readBudget(text), text).toBe(megabytes);
    for (const text of ['', '0', '-5', '1.5', '1e3', 'a lot', '1000001', '5 GB', 'MB'])
      expect(readBudget(text), text).toBeUndefined();
  });

  it('offers the next lower choice, down to sound alone', () => {
    expect(DATA_CHOICES.map(lowerChoice)).toEqual([undefined, 'audio', 'saver', 'standard']);
  });
});
