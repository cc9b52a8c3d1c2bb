import { DAY_MS, durationDays } from '@bonisa/domain/packages/package-catalogue';
import type { ActivePackage } from '../storage/stored-items.ts';

export interface Purchase {
  readonly subscriberId: string;
  readonly packageId: string;
  readonly transactionId: string;
  /** `"5.00"`. */
  readonly amount: string;
  /**
   * For a number that only signed in: the end of its service, and whether that is its free first
   * day.
   */
  readonly served?: { readonly until: Date; readonly freeTrial: boolean } | undefined;
}

/**
 * The active package as stored in the browser (rows E3, F7): bought now, lasting 1, 7 or 30 days by
 * its id. For a sign-in to a running subscription it ends when that subscription's service ends.
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
 * Whether the free first day is running: the purchase is under 24 hours old (row F8). False for an
 * unreadable date.
 */
export function isFreeTrial(held: Pick<ActivePackage, 'purchase_date'>, now: Date): boolean {
  const bought = new Date(held.purchase_date.replace(' ', 'T')).getTime();
  const age = now.getTime() - bought;
  return age >= 0 && age < DAY_MS;
}

/** `2026-11-20 14:05:09`, in the browser's local time. */
export function localTime(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${String(at.getFullYear()).padStart(4, '0')}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}
