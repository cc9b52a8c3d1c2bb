import { useLayoutEffect, useState } from 'react';
import { Link } from 'react-router';
import type { SignedInViewer } from '../browser/viewer.ts';
import { browsersOwn } from '../storage/forget-viewer.ts';
import { say } from '../words/words.ts';
import { paymentNews } from './payment-news.ts';
import { storePaymentHint } from './room-hints.ts';

/**
 * The slim banner of an open payment, above everything else of a page, which it moves down instead
 * of covering it. The next page reserves its space.
 */
export default function PaymentBanner({ member }: { member: SignedInViewer }) {
  const [, setClosed] = useState(false);
  const news = paymentNews(member, browsersOwn.session);
  const isShown = news !== undefined;
  useLayoutEffect(() => storePaymentHint(isShown), [isShown]);
  if (!news) return null;
  const close = () => {
    news.close();
    setClosed(true);
  };
  return (
    <div className="payment-banner">
      <p>
        {news.text}{' '}
        <Link to="/profile/account" className="text-link">
          {say('profile.account')}
        </Link>
      </p>
      <button type="button" className="toast-close" aria-label={say('close')} onClick={close} />
    </div>
  );
}
