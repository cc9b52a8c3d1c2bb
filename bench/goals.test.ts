import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Figure, goalInWords, isMet, ratioOf } from './goals.ts';
import { addToHistory, fallenOf, type PastRun, ratiosOf, readHistory } from './history.ts';

const MACHINE = { cores: 2, processor: 'a', memoryGB: 24, node: '24.0.0', system: 'linux x64' };

function figure(more: Partial<Figure>): Figure {
  return { name: 'home', value: 100, unit: 'ms', goal: { atMost: 100 }, ...more };
}

describe('a goal', () => {
  it('is met by a figure at its limit, and missed beyond it', () => {
    expect(isMet(figure({}))).toBe(true);
    expect(isMet(figure({ value: 100.1 }))).toBe(false);
    expect(isMet(figure({ goal: { atLeast: 100 } }))).toBe(true);
    expect(isMet(figure({ goal: { atLeast: 100.1 } }))).toBe(false);
  });

  it('is missed by a figure that could not be measured', () => {
    expect(isMet(figure({ value: Number.NaN }))).toBe(false);
    expect(isMet(figure({ goal: { atMost: 2, of: 'comparison' } }))).toBe(false);
  });

  it('of a comparison judges how many times the comparison a figure is', () => {
    const half = figure({
      goal: { atMost: 1.9, of: 'comparison' },
      beside: { name: 'an empty page', value: 50 },
    });
    expect(ratioOf(half)).toBe(2);
    expect(isMet(half)).toBe(false);
    expect(goalInWords(half)).toBe('at most 1.90 times an empty page');
  });
});

describe('the history', () => {
  const at = '2026-11-30T00:00:00.000Z';
  const past = (ratio: number, more: Partial<PastRun> = {}): PastRun => ({
    at,
    machine: MACHINE,
    ratios: { 'page: home': ratio },
    ...more,
  });
  const now = (ratio: number, goal: Figure['goal']) => [
    figure({ value: ratio, goal, beside: { name: 'an empty page', value: 1 } }),
  ];

  it('has no figure fallen before there is a run of such a machine', () => {
    const other = past(1, { machine: { ...MACHINE, processor: 'b' } });
    expect(fallenOf([], MACHINE, 'page', now(9, { atMost: 1 }))).toEqual([]);
    expect(fallenOf([other], MACHINE, 'page', now(9, { atMost: 1 }))).toEqual([]);
  });

  it('names figures that are worse by more than a tenth than the median of the last five', () => {
    const runs = [9, 9, 9, 2, 2, 2, 2.1, 8].map((ratio) => past(ratio));
    expect(fallenOf(runs, MACHINE, 'page', now(2.2, { atMost: 1 }))).toEqual([]);
    expect(fallenOf(runs, MACHINE, 'page', now(2.21, { atMost: 1 }))).toEqual([
      { key: 'page: home', before: 2, now: 2.21 },
    ]);
    expect(fallenOf(runs, MACHINE, 'page', now(1.79, { atLeast: 1 }))).toHaveLength(1);
    expect(fallenOf(runs, MACHINE, 'page', now(9, { atLeast: 1 }))).toEqual([]);
  });

  it('never names a figure that has become better', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0.1, max: 10, noNaN: true }), { minLength: 1 }),
        fc.boolean(),
        (ratios, isMore) => {
          const best = isMore ? Math.max(...ratios) : Math.min(...ratios);
          const figures = now(best, isMore ? { atLeast: 1 } : { atMost: 1 });
          const runs = ratios.map((ratio) => past(ratio));
          return fallenOf(runs, MACHINE, 'page', figures).length === 0;
        },
      ),
    );
  });

  it('is read as it was written, and refuses a line that is none', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'bonisa-history-'));
    const path = join(folder, 'deeper', 'history.jsonl');
    try {
      expect(await readHistory(path)).toEqual([]);
      const run = past(0, { ratios: ratiosOf('page', now(2, { atMost: 1 })) });
      await addToHistory(path, run);
      await addToHistory(path, run);
      expect(await readHistory(path)).toEqual([run, run]);
      expect(run.ratios).toEqual({ 'page: home': 2 });
      for (const line of ['{', '{}', 'null', '7', '{"machine":{},"ratios":{"page: home":"2"}}']) {
        await writeFile(path, `${JSON.stringify(run)}\n${line}\n`);
        await expect(readHistory(path)).rejects.toThrow('line 2 is no run');
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
