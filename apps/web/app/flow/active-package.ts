import { DAY_MS, durationDays } from '@bonisa/domain/package-catalogue';
import type { ActivePackage } from '../storage/entries.ts';

export interface Purchase {
  readonly subscriberId: string;
  readonly packageId: string;
  readonly transactionId: string;
  /** `"5.00"`. */
  readonly amount: string;
  /**
   * Of a number that was only signed in: until when it is served, and whether that is its first
   * free day.
   */
  readonly served?: { readonly until: Date; readonly freeTrial: boolean } | undefined;
}

/**
 * The active package as it is kept locally (rows E3, F7): bought now and running 1, 7 or 30 days by
 * its id. Where somebody signs in to what they already hold, it ends when that ends.
 */
export function activePackage(purchase: Purchase, now: Date): ActivePackage {
  const duration = durationDays(purchase.packageId);
  const { served } = purchase;
  const bought = served
    ? new Date(served.until.getTime() - (served.freeTrial ? 1 : duration) * DAY_MS)
    : now;
  const expires = served ? served.until : new Date(now.getTime() + duration * DAY_MS);
  return {
    subscriber_id: purchase.subscriberId,
    package_id: purchase.packageId,
    purchase_date: localTime(bought),
    expiry_date: localTime(expires),
    transaction_id: purchase.transactionId,
    duration,
    amount: purchase.amount,
  };
}

/**
 * Whether the first free day is running: the purchase is under 24 hours old (row F8). A date that
 * cannot be read is no trial.
 */
export function isFreeTrial(held: Pick<ActivePackage, 'purchase_date'>, now: Date): boolean {
  const bought = new Date(held.purchase_date.replace(' ', 'T')).getTime();
  const age = now.getTime() - bought;
  return age >= 0 && age < DAY_MS;
}

/** `2026-11-20 14:05:09`, in the browser's own time. */
export function localTime(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
