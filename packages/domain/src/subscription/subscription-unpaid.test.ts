// Due, grace, parked and the retry schedule for any configuration. Technical failures are not
// denials. Arriving airtime.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../packages/package-catalogue.ts';
import { DEFAULT_RETRY_SCHEDULE, nextTry, type RetrySchedule } from './retry-schedule.ts';
import { isLive } from './subscription.ts';
import { after, DAILY, HOUR, life, typesOf } from './subscription-life.test-kit.ts';

const MINUTE = 60_000;
const DUE = after(DAY_MS);
const NO_GRACE: RetrySchedule = { ...DEFAULT_RETRY_SCHEDULE, graceDays: 0 };
/** The range of an operator's configuration: at least one day, at most sixty. */
const anyRetrySchedule: fc.Arbitrary<RetrySchedule> = fc
  .record({
    firstDayHours: fc.uniqueArray(fc.integer({ min: 1, max: 23 }), { maxLength: 5 }),
    graceHours: fc.uniqueArray(fc.integer({ min: 6, max: 20 }), { minLength: 1, maxLength: 3 }),
    graceDays: fc.integer({ min: 0, max: 3 }),
    parkedDays: fc.integer({ min: 0, max: 40 }),
    parkedEveryDays: fc.integer({ min: 1, max: 10 }),
    fromHour: fc.constant(6),
    untilHour: fc.constant(21),
  })
  .filter(({ graceDays, parkedDays }) => graceDays + parkedDays > 0);

describe('an unpaid subscription under any retry schedule', () => {
  it('is served and not parked for an hour while the carrier is asked, and for an hour after a late request', () => {
    fc.assert(
      fc.property(
        anyRetrySchedule,
        fc.integer({ min: 0, max: 23 * 60 }),
        fc.integer({ min: 0, max: 59 }),
        (retrySchedule, lateMinutes, waited) => {
          const one = life(DAILY, true, retrySchedule);
          one.at(new Date(DUE.getTime() + lateMinutes * MINUTE));
          if (lateMinutes < 60) expect(one.served()).toBe(true);
          expect(typesOf(one.give({ type: 'pass_time' }))).toEqual(['charge_requested']);
          one.at(new Date(one.now.getTime() + waited * MINUTE));
          expect(one.give({ type: 'pass_time' })).toEqual([]);
          if (lateMinutes + waited < 60) expect(one.served()).toBe(true);
          one.give({ type: 'record_unconfirmed', period: 1 });
          expect(typesOf(one.next())).toEqual(['parked']);
          expect(one.served()).toBe(false);
        },
      ),
    );
  });

  it('is charged before anything ends, and ends by time alone', () => {
    fc.assert(
      fc.property(anyRetrySchedule, (retrySchedule) => {
        const one = life(DAILY, true, retrySchedule);
        for (let turn = 0; turn < 400 && isLive(one.state.status); turn++) {
          one.next();
          if (one.state.chargingPackageId !== null) one.deny();
        }
        expect(one.state.status).toBe('expired');
        expect(typesOf(one.events)[1]).toBe('charge_requested');
      }),
    );
  });

  it('is served only in grace once its charge was denied', () => {
    fc.assert(
      fc.property(
        anyRetrySchedule,
        fc.array(fc.constantFrom('insufficient_airtime', 'carrier_unavailable', 'not_taken'), {
          maxLength: 30,
        }),
        (retrySchedule, answers) => {
          const one = life(DAILY, true, retrySchedule);
          let refused = false;
          for (const answer of answers) {
            if (!isLive(one.state.status)) return;
            one.next();
            if (one.state.chargingPackageId === null) continue;
            one.deny(answer);
            refused ||= answer === 'insufficient_airtime';
            if (refused && one.now.getTime() >= DUE.getTime() + retrySchedule.graceDays * DAY_MS)
              expect([one.served(), one.state.status]).toEqual([false, 'parked']);
            if (!refused && one.now.getTime() < DUE.getTime() + HOUR)
              expect(one.served()).toBe(true);
          }
        },
      ),
    );
  });
});

describe('a retry schedule without grace', () => {
  it('parks at the first denial, and tries in the hours of the first day', () => {
    const one = life(DAILY, true, NO_GRACE);
    one.next();
    expect(one.deny()).toMatchObject([
      { type: 'charge_denied', nextTryAt: after(DAY_MS + HOUR) },
      { type: 'parked', nextTryAt: after(DAY_MS + HOUR) },
    ]);
    expect([one.state.status, one.served()]).toEqual(['parked', false]);
    const tries: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      expect(typesOf(one.next())).toEqual(['charge_requested']);
      tries.push((one.now.getTime() - DUE.getTime()) / HOUR);
      expect(typesOf(one.deny())).toEqual(['charge_denied']);
    }
    expect(tries).toEqual([1, 4, 9]);
  });

  it('serves a number while the carrier cannot be reached, and parks it an hour later', () => {
    const one = life(DAILY, true, NO_GRACE);
    one.next();
    const asked: number[] = [];
    while (one.state.status !== 'parked') {
      asked.push((one.now.getTime() - DUE.getTime()) / MINUTE);
      expect(one.served()).toBe(true);
      one.deny('carrier_unavailable');
      one.next();
    }
    expect(asked).toEqual([0, 5, 15, 35]);
    expect([one.now, one.served()]).toEqual([after(DAY_MS + HOUR), false]);
    // Tries continue all the same, and the period starts when a charge succeeds.
    expect(typesOf(one.next())).toEqual(['charge_requested']);
    one.pay();
    expect([one.state.status, one.served()]).toEqual(['active', true]);
  });
});

describe('a technical failure', () => {
  it('is no denial: the two are counted apart, and the same period is charged again', () => {
    const one = life();
    one.next();
    one.deny('not_taken');
    expect(one.state).toMatchObject({ status: 'grace', tries: 0, failures: 1 });
    expect(one.next()).toMatchObject([{ type: 'charge_requested', period: 1 }]);
    one.deny();
    expect(one.state).toMatchObject({ tries: 1, failures: 0 });
    for (let refusal = 0; refusal < 3; refusal++) {
      one.next();
      one.deny();
    }
    one.next();
    one.deny('carrier_unavailable');
    expect(one.state).toMatchObject({
      tries: 4,
      failures: 1,
      nextTryAt: new Date(one.now.getTime() + 5 * MINUTE),
    });
    one.next();
    one.deny('carrier_unavailable');
    expect(one.state.nextTryAt).toEqual(new Date(one.now.getTime() + 10 * MINUTE));
    one.next();
    one.pay();
    expect(one.state).toMatchObject({ status: 'active', tries: 0, failures: 0 });
  });

  it('waits longer with each failure in a row, whatever was denied before', () => {
    const answers = fc.array(fc.boolean(), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(answers, (failed) => {
        const one = life();
        let inARow = 0;
        for (const isTechnical of failed) {
          one.next();
          if (one.state.chargingPackageId === null) return;
          inARow = isTechnical ? inARow + 1 : 0;
          one.deny(isTechnical ? 'carrier_unavailable' : 'insufficient_airtime');
          const waits = ((one.state.nextTryAt?.getTime() ?? 0) - one.now.getTime()) / MINUTE;
          if (isTechnical) expect(waits).toBe(Math.min(5 * 2 ** (inARow - 1), 120));
        }
      }),
    );
  });
});

describe('arriving airtime', () => {
  it('during a charge in flight causes a try at once when that charge is denied for insufficient airtime', () => {
    const one = life();
    one.next();
    expect(typesOf(one.give({ type: 'top_up' }))).toEqual(['airtime_arrived']);
    expect(one.give({ type: 'top_up' })).toEqual([]);
    expect(typesOf(one.deny())).toEqual([
      'charge_denied',
      'grace_granted',
      'retry_brought_forward',
    ]);
    expect(one.due()).toEqual(one.now);
    expect(one.next()).toMatchObject([{ type: 'charge_requested', period: 1 }]);
    // No more airtime has arrived: now the retry schedule applies.
    expect(typesOf(one.deny())).toEqual(['charge_denied']);
    expect(one.due()).toEqual(nextTry(DUE, one.now, DEFAULT_RETRY_SCHEDULE));
  });

  it('causes no try when the charge was denied for another reason, failed technically, or succeeded', () => {
    const denied = (reason: string) => {
      const one = life();
      one.next();
      one.give({ type: 'top_up' });
      return typesOf(one.deny(reason));
    };
    expect([denied('spending_limit'), denied('carrier_unavailable')]).toEqual([
      ['charge_denied', 'grace_granted'],
      ['charge_denied'],
    ]);
    const paid = life();
    paid.next();
    paid.give({ type: 'top_up' });
    paid.pay();
    expect(paid.state).toMatchObject({ status: 'active', toppedUpAt: null, chargingSince: null });
    paid.next();
    expect(typesOf(paid.deny())).toEqual(['charge_denied', 'grace_granted']);
  });

  it('brings forward four tries a day, not ten, and four more on the next day', () => {
    const one = life();
    one.next();
    one.deny();
    const recharges = (times: number): number => {
      let tries = 0;
      for (let recharge = 0; recharge < times; recharge++) {
        one.give({ type: 'top_up' });
        if ((one.due()?.getTime() ?? 0) > one.now.getTime()) continue;
        one.next();
        one.deny();
        tries++;
      }
      return tries;
    };
    expect(recharges(10)).toBe(4);
    // The retry schedule continues.
    expect(one.due()).toEqual(nextTry(DUE, one.now, DEFAULT_RETRY_SCHEDULE));
    one.at(new Date(one.now.getTime() + DAY_MS));
    one.next();
    one.deny();
    expect(recharges(10)).toBe(4);
  });

  it('that arrives many times at one instant causes one try', () => {
    const one = life();
    one.next();
    one.deny();
    const events = Array.from({ length: 10 }, () => one.give({ type: 'top_up' })).flat();
    expect(typesOf(events)).toEqual(['retry_brought_forward']);
    expect(one.state.topUpTries).toBe(1);
  });
});
