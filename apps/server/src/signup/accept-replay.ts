import { freeTrialFlag } from '@bonisa/domain/entitlement';
import { isLive } from '@bonisa/domain/subscription';
import type { Charge } from '../billing/charges/charge.repository.ts';
import type { ChargeDenial } from '../billing/charges/charge-outcome.service.ts';
import type { SessionService } from '../identity/session.service.ts';
import type { Clock } from '../platform/clock.ts';
import { keyedHash } from '../platform/keyed-hash.ts';
import type { ServiceBrand } from '../subscription/offers.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import { toState } from '../subscription/subscription.state.ts';
import { wordsOf } from './accept.refusals.ts';
import type { Accepted, Refusal } from './accept.types.ts';
import type { AcceptAttemptRepository, Press } from './accept-attempt.repository.ts';

/**
 * The same press again is for an answer that was lost on the way, not for signing in: it is
 * answered for so long.
 */
const REPEAT_MS = 5 * 60_000;
/**
 * Where a payment was confirmed late nobody has had the answer yet: the page asks for it while it
 * is open.
 */
const UNANSWERED_MS = 60 * 60_000;

export interface PressAnswerDependencies {
  readonly subscriptions: Pick<SubscriptionRepository, 'byId'>;
  readonly presses: AcceptAttemptRepository;
  readonly sessions: Pick<SessionService, 'isLive' | 'discard'>;
  /** The charge that a subscription began with. */
  readonly openingCharge: (subscriptionId: string) => Promise<Charge | undefined>;
  readonly clock: Clock;
  readonly brand: ServiceBrand;
  /** With a press's nonce it leads to the session that the press signs in with. */
  readonly key: Buffer;
}

export type AcceptReplay = ReturnType<typeof createAcceptReplay>;

/** What is answered to a press that was accepted: at first, and when it is sent again. */
export function createAcceptReplay({
  subscriptions,
  presses,
  sessions,
  openingCharge,
  clock,
  brand,
  key,
}: PressAnswerDependencies) {
  const refuse = (outcome: Exclude<Refusal, 'otp_other_package'>): Accepted => ({
    ok: false,
    outcome,
    description: wordsOf(outcome, brand),
  });

  /** Secret: whoever knows it is signed in. Neither the table nor the request alone leads to it. */
  const seedOf = ({ key: attemptKey, nonce }: Pick<Press, 'key' | 'nonce'>): string =>
    keyedHash(key, attemptKey, nonce);

  const succeed = (
    outcome: 'subscribed' | 'signed_in',
    subscription: SubscriptionRow,
    press?: Pick<Press, 'key' | 'nonce'>,
  ): Accepted => ({
    ok: true,
    outcome,
    subscriberId: subscription.subscriberId,
    subscription,
    freeTrial: freeTrialFlag(toState(subscription), clock.now()),
    ...(press ? { session: { seed: seedOf(press), subscriberId: subscription.subscriberId } } : {}),
  });

  /**
   * Who is told that nothing was taken must not be the one whose own Accept, its answer lost on the
   * way, has just begun it.
   */
  const inAlready = (row: SubscriptionRow, transactionId: string, press?: Press): Accepted =>
    succeed(row.transactionId === transactionId ? 'subscribed' : 'signed_in', row, press);

  /**
   * Whether a press still signs in: soon after it was first answered, and only while the session
   * that it made lives.
   */
  const signsIn = async (press: Press, row: SubscriptionRow): Promise<boolean> => {
    if (press.sessionHash === null || !(await sessions.isLive(press.sessionHash))) return false;
    const now = clock.now().getTime();
    if (press.answeredAt !== null) return now - press.answeredAt.getTime() < REPEAT_MS;
    const decidedAt = (await openingCharge(row.id))?.decidedAt ?? press.at;
    return now - Math.max(press.at.getTime(), decidedAt.getTime()) < UNANSWERED_MS;
  };

  return {
    refuse,
    succeed,
    inAlready,
    seedOf,

    /** What an accepted press stands at now: its charge may have been decided since. */
    answer: async (press: Press, transactionId: string): Promise<Accepted> => {
      const row =
        press.subscriptionId === null ? undefined : await subscriptions.byId(press.subscriptionId);
      if (row?.status === 'pending') return refuse('payment_pending');
      if (row && isLive(row.status)) {
        if (!(await signsIn(press, row))) return refuse('otp_expired');
        await presses.markAnswered(press.key, clock.now());
        return inAlready(row, transactionId, press);
      }
      const charge = row && (await openingCharge(row.id));
      if (charge?.state !== 'denied') return refuse('otp_expired');
      await presses.reopen(press.key);
      if (press.sessionHash !== null) await sessions.discard(press.sessionHash);
      return refuse(charge.reason as ChargeDenial);
    },
  };
}
