import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useViewer } from '../browser/viewer.ts';
import { createBrowserStorage } from '../storage/browser-storage.ts';
import { paymentNews } from './payment-news.ts';
import { toasts } from './toast.store.ts';

const session = createBrowserStorage(() => window.sessionStorage, Date.now);

/**
 * Shows a toast, on any page, when a payment could not be charged, with a link to the account. Not
 * on the account and watch pages, which show it themselves.
 */
export function usePaymentNews(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const member = viewer.state === 'known' && viewer.viewer.signed_in ? viewer.viewer : undefined;
  const tell = useEffectEvent(() => {
    const news = member && paymentNews(member, session);
    if (news)
      toasts.say(
        news,
        { label: 'My Account', act: () => void navigate('/profile/account') },
        { weighs: true },
      );
  });
  const state = /^\/(profile|video|episode)\b/.test(pathname)
    ? undefined
    : member?.subscription?.state;
  useEffect(() => {
    if (state !== undefined) tell();
  }, [state]);
}
