import type { NavigateFunction } from 'react-router';
import type { SignedInViewer } from '../browser/viewer.ts';
import {
  type BrowserStorage,
  createBrowserStorage,
  type StoredItem,
} from '../storage/browser-storage.ts';
import { SESSION_KEYS } from '../storage/stored-items.ts';
import { toasts } from './toast.tsx';

/** The states that this tab has already shown. */
const SHOWN_STATE: StoredItem<string> = {
  key: SESSION_KEYS.paymentToast,
  lifetime: null,
  is: (value): value is string => typeof value === 'string',
};

/**
 * The toast about a payment that could not be charged, once per tab and state; `undefined` without
 * such a payment, when it was shown already, or while a charge is in flight.
 */
export function paymentToast(
  { subscription, entitled }: Pick<SignedInViewer, 'subscription' | 'entitled'>,
  storage: BrowserStorage,
): string | undefined {
  if (!subscription || subscription.payment_pending) return undefined;
  const { state, next_amount, paid_until } = subscription;
  if (state !== 'grace' && state !== 'parked') return undefined;
  const news = `${state} ${paid_until}`;
  if (storage.read(SHOWN_STATE) === news) return undefined;
  storage.write(SHOWN_STATE, news);
  return entitled
    ? `R${next_amount} could not be taken. Please recharge to keep watching.`
    : `R${next_amount} could not be taken, so watching is paused. Recharge to go on.`;
}

const session = createBrowserStorage(() => window.sessionStorage, Date.now);

/** Shows the toast, if there is one to show, with a link to the account. */
export function tellOfPayment(member: SignedInViewer, navigate: NavigateFunction): void {
  const news = paymentToast(member, session);
  if (news)
    toasts.say(
      news,
      { label: 'My Account', act: () => void navigate('/profile/account') },
      { important: true },
    );
}
