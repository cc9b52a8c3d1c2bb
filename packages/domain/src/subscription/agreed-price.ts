import type { Cents } from '../money/rand.ts';
import type { PackageId } from '../packages/package-catalogue.ts';
import type { Subscription } from './subscription.ts';

/** A package at a price. */
export interface PackagePrice {
  readonly packageId: PackageId;
  readonly price: Cents;
}

/** What the owner of a subscription agreed to: the held package and price, and what follows. */
export type Agreed = Pick<
  Subscription,
  'packageId' | 'price' | 'nextPackageId' | 'nextPrice' | 'nextFrom'
>;

/** What a charge at an instant is for, as its owner agreed. */
export function chargedAt(state: Agreed, at: Date): PackagePrice {
  const { packageId, price, nextPackageId, nextPrice, nextFrom } = state;
  const begins = nextPackageId !== null && (nextFrom === null || nextFrom <= at);
  return begins ? { packageId: nextPackageId, price: nextPrice ?? price } : { packageId, price };
}

/** What the next charge is for: when the paid time ends, or at the next try. */
export function chargedNext(
  state: Agreed & Pick<Subscription, 'paidUntil' | 'nextTryAt'>,
  now: Date,
): PackagePrice {
  const at = state.nextTryAt ?? state.paidUntil;
  return chargedAt(state, at && at > now ? at : now);
}

/**
 * Whether this package at this price is what follows: from `from` on, or from the next charge on
 * where that is absent.
 */
export function follows(
  state: Agreed,
  { packageId, price, from }: PackagePrice & { readonly from?: Date },
  now: Date,
): boolean {
  const { nextFrom } = state;
  const waits = nextFrom !== null && nextFrom > now ? nextFrom : undefined;
  const next = {
    packageId: state.nextPackageId ?? state.packageId,
    price: state.nextPrice ?? state.price,
  };
  return (
    packageId === next.packageId && price === next.price && from?.getTime() === waits?.getTime()
  );
}
