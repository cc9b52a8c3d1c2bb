import { Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../browser/load-again.ts';
import { useViewer } from '../browser/viewer.ts';
import { storePaymentHint } from './room-hints.ts';

const PaymentBanner = lazyPart(() => import('./payment-banner.tsx'));

/**
 * The place of the banner of an open payment, whose script is loaded only then. Not on the account
 * and watch pages, which say it themselves.
 */
export function PaymentRoom() {
  const viewer = useViewer();
  const { pathname } = useLocation();
  const known = viewer.state === 'known' ? viewer.viewer : undefined;
  const state = known?.signed_in ? known.subscription?.state : undefined;
  const isOpen = state === 'grace' || state === 'parked';
  const isPaid = known !== undefined && !isOpen;
  useEffect(() => {
    if (isPaid) storePaymentHint(false);
  }, [isPaid]);
  if (isPaid || /^\/(profile|video|episode)\b/.test(pathname)) return null;
  return (
    <div className="payment-room" role="status">
      {isOpen && known?.signed_in ? (
        <Suspense>
          <PaymentBanner key={state} member={known} />
        </Suspense>
      ) : null}
    </div>
  );
}
