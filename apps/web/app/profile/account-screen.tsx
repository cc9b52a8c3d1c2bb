import { signInAddress } from '../browser/sign-in-address.ts';
import type { SignedInViewer } from '../browser/viewer.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Fact } from '../design/fact.tsx';
import { ErrorNotice, Notice } from '../design/notice.tsx';
import { dateWords, type Holding, nextOf, numberHint, pricePer, renews, STATE_WORDS } from './account-words.ts';
import { CancelSubscription } from './cancel-subscription.tsx';
import { ChangePackage } from './change-package.tsx';
import { Consents } from './consents.tsx';
import { MyData } from './my-data.tsx';
import { Payments } from './payments.tsx';
import { type AccountData, useAccount } from './use-account.ts';

/** What a signed-in viewer has and has paid, and everything that can be done about it. */
export function AccountScreen({ viewer }: { viewer: SignedInViewer }) {
  const { account, reload } = useAccount();
  const { subscription } = viewer;
  const known = account.state === 'known' ? account.account : undefined;
  return (
    <>
      <Holds viewer={viewer} next={known?.next_package ?? null} />
      {subscription && renews(subscription.state) ? (
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
          {known ? <ChangePackage subscription={subscription} account={known} onChanged={reload} /> : null}
          <CancelSubscription subscription={subscription} />
        </div>
      ) : (
        <SubscribeAgain entitled={viewer.entitled} />
      )}
      {account.state === 'waiting' ? <div className="waiting mt-10 h-64" role="status" aria-label="Loading your payments" /> : null}
      {account.state === 'failed' ? (
        <div className="mt-10 grid justify-items-start gap-4">
          <ErrorNotice>{account.problem}</ErrorNotice>
          <Button onClick={() => void reload()}>Try again</Button>
        </div>
      ) : null}
      {known ? (
        <>
          <Payments charges={known.charges} />
          <Consents consents={known.consents} />
        </>
      ) : null}
      <MyData />
    </>
  );
}

function Holds({ viewer, next }: { viewer: SignedInViewer; next: AccountData['next_package'] }) {
  const { subscription } = viewer;
  return (
    <section>
      <h2 className="text-heading">My subscription</h2>
      <dl className="facts sheet mt-3">
        <Fact term="Number">{numberHint(viewer.msisdn)}</Fact>
        {subscription ? <SubscriptionFacts subscription={subscription} next={next} /> : <Fact term="Subscription">None</Fact>}
      </dl>
    </section>
  );
}

function SubscriptionFacts({ subscription, next }: { subscription: Holding; next: AccountData['next_package'] }) {
  const coming = nextOf(subscription, next);
  return (
    <>
      <Fact term="Package">
        {subscription.name} · {pricePer(subscription)}
      </Fact>
      <Fact term="State">{subscription.free_trial && renews(subscription.state) ? STATE_WORDS.trial : STATE_WORDS[subscription.state]}</Fact>
      <Fact term="Since">{dateWords(subscription.started_at)}</Fact>
      {coming ? <Fact term={coming.term}>{coming.words}</Fact> : null}
      {next ? (
        <Fact term="After that">
          {next.name} · {pricePer(next)}
        </Fact>
      ) : null}
    </>
  );
}

function SubscribeAgain({ entitled }: { entitled: boolean }) {
  return (
    <div className="mt-4 grid gap-4">
      {entitled ? (
        <Notice tone="good">Your subscription is cancelled and no more airtime will be taken. What is paid for can still be watched.</Notice>
      ) : null}
      <div>
        <ButtonLink look="primary" to={signInAddress('/profile/account')}>
          Subscribe again
        </ButtonLink>
      </div>
    </div>
  );
}
