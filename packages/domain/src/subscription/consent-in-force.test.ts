// WASPA 15: a disputed charge is judged by the consent that it rests on.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { live, lives } from './any-life.test-kit.ts';
import { type AgreementEvent, consentInForce, type DatedConsent } from './consent-in-force.ts';
import { sold } from './sold.test-kit.ts';
import { type SubscriptionEvent, waitsForAirtime } from './subscription.ts';
import { evolve } from './subscription-evolve.ts';

const DAILY = 'p-grtv-daily-c-01';
const WEEKLY = 'p-grtv-weekly-c-01';
const on = (day: number): Date => new Date(Date.UTC(2026, 10, day, 8));
const consent = (day: number, price: number, packageId = DAILY): DatedConsent => ({
  packageId,
  price,
  at: on(day),
});
const begun: AgreementEvent = {
  type: 'trial_started',
  at: on(1),
  packageId: DAILY,
  price: 500,
};
const asks = (day: number, price: number, from?: number, packageId = DAILY): AgreementEvent => ({
  type: 'package_change_requested',
  at: on(day),
  packageId,
  price,
  ...(from === undefined ? {} : { from: on(from) }),
});
const charge = (day: number, amount: number): AgreementEvent[] => [
  { type: 'charge_requested', at: on(day), packageId: DAILY, period: day, amount },
  { type: 'charge_succeeded', at: on(day), period: day, amount },
];
/** The price of the consent that a charge of a day rests on. */
const priceOn = (
  day: number,
  consents: readonly DatedConsent[],
  events: readonly AgreementEvent[],
  packageId = DAILY,
) => consentInForce(consents, events, { packageId, at: on(day) })?.price;

describe('the consent in force at a charge', () => {
  it('is the opt-in while an accepted price has not begun, and that price from then on', () => {
    const consents = [consent(1, 500), consent(3, 600)];
    const events = [begun, asks(3, 600, 20)];
    expect([2, 4, 19, 20, 25].map((day) => priceOn(day, consents, events))).toEqual([
      500, 500, 500, 600, 600,
    ]);
  });

  it('is the opt-in again once an accepted price is taken back, which writes no consent', () => {
    const consents = [consent(1, 500), consent(3, 600)];
    const events = [begun, ...charge(2, 500), asks(3, 600, 20), asks(5, 500)];
    expect([4, 6, 25].map((day) => priceOn(day, consents, events))).toEqual([500, 500, 500]);
    const atOnce = [begun, ...charge(2, 500), asks(3, 600), asks(5, 500)];
    expect([4, 6].map((day) => priceOn(day, consents, atOnce))).toEqual([600, 500]);
  });

  it('is the newest of several prices that were accepted before one was paid', () => {
    const consents = [consent(1, 500), consent(3, 600), consent(4, 700)];
    const events = [begun, asks(3, 600, 20), asks(4, 700, 22)];
    expect([21, 22].map((day) => priceOn(day, consents, events))).toEqual([500, 700]);
  });

  it('is a price that was paid, while a later one waits and after that is taken back', () => {
    const consents = [consent(1, 500), consent(3, 600), consent(11, 700)];
    const events = [begun, asks(3, 600, 10), ...charge(10, 600), asks(11, 700, 20), asks(15, 600)];
    expect([12, 16, 25].map((day) => priceOn(day, consents, events))).toEqual([600, 600, 600]);
  });

  it('is none of a package that was given up, and of no other package', () => {
    const consents = [consent(1, 500), consent(3, 1000, WEEKLY)];
    const events = [begun, asks(3, 1000, undefined, WEEKLY), asks(5, 500)];
    expect([4, 6].map((day) => priceOn(day, consents, events, WEEKLY))).toEqual([1000, undefined]);
    expect(priceOn(6, consents, events)).toBe(500);
  });

  it('is a price whose charge succeeded late, after it was taken back', () => {
    const consents = [consent(1, 500), consent(3, 600)];
    const events: AgreementEvent[] = [
      begun,
      asks(3, 600),
      { type: 'charge_requested', at: on(4), packageId: DAILY, period: 1, amount: 600 },
      { type: 'charge_denied', at: on(4), period: 1 },
      asks(5, 500),
      { type: 'charge_succeeded', at: on(7), period: 1, amount: 600, packageId: DAILY },
    ];
    expect([4, 6, 8].map((day) => priceOn(day, consents, events))).toEqual([600, 500, 600]);
  });

  it('is what was planned before a dearer package at once that was denied, also if paid late', () => {
    const consents = [consent(1, 500), consent(3, 400, WEEKLY), consent(4, 1000, WEEKLY)];
    const upgrade = { at: on(4), packageId: WEEKLY, period: 1, amount: 1000 };
    const events: AgreementEvent[] = [
      begun,
      asks(3, 400, undefined, WEEKLY),
      { type: 'charge_requested', atOnce: true, ...upgrade },
      { type: 'charge_denied', at: on(5), period: 1 },
      { type: 'charge_succeeded', ...upgrade, at: on(8) },
    ];
    expect([4, 6, 9].map((day) => priceOn(day, consents, events, WEEKLY))).toEqual([
      1000, 400, 400,
    ]);
  });

  it('is none without a consent before it, and one without an event counts by its time', () => {
    expect(priceOn(1, [], [begun])).toBeUndefined();
    expect(priceOn(1, [consent(2, 500)], [begun])).toBeUndefined();
    expect(priceOn(3, [consent(2, 400)], [begun])).toBe(400);
  });

  it('has the price of every charge that the product makes, in any life', () => {
    const charges = { renewal: 0, announced: 0, atOnce: 0 };
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        const events: SubscriptionEvent[] = [];
        const consents: DatedConsent[] = [];
        live(start, trial, steps, (before, event, now) => {
          if (before === undefined) consents.push({ ...sold(start), at: now });
          // As the change of package writes them: none where an earlier consent is still valid.
          if (event.type === 'package_change_requested' && before) {
            const { packageId, price, from } = event;
            const isTriedNow = waitsForAirtime(before) && from === undefined;
            if (isTriedNow || evolve(before, event).nextPackageId !== null)
              consents.push({ packageId, price, at: now });
          }
          if (event.type === 'charge_requested' && event.atOnce)
            consents.push({ packageId: event.packageId, price: event.amount, at: now });
          events.push(event);
          if (event.type !== 'charge_requested') return;
          const { packageId, amount, atOnce } = event;
          expect(consentInForce(consents, events, { packageId, at: now })).toMatchObject({
            packageId,
            price: amount,
          });
          charges[atOnce ? 'atOnce' : before?.nextFrom ? 'announced' : 'renewal'] += 1;
        });
      }),
      { numRuns: 4000 },
    );
    // All kinds were there, so the property says something.
    expect(Math.min(...Object.values(charges))).toBeGreaterThan(0);
  });

  it('does not depend on what happens after the charge', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ day: fc.integer({ min: 2, max: 28 }), price: fc.nat(9) }), {
          maxLength: 8,
        }),
        fc.integer({ min: 1, max: 28 }),
        (changes, day) => {
          const ordered = changes.toSorted((one, other) => one.day - other.day);
          const consents = [consent(1, 5), ...ordered.map((one) => consent(one.day, one.price))];
          const events = [begun, ...ordered.map((one) => asks(one.day, one.price))];
          const until = ordered.filter((one) => one.day <= day);
          const known = [consent(1, 5), ...until.map((one) => consent(one.day, one.price))];
          expect(priceOn(day, consents, events)).toBe(
            priceOn(day, known, [begun, ...until.map((one) => asks(one.day, one.price))]),
          );
        },
      ),
    );
  });
});
