// WASPA 15: no charge differs from what the newest consent of its subscription says.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PackagePrice } from './agreed-price.ts';
import { live, lives } from './any-life.test-kit.ts';
import { sold } from './sold.test-kit.ts';
import type { Subscription, SubscriptionEvent } from './subscription.ts';

/** A consent, from when it counts, and whether it was given up or its charge denied. */
interface Consent extends PackagePrice {
  readonly from: Date;
  /** Of a dearer package at once: the period that it asks for. */
  readonly period?: number;
  counts: boolean;
}

/**
 * The consents of one subscription, written without the product's own rules: the newest one that
 * counts and whose beginning has come says the price.
 */
function consents(first: PackagePrice, at: Date) {
  const given: Consent[] = [{ ...first, from: at, counts: true }];
  let paid = 0;
  const giveUp = (which: (one: Consent) => boolean): void => {
    for (const one of given.slice(paid + 1)) if (which(one)) one.counts = false;
  };
  return {
    see: (before: Subscription | undefined, event: SubscriptionEvent): void => {
      if (event.type === 'package_change_requested') {
        const { packageId, price, from = event.at } = event;
        // Naming what is held takes back everything since; anything else what has not begun.
        const isBack = packageId === before?.packageId && price === before.price;
        giveUp((one) => isBack || one.from > event.at);
        if (!isBack) given.push({ packageId, price, from, counts: true });
      }
      if (event.type === 'charge_requested' && event.atOnce) {
        const { packageId, amount: price, period } = event;
        given.push({ packageId, price, period, from: event.at, counts: true });
      }
      if (event.type === 'charge_denied') giveUp(({ period }) => period === event.period);
      if (event.type === 'charge_succeeded') {
        const { amount, packageId = before?.chargingPackageId ?? before?.packageId } = event;
        const at = given.findLastIndex(
          (one) => one.packageId === packageId && one.price === amount && one.from <= event.at,
        );
        const one = given[at];
        if (!one) throw new Error('something was paid without a consent');
        paid = at;
        one.counts = true;
        // What was to follow is given up for a package that begins at once.
        if (one.period === event.period && before?.chargingPackageId === packageId)
          for (const other of given) if (other !== one) other.counts = false;
      }
    },
    at: (now: Date): PackagePrice | undefined =>
      given.findLast((one) => one.from <= now && one.counts),
  };
}

describe('the price of any charge', () => {
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
});
