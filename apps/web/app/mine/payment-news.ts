import type { SignedInViewer } from '../browser/viewer.ts';
import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { IN_TAB } from '../storage/entries.ts';

/** What this tab was told of already. */
const TOLD: StoredItem<string> = {
  key: IN_TAB.paymentNews,
  lifetime: null,
  is: (value): value is string => typeof value === 'string',
};

/**
 * What somebody who opens the site should know of a payment that could not be taken, once in a tab
 * for each state; `undefined` where there is nothing, or nothing new. Where it is being asked for
 * right now there is nothing to do about it.
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
