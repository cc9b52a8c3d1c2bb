// Back-pressure and circuit breaking; back-off with jitter on 429 and 5xx.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterCalls, type Circuit } from './pace-circuit.ts';

const half = () => 0.5;
const closed = (failures = 0): Circuit => ({ failures, paused: false });
const failedAll = (failedSince: number) => ({ answered: 0, failedSince });

describe('the circuit breaker', () => {
  it('opens at the tenth failure in a row, whoever made the calls; any answer before resets it', () => {
    expect(afterCalls(closed(4), failedAll(5), false, half)).toEqual({
      failures: 9,
      pauseMs: null,
    });
    expect(afterCalls(closed(9), failedAll(1), false, half)).toEqual({
      failures: 10,
      pauseMs: 5000,
    });
    expect(afterCalls(closed(9), { answered: 1, failedSince: 0 }, false, half)).toEqual({
      failures: 0,
      pauseMs: null,
    });
    expect(afterCalls(closed(9), { answered: 1, failedSince: 3 }, false, half)).toEqual({
      failures: 3,
      pauseMs: null,
    });
  });

  it('opens for the first length however many calls failed at once', () => {
    expect(afterCalls(closed(9), failedAll(250), false, half)).toEqual({
      failures: 10,
      pauseMs: 5000,
    });
  });

  it('pauses twice as long after each failed probe, up to two minutes', () => {
    const pauses: (number | null)[] = [];
    for (let [failures, probe] = [9, false]; pauses.length < 7; probe = true) {
      const change = afterCalls(closed(failures), failedAll(1), probe, half);
      pauses.push(change.pauseMs);
      failures = change.failures;
    }
    expect(pauses).toEqual([5000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000]);
  });

  it('closes after an answered probe; after a probe that was never made another process may probe at once', () => {
    expect(
      afterCalls({ failures: 13, paused: true }, { answered: 1, failedSince: 0 }, true, half),
    ).toEqual({ failures: 0, pauseMs: 0 });
    expect(
      afterCalls({ failures: 13, paused: true }, { answered: 0, failedSince: 0 }, true, half),
    ).toEqual({ failures: 13, pauseMs: 0 });
  });

  it('waits as long as the carrier names, and otherwise longer each time', () => {
    const asked = { answered: 5, failedSince: 0, tooMany: { retryAfterSeconds: 7 } };
    expect(afterCalls(closed(), asked, false, half)).toEqual({ failures: 10, pauseMs: 7000 });
    const untold = { answered: 5, failedSince: 0, tooMany: {} };
    expect(afterCalls(closed(), untold, false, half)).toEqual({ failures: 10, pauseMs: 1000 });
    expect(afterCalls(closed(10), untold, true, half)).toEqual({ failures: 11, pauseMs: 2000 });
  });

  it('learns nothing from calls that began before the pause, except a longer wait', () => {
    const paused = { failures: 12, paused: true };
    expect(afterCalls(paused, failedAll(30), false, half)).toEqual({
      failures: 12,
      pauseMs: null,
    });
    expect(afterCalls(paused, { answered: 9, failedSince: 0 }, false, half)).toEqual({
      failures: 12,
      pauseMs: null,
    });
    expect(
      afterCalls(
        paused,
        { answered: 0, failedSince: 0, tooMany: { retryAfterSeconds: 60 } },
        false,
        half,
      ).pauseMs,
    ).toBe(60_000);
  });

  it('never pauses longer than two minutes by itself, nor shorter than the carrier asked', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true });
    const seen = fc.record({ answered: fc.nat(5), failedSince: fc.nat(300) });
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.boolean(),
        seen,
        fc.boolean(),
        random,
        (failures, paused, calls, probe, chance) => {
          const { pauseMs, ...after } = afterCalls(
            { failures, paused },
            calls,
            probe,
            () => chance,
          );
          expect(pauseMs ?? 0).toBeLessThanOrEqual(120_000);
          if (calls.failedSince === 0 && probe && calls.answered > 0)
            expect(after.failures).toBe(0);
        },
      ),
    );
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.boolean(),
        fc.boolean(),
        fc.nat(86_400),
        (failures, paused, probe, retryAfterSeconds) => {
          const change = afterCalls(
            { failures, paused },
            { answered: 1, failedSince: 0, tooMany: { retryAfterSeconds } },
            probe,
            half,
          );
          expect(change.pauseMs).toBe(retryAfterSeconds * 1000);
        },
      ),
    );
  });
});
