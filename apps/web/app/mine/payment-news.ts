import type { SignedInViewer } from '../browser/viewer.ts';
import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { IN_TAB } from '../storage/entries.ts';

/** The states that this tab has already shown. */
const TOLD: StoredItem<string> = {
  key: IN_TAB.paymentNews,
  lifetime: null,
  is: (value): value is string => typeof value === 'string',
};

/**
 * The toast about a payment that could not be charged, once per tab and state; `undefined` without
 * such a payment, when it was shown already, or while a charge is in flight.
 */
export function paymentNews(
  { subscription, entitled }: Pick<SignedInViewer, 'subscription' | 'entitled'>,
  storage: BrowserStorage,
): string | undefined {
  if (!subscription || subscription.payment_pending) return undefined;
  const { state, next_amount, paid_until } = subscription;
  if (state !== 'grace' && state !== 'parked') return undefined;
  const news = `${state} ${paid_until}`;
  if (storage.read(TOLD) === news) return undefined;
  storage.write(TOLD, news);
  return entitled
    ? `R${next_amount} could not be taken. Please recharge to keep watching.`
    : `R${next_amount} could not be taken, so watching is paused. Recharge to go on.`;
}
