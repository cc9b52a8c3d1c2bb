import type { SignedInViewer } from '../browser/viewer.ts';
import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { SESSION_KEYS } from '../storage/stored-items.ts';
import { say } from '../words/words.ts';

/** What the viewer has closed in this tab. */
const CLOSED: StoredItem<string> = {
  key: SESSION_KEYS.paymentBanner,
  lifetime: null,
  is: (value): value is string => typeof value === 'string',
};

/** An open payment in words. */
export interface PaymentNews {
  readonly text: string;
  /** Closes it until the state changes. */
  close(): void;
}

/**
 * What the banner says about a payment that could not be charged; `undefined` without such a
 * payment, when this tab has closed it, or while a charge is in flight.
 */
export function paymentNews(
  { subscription, entitled }: Pick<SignedInViewer, 'subscription' | 'entitled'>,
  storage: BrowserStorage,
): PaymentNews | undefined {
  if (!subscription || subscription.payment_pending) return undefined;
  const { state, next_amount, paid_until } = subscription;
  const amount = next_amount ?? '';
  if (state !== 'grace' && state !== 'parked') return undefined;
  const news = `${state} ${paid_until}`;
  if (storage.read(CLOSED) === news) return undefined;
  return {
    text: entitled ? say('payment.due', { amount }) : say('payment.paused', { amount }),
    close: () => storage.write(CLOSED, news),
  };
}
