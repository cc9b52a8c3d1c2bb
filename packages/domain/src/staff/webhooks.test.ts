import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterFailure,
  DISABLE_AFTER_MS,
  isToBeDisabled,
  WEBHOOK_EVENTS,
  WEBHOOK_TYPES,
  webhookTypeOf,
} from './webhooks.ts';

const HOUR = 3_600_000;

describe('webhooks', () => {
  it('tell of each recorded event by one name', () => {
    for (const type of WEBHOOK_TYPES) expect(webhookTypeOf(WEBHOOK_EVENTS[type])).toBe(type);
    expect(new Set(Object.values(WEBHOOK_EVENTS)).size).toBe(WEBHOOK_TYPES.length);
    expect(webhookTypeOf('fell_due')).toBeUndefined();
  });

  it('wait longer after each failure, in order at first, for three to five days, then give up', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (failures) => {
        const [now, later] = [afterFailure(failures), afterFailure(failures + 1)];
        if (now.next === 'given_up') expect(later.next).toBe('given_up');
        else if (later.next !== 'given_up') expect(later.pauseMs).toBeGreaterThan(now.pauseMs);
        if (later.next === 'in_order') expect(now.next).toBe('in_order');
      }),
    );
    let waited = 0;
    for (let failures = 1; ; failures++) {
      const after = afterFailure(failures);
      if (after.next === 'given_up') break;
      waited += after.pauseMs;
    }
    expect(waited).toBeGreaterThan(72 * HOUR);
    expect(waited).toBeLessThan(120 * HOUR);
  });

  it('end at an endpoint that has failed for three days, and not a moment earlier', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 * DISABLE_AFTER_MS }), (ms) => {
        expect(isToBeDisabled(new Date(0), new Date(ms))).toBe(ms >= DISABLE_AFTER_MS);
      }),
    );
  });
});
