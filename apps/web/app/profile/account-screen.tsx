import { refreshViewer, type SignedInViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import { Consents, Messages, Payments } from './account-history.tsx';
import { renews } from './account-words.ts';
import { CancelSubscription } from './cancel-subscription.tsx';
import { ChangePackage } from './change-package.tsx';
import { MyData } from './my-data.tsx';
import { PriceOffer } from './price-offer.tsx';
import { SubscriptionStatus } from './subscription-status.tsx';
import { useAccount, useChargeUnderWay } from './use-account.ts';

/** A signed-in viewer's subscription and payments, and the actions on them. */
export function AccountScreen({ viewer }: { viewer: SignedInViewer }) {
  const { account, reload } = useAccount();
  const { subscription } = viewer;
  const known = account.state === 'known' ? account.account : undefined;
  const refresh = () => Promise.all([refreshViewer(), reload()]);
  useChargeUnderWay(subscription?.payment_pending ?? false, refresh);
  return (
    <>
      <SubscriptionStatus viewer={viewer} account={known} />
      {subscription && renews(subscription.state) ? (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {known ? (
            <>
              <PriceOffer
                subscription={subscription}
                offer={known.price_offer}
                onAccepted={refresh}
              />
              <ChangePackage subscription={subscription} account={known} onChanged={refresh} />
            </>
          ) : null}
          <CancelSubscription subscription={subscription} onCancelled={refresh} />
        </div>
      ) : (
        <div className="mt-4">
          <ButtonLink look="primary" to={signInAddress('/profile/account')}>
            {say('account.subscribe_again')}
          </ButtonLink>
        </div>
      )}
      {account.state === 'waiting' ? (
        <div
          className="waiting mt-10 h-64"
          role="status"
          aria-label={say('account.loading_payments')}
        />
      ) : null}
      {account.state === 'failed' ? (
        <div className="mt-10 grid justify-items-start gap-4">
          <ErrorNotice>{account.problem}</ErrorNotice>
          <Button onClick={() => void reload()}>{say('try_again')}</Button>
        </div>
      ) : null}
      {known ? (
        <>
          <Payments charges={known.charges} />
          <Messages messages={known.messages} />
          <Consents consents={known.consents} />
        </>
      ) : null}
      <MyData />
    </>
  );
}
