import { refreshViewer, type SignedInViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { ErrorNotice } from '../design/notice.tsx';
import { SUBSCRIBE_AGAIN, signInAddress } from '../titles/addresses.ts';
import { say } from '../words/words.ts';
import { Consents, Messages, Payments } from './account-history.tsx';
import { renews } from './account-words.ts';
import { CancelSubscription } from './cancel-subscription.tsx';
import { ChangePackage } from './change-package.tsx';
import { MyData } from './my-data.tsx';
import { PriceOffer } from './price-offer.tsx';
import { SubscriptionStatus } from './subscription-status.tsx';
import { useAccount, useChargeUnderWay } from './use-account.ts';

/** The space of the screen while its viewer or the account is not known. */
export function WaitingAccount() {
  return <div className="waiting h-[32rem]" role="status" aria-label={say('account.loading')} />;
}

/**
 * A signed-in viewer's subscription and payments, and the actions on them. All of it comes at once:
 * what came later would move a button under a finger.
 */
export function AccountScreen({ viewer }: { viewer: SignedInViewer }) {
  const { account, reload } = useAccount();
  const { subscription } = viewer;
  const known = account.state === 'known' ? account.account : undefined;
  const refresh = () => Promise.all([refreshViewer(), reload()]);
  useChargeUnderWay(subscription?.payment_pending ?? false, refresh);
  if (account.state === 'waiting') return <WaitingAccount />;
  return (
    <>
      <SubscriptionStatus viewer={viewer} account={known} />
      {subscription && renews(subscription.state) ? (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {/* Above what comes and goes with a payment. */}
          <CancelSubscription subscription={subscription} onCancelled={refresh} />
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
        </div>
      ) : (
        <div className="mt-4">
          <ButtonLink look="primary" to={signInAddress('/profile/account')} state={SUBSCRIBE_AGAIN}>
            {say('account.subscribe_again')}
          </ButtonLink>
        </div>
      )}
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
