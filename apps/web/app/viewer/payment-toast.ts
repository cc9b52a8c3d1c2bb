import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { type SignedInViewer, useViewer } from '../browser/viewer.ts';
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

/**
 * Shows a toast, on any page, when a payment could not be charged, with a link to the account. Not
 * on the account and watch pages, which show it themselves.
 */
export function usePaymentToast(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const member = viewer.state === 'known' && viewer.viewer.signed_in ? viewer.viewer : undefined;
  const tell = useEffectEvent(() => {
    const news = member && paymentToast(member, session);
    if (news)
      toasts.say(
        news,
        { label: 'My Account', act: () => void navigate('/profile/account') },
        { important: true },
      );
  });
  const state = /^\/(profile|video|episode)\b/.test(pathname)
    ? undefined
    : member?.subscription?.state;
  useEffect(() => {
    if (state !== undefined) tell();
  }, [state]);
}
