import { freeTrialFlag } from '@bonisa/domain/subscription/entitlement';
import { isLive } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import { keyedHash, keyedHashes } from '@bonisa/kit/secrets/keyed-hash';
import type { SessionService } from '@bonisa/people/identity/session.service';
import type { Charge } from '../billing/charges/charge.repository.ts';
import type { ChargeDenial } from '../billing/charges/charge-outcome.service.ts';
import type { ServiceBrand } from '../subscription/offers.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import { toState } from '../subscription/subscription.state.ts';
import { wordsOf } from './accept.refusals.ts';
import type { Accepted, AcceptRefusal } from './accept.types.ts';
import type { AcceptAttempt, AcceptAttemptRepository } from './accept-attempt.repository.ts';

/**
 * A repeated attempt serves to recover a lost answer, not to sign in: it is answered for this long.
 */
const REPEAT_MS = 5 * 60_000;
/**
 * After a late confirmation nobody has had the answer yet: the page asks for it while it is open.
 */
const UNANSWERED_MS = 60 * 60_000;

export interface AcceptReplayDependencies {
  readonly subscriptions: Pick<SubscriptionRepository, 'byId'>;
  readonly attempts: AcceptAttemptRepository;
  readonly sessions: Pick<SessionService, 'isLive' | 'discard' | 'idOf'>;
  /** The first charge of a subscription. */
  readonly openingCharge: (subscriptionId: string) => Promise<Charge | undefined>;
  readonly clock: Clock;
  readonly brand: ServiceBrand;
  /**
   * Together with an attempt's nonce this key yields the session that the attempt signs in with.
   */
  readonly key: Buffer;
}

export type AcceptReplay = ReturnType<typeof createAcceptReplay>;

/** The answer to an accepted attempt: the first time, and when it is sent again. */
export function createAcceptReplay({
  subscriptions,
  attempts,
  sessions,
  openingCharge,
  clock,
  brand,
  key,
}: AcceptReplayDependencies) {
  const refuse = (outcome: Exclude<AcceptRefusal, 'otp_other_package'>): Accepted => ({
    ok: false,
    outcome,
    description: wordsOf(outcome, brand),
  });

  /** Secret: it signs in. Neither the table nor the request alone yields it. */
  const seedOf = ({ key: attemptKey, nonce }: Pick<AcceptAttempt, 'key' | 'nonce'>): string =>
    keyedHash(key, attemptKey, nonce);

  /**
   * The seed of the session that an answered attempt has: it may be by another key of the ring.
   */
  const storedSeedOf = ({ key: attemptKey, nonce, sessionHash }: AcceptAttempt): string => {
    const seeds = keyedHashes(key, attemptKey, nonce);
    return seeds.find((seed) => sessions.idOf(seed) === sessionHash) ?? seeds[0];
  };

  const succeed = (
    outcome: 'subscribed' | 'signed_in',
    subscription: SubscriptionRow,
    seed?: string,
  ): Accepted => ({
    ok: true,
    outcome,
    subscriberId: subscription.subscriberId,
    subscription,
    freeTrial: freeTrialFlag(toState(subscription), clock.now()),
    ...(seed === undefined ? {} : { session: { seed, subscriberId: subscription.subscriberId } }),
  });

  /** A retry after a lost response must report `subscribed`, not `signed_in`. */
  const signedInAlready = (row: SubscriptionRow, transactionId: string, seed?: string): Accepted =>
    succeed(row.transactionId === transactionId ? 'subscribed' : 'signed_in', row, seed);

  /**
   * Whether an attempt still signs in: soon after its first answer, and only while its session
   * exists.
   */
  const signsIn = async (attempt: AcceptAttempt, row: SubscriptionRow): Promise<boolean> => {
    if (attempt.sessionHash === null || !(await sessions.isLive(attempt.sessionHash))) return false;
    const now = clock.now().getTime();
    if (attempt.answeredAt !== null) return now - attempt.answeredAt.getTime() < REPEAT_MS;
    const decidedAt = (await openingCharge(row.id))?.decidedAt ?? attempt.at;
    return now - Math.max(attempt.at.getTime(), decidedAt.getTime()) < UNANSWERED_MS;
  };

  return {
    refuse,
    succeed,
    signedInAlready,
    seedOf,

    /** The present answer to an accepted attempt: its charge may have an outcome since. */
    answer: async (attempt: AcceptAttempt, transactionId: string): Promise<Accepted> => {
      const row =
        attempt.subscriptionId === null
          ? undefined
          : await subscriptions.byId(attempt.subscriptionId);
      if (row?.status === 'pending') return refuse('payment_pending');
      if (row && isLive(row.status)) {
        if (!(await signsIn(attempt, row))) return refuse('otp_expired');
        await attempts.markAnswered(attempt.key, clock.now());
        return signedInAlready(row, transactionId, storedSeedOf(attempt));
      }
      const charge = row && (await openingCharge(row.id));
      if (charge?.state !== 'denied') return refuse('otp_expired');
      await attempts.reopen(attempt.key);
      if (attempt.sessionHash !== null) await sessions.discard(attempt.sessionHash);
      return refuse(charge.reason as ChargeDenial);
    },
  };
}
