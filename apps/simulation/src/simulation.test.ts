// A small run of the simulation; `simulation.long.test.ts` has those with every fault.
import { describe, expect, it } from 'vitest';
import { run, violationsOf } from './simulation.test-kit.ts';

/** They work without a pause, and share two processors with much else. */
const LONG = { timeout: 900_000 };

describe('a run without faults', () => {
  it('takes every day what was agreed to, and nothing is left to people', LONG, async () => {
    const result = await run({ seed: 'fair', subscribers: 8, days: 4 });
    expect(violationsOf(result, {})).toBe('');
    expect(Object.keys(result.summary.charges)).toEqual(['succeeded']);
    expect(result.summary.exceptions).toEqual({});
    expect(result.summary.subscriptions).toEqual({ active: 8 });
  });
});
