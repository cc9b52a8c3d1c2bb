// WASPA 15: no charge differs from what the newest consent of its subscription says. ICASA 15: the
// charges of a month under one consent come to at most R200.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { monthOf } from '../south-african-time.ts';
import type { PackagePrice } from './agreed-price.ts';
import { live, lives } from './any-life.test-kit.ts';
import { sold } from './sold.test-kit.ts';
import type { Subscription, SubscriptionEvent } from './subscription.ts';

/** The limit of a month, so low that lives reach it. */
const LIMIT = 10_00;

/** A consent, from when it counts, and whether it was given up or its charge denied. */
interface Consent extends PackagePrice {
  readonly from: Date;
  /** Of a dearer package at once: the period that it asks for. */
  readonly period?: number;
  counts: boolean;
  /** What was taken under it, by month. */
  readonly taken: Map<string, number>;
}

/**
 * The consents of one subscription, written without the product's own rules: the newest one that
 * counts and whose beginning has come says the price.
 */
function consents(first: PackagePrice, at: Date) {
  const given: Consent[] = [];
  const give = (one: Omit<Consent, 'counts' | 'taken'>): void => {
    given.push({ ...one, counts: true, taken: new Map() });
  };
  give({ ...first, from: at });
  let paid = 0;
  const giveUp = (which: (one: Consent) => boolean): void => {
    for (const one of given.slice(paid + 1)) if (which(one)) one.counts = false;
  };
  return {
    see: (before: Subscription | undefined, event: SubscriptionEvent): void => {
      if (event.type === 'package_change_requested') {
        const { packageId, price, from = event.at } = event;
        // Naming what is held takes back every other package and price since; anything else what
        // has not begun.
        const isHeld = (one: PackagePrice): boolean =>
          one.packageId === before?.packageId && one.price === before.price;
        const isBack = isHeld({ packageId, price });
        giveUp((one) => (isBack && !isHeld(one)) || one.from > event.at);
        // It is a consent only where it says that the price is taken now.
        if (!isBack || event.chargedNow) give({ packageId, price, from });
      }
      if (event.type === 'charge_requested' && event.atOnce) {
        const { packageId, amount: price, period } = event;
        give({ packageId, price, period, from: event.at });
      }
      if (event.type === 'charge_denied') {
        giveUp(({ period }) => period === event.period);
        // What was planned before a dearer package at once still follows where that was denied,
        // and where the denial turns out to be wrong.
        const at = given.findIndex((one) => one.period === event.period && !one.counts);
        if (at > paid) given.splice(paid + 1, 0, ...given.splice(at, 1));
      }
      if (event.type === 'charge_succeeded') {
        const { amount, packageId = before?.chargingPackageId ?? before?.packageId } = event;
        const at = given.findLastIndex(
          (one) => one.packageId === packageId && one.price === amount && one.from <= event.at,
        );
        const one = given[at];
        if (!one) throw new Error('something was paid without a consent');
        paid = at;
        one.counts = true;
        const month = monthOf(event.at);
        one.taken.set(month, (one.taken.get(month) ?? 0) + amount);
        // What was to follow is given up for a package that begins at once.
        if (one.period === event.period && before?.chargingPackageId === packageId)
          for (const other of given) if (other !== one) other.counts = false;
      }
    },
    at: (now: Date): Consent | undefined => given.findLast((one) => one.from <= now && one.counts),
  };
}

describe('any charge', () => {
  it('is what the newest consent says, whatever was announced, accepted, taken back or denied', () => {
    const charges = { plain: 0, announced: 0 };
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        let said: ReturnType<typeof consents> | undefined;
        live(start, trial, steps, (before, event, now) => {
          if (before === undefined) said = consents(sold(start), now);
          if (event.type === 'charge_requested' && !event.atOnce) {
            expect({ packageId: event.packageId, price: event.amount }).toEqual({
              packageId: said?.at(now)?.packageId,
              price: said?.at(now)?.price,
            });
            charges[before?.nextFrom ? 'announced' : 'plain'] += 1;
          }
          said?.see(before, event);
        });
      }),
      { numRuns: 2000 },
    );
    // Both kinds were there, so the property says something.
    expect(Math.min(charges.plain, charges.announced)).toBeGreaterThan(10);
  });

  it('exceeds the limit of a month under no consent, however packages are planned and taken back', () => {
    const charges = { within: 0, withheld: 0 };
    fc.assert(
      fc.property(lives, ([start, trial, steps]) => {
        let said: ReturnType<typeof consents> | undefined;
        const see: Parameters<typeof live>[3] = (before, event, now) => {
          if (before === undefined) said = consents(sold(start), now);
          if (before && event.type === 'charge_requested' && !event.atOnce) {
            const taken = said?.at(now)?.taken.get(monthOf(now)) ?? 0;
            expect(taken + event.amount).toBeLessThanOrEqual(LIMIT);
            if (taken > 0) charges.within += 1;
          }
          if (event.type === 'charge_withheld') charges.withheld += 1;
          said?.see(before, event);
        };
        live(start, trial, steps, see, LIMIT);
      }),
      { numRuns: 2000 },
    );
    expect(Math.min(charges.within, charges.withheld)).toBeGreaterThan(10);
  });
});
