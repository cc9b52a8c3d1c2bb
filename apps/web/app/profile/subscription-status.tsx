import type { SignedInViewer } from '../browser/viewer.ts';
import { Fact } from '../design/fact.tsx';
import { CheckIcon, ClockIcon, InfoIcon } from '../design/icons.tsx';
import { say } from '../words/words.ts';
import {
  dateWords,
  type Holding,
  nextEventOf,
  numberHint,
  pricePer,
  renews,
  stateWords,
} from './account-words.ts';
import { RechargeLinks } from './recharge-links.tsx';
import { subscriptionWordsOf, type Tone } from './subscription-words.ts';
import type { AccountData } from './use-account.ts';

export interface SubscriptionStatusProps {
  viewer: SignedInViewer;
  /** The account, once loaded. */
  account: AccountData | undefined;
}

/** The id of its heading. */
export const STANDING = 'standing';

const SIGNS: Readonly<Record<Tone, typeof ClockIcon>> = {
  good: CheckIcon,
  waits: ClockIcon,
  over: InfoIcon,
};

/** The held package and its state: the end of service, the next charge, and what helps. */
export function SubscriptionStatus({ viewer, account }: SubscriptionStatusProps) {
  const { subscription, msisdn } = viewer;
  if (!subscription) {
    return (
      <section>
        <h2 className="text-heading">{say('account.subscription')}</h2>
        <dl className="facts sheet mt-3">
          <Fact term={say('account.number')}>{numberHint(msisdn)}</Fact>
          <Fact term={say('account.held')}>{say('account.held.none')}</Fact>
        </dl>
      </section>
    );
  }
  const { tone, words } = subscriptionWordsOf(subscription, {
    cheaper: hasCheaper(subscription, account),
  });
  const Sign = SIGNS[tone];
  const [first, ...rest] = words;
  return (
    <section aria-labelledby={STANDING}>
      <h2 id={STANDING} tabIndex={-1} className="text-heading scroll-mt-20 outline-none">
        {say('account.subscription')}
      </h2>
      <div className={`standing standing-${tone} mt-3`}>
        <p className="standing-holds">
          {subscription.name}{' '}
          {renews(subscription.state) ? (
            <span className="standing-price">{pricePer(subscription)}</span>
          ) : null}
        </p>
        <div role="status" className="standing-words">
          <p className="standing-state">
            <Sign width="20" height="20" />
            {standingWords(subscription)}
          </p>
          <p className="standing-first">{first}</p>
          {rest.length > 0 ? <p>{rest.join(' ')}</p> : null}
          {isUnpaid(subscription) ? (
            <p>
              <RechargeLinks recharge={subscription.recharge} />
            </p>
          ) : null}
        </div>
        <Facts subscription={subscription} msisdn={msisdn} next={account?.next_package ?? null} />
      </div>
    </section>
  );
}

function Facts({
  subscription,
  msisdn,
  next,
}: {
  subscription: Holding;
  msisdn: string;
  next: AccountData['next_package'];
}) {
  const coming = nextEventOf(subscription);
  // An accepted price may begin some payments later.
  const { paid_until: until } = subscription;
  const begins = next && until && next.from > until ? dateWords(next.from) : undefined;
  return (
    <dl className="facts">
      {coming ? <Fact term={coming.term}>{coming.words}</Fact> : null}
      {next && renews(subscription.state) ? (
        <Fact term={say('account.after_that')}>
          {next.name} · {pricePer(next)}
          {begins ? ` ${say('account.change.from', { at: begins })}` : ''}
        </Fact>
      ) : null}
      <Fact term={say('account.number')}>{numberHint(msisdn)}</Fact>
      <Fact term={say('account.since')}>{dateWords(subscription.started_at)}</Fact>
    </dl>
  );
}

function standingWords(subscription: Holding): string {
  if (subscription.payment_pending) return stateWords('pending');
  return subscription.free_trial && renews(subscription.state)
    ? stateWords('trial')
    : stateWords(subscription.state);
}

/** Whether a payment waits for airtime. */
function isUnpaid({ state, payment_pending, withheld }: Holding): boolean {
  return (state === 'grace' || state === 'parked') && !payment_pending && !withheld;
}

function hasCheaper({ next_amount }: Holding, account: AccountData | undefined): boolean {
  return account?.packages.some(({ price }) => Number(price) < Number(next_amount)) ?? false;
}
