import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { logQuietly } from '../browser/log-quietly.ts';
import { useViewer } from '../browser/viewer.ts';

/**
 * Shows a toast, on any page, when a payment could not be charged, with a link to the account. Not
 * on the account and watch pages, which show it themselves. Its script is loaded only then.
 */
export function usePaymentToast(): void {
  const viewer = useViewer();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const member = viewer.state === 'known' && viewer.viewer.signed_in ? viewer.viewer : undefined;
  const tell = useEffectEvent(() => {
    if (member)
      import('./payment-toast.ts').then(
        ({ tellOfPayment }) => tellOfPayment(member, navigate),
        (error: unknown) => logQuietly('payment', error),
      );
  });
  const state = member?.subscription?.state;
  const isElsewhere = !/^\/(profile|video|episode)\b/.test(pathname);
  const news = isElsewhere && (state === 'grace' || state === 'parked') ? state : undefined;
  useEffect(() => {
    if (news) tell();
  }, [news]);
}
