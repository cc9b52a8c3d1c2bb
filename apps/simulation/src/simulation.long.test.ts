// The whole life of subscriptions under every fault and with crashes at every write, held to what
// must hold each day.
import { describe, expect, it } from 'vitest';
import { run, violationsOf } from './simulation.test-kit.ts';

/** They work without a pause, and share two processors with much else. */
const LONG = { timeout: 900_000 };

describe('a run with every fault and crashes at every kind of write', () => {
  const options = { subscribers: 24, days: 9, crashes: true };

  it('holds on every day, and ends with nothing open', LONG, async () => {
    const result = await run({ ...options, seed: 'two', faults: 'all' });
    expect(violationsOf(result, { ...options, seed: 'two' })).toBe('');
    const { summary } = result;
    // It is worth something only where something happened.
    expect(summary.charges.succeeded).toBeGreaterThan(20);
    expect(Object.keys(summary.deaths).length).toBeGreaterThan(25);
    expect(Object.keys(summary.injected).length).toBeGreaterThan(8);
    expect(summary.cents.inLedger).toBe(summary.cents.taken - summary.cents.givenBack);
  });
});

describe('a run with every fault', () => {
  it('is the same again from the same seed, whatever ids were made', LONG, async () => {
    const few = { subscribers: 10, days: 2, crashes: true, faults: 'all' };
    const once = await run({ ...few, seed: 'again' });
    const twice = await run({ ...few, seed: 'again' });
    expect({ ...twice.summary, wallSeconds: 0 }).toEqual({ ...once.summary, wallSeconds: 0 });
    const other = await run({ ...few, seed: 'another' });
    expect({ ...other.summary, wallSeconds: 0 }).not.toEqual({ ...once.summary, wallSeconds: 0 });
  });
});

describe('a run that stops the clock at every due time', () => {
  it('holds as well', LONG, async () => {
    const options = { seed: 'exact', subscribers: 4, days: 2, crashes: true, exact: true };
    expect(violationsOf(await run({ ...options, faults: 'all' }), options)).toBe('');
  });
});
