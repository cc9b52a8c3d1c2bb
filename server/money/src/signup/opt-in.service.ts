import { consentVersion, consentWords } from '@bonisa/domain/consent/consent';
import { DEFAULT_LANGUAGE } from '@bonisa/domain/languages';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import { carriedOver, isLive } from '@bonisa/domain/subscription/subscription';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { FraudVerdict } from '@bonisa/people/fraud/fraud.port';
import type { SessionService } from '@bonisa/people/identity/session.service';
import type { Charge } from '../billing/charges/charge.repository.ts';
import type { ChargeService } from '../billing/charges/charge.service.ts';
import { type Notices, trialEndOf } from '../messaging/notices.ts';
import type { SoldPackage } from '../packages/sold-packages.ts';
import { carriedOf } from '../subscription/carried-time.repository.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../subscription/subscription.repository.ts';
import type { Accepted, AcceptInput } from './accept.types.ts';
import type { AcceptAttempt, AcceptAttemptRepository } from './accept-attempt.repository.ts';
import type { AcceptReplay } from './accept-replay.ts';
import { type Approval, type Approvals, approvesTerms } from './approval.service.ts';
import type { ConsentBrand } from './change-consent.ts';

export interface OptInDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly attempts: AcceptAttemptRepository;
  readonly charges: Pick<ChargeService, 'intend'>;
  readonly notices: Notices;
  readonly approvals: Pick<Approvals, 'grant'>;
  readonly replay: AcceptReplay;
  readonly sessions: Pick<SessionService, 'prepare'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly brand: ConsentBrand;
}

/** An attempt whose number is proven. */
export interface ProvenAttempt {
  readonly input: AcceptInput;
  readonly approval: Approval;
  readonly attempt: Pick<AcceptAttempt, 'key' | 'nonce'>;
}

export interface OptIn extends ProvenAttempt {
  /** The package at the price that was shown. */
  readonly soldPackage: SoldPackage;
  readonly verdict: FraudVerdict;
}

/** A begun opt-in: `charge` is still to be made; without it the free day has begun. */
export interface StartedSubscription {
  readonly row: SubscriptionRow;
  readonly charge: Charge | undefined;
}

/**
 * The results of a proven attempt. Each is one transaction under the lock on the subscriber that
 * also binds the proof, so of simultaneous attempts with the same proof one is granted.
 */
export function createOptIn(dependencies: OptInDependencies) {
  const { subscriptions, attempts, charges, notices, approvals, replay, sessions } = dependencies;
  const { clock, newId, brand } = dependencies;

  /**
   * Binds proof, attempt and session to a subscription. `false` if the proof grants nothing any
   * more.
   */
  const bind = async (
    tx: Database,
    { input, approval, attempt }: ProvenAttempt,
    row: SubscriptionRow,
    answeredAt: Date | null,
  ): Promise<boolean> => {
    if (!(await approvals.grant(tx, approval, row.id))) return false;
    const sessionHash = await sessions.prepare(tx, {
      seed: replay.seedOf(attempt),
      subscriberId: row.subscriberId,
      device: input.device,
    });
    await attempts
      .within(tx)
      .accept(attempt.key, { subscriptionId: row.id, sessionHash, answeredAt });
    return true;
  };

  const spent = ({ approval }: ProvenAttempt): Accepted =>
    replay.refuse(approval.kind === 'otp' ? 'otp_expired' : 'otp_missing');

  /**
   * The number has a subscription: the attempt signs in, or waits for the payment; nothing is
   * charged.
   */
  const join = async (
    tx: Database,
    proven: ProvenAttempt,
    running: SubscriptionRow,
  ): Promise<Accepted> => {
    const live = isLive(running.status);
    if (!(await bind(tx, proven, running, live ? clock.now() : null))) return spent(proven);
    return live
      ? replay.succeed('signed_in', running, replay.seedOf(proven.attempt))
      : replay.refuse('payment_pending');
  };

  return {
    spent,

    /** Signs in a number that has a subscription. */
    signIn: (proven: ProvenAttempt, subscriberId: number): Promise<Accepted> =>
      subscriptions.db.transaction(async (tx) => {
        const within = subscriptions.within(tx);
        const subscriber = await within.numbers.lockKnown(subscriberId);
        if (subscriber?.blockedAt) return replay.refuse('number_blocked');
        const running = subscriber && (await within.running(subscriber.id));
        // The subscription ended at this moment: the next attempt decides what a new one takes.
        return running ? await join(tx, proven, running) : replay.refuse('interrupted');
      }),

    /**
     * Everything that Accept causes: subscriber, subscription with its events, consent, intent or
     * welcome, and the session.
     */
    begin: (optIn: OptIn): Promise<Accepted | StartedSubscription> =>
      subscriptions.db.transaction(async (tx) => {
        const { input, soldPackage, approval } = optIn;
        const within = subscriptions.within(tx);
        const now = clock.now();
        const subscriber = await within.numbers.lockSubscriber(input.msisdn, now);
        if (subscriber.blockedAt) return replay.refuse('number_blocked');
        const { running, earlier } = await within.runningOrEarlier(subscriber.id);
        if (running) return await join(tx, optIn, running);
        const trial = soldPackage.trialDays > 0 && subscriber.trialUsedAt === null;
        if (!mayBegin(input, approval, { package: soldPackage, trial }))
          return replay.refuse('terms_changed');
        const decision = decide(
          undefined,
          {
            type: 'start',
            packageId: soldPackage.id,
            price: soldPackage.price,
            trial,
            carried: earlier
              ? await carriedOf(tx, subscriber, now)
              : carriedOver([], subscriber.graceFrom, now),
          },
          now,
        );
        if (!decision.ok) throw new Error(`a subscription could not start: ${decision.refusal}`);
        const id = newId();
        const begun = {
          id,
          subscriber,
          transactionId: input.transactionId,
          events: decision.events,
        };
        if (!(await approvals.grant(tx, approval, id))) return spent(optIn);
        const row = await within.begin(begun);
        const sessionHash = await sessions.prepare(tx, {
          seed: replay.seedOf(optIn.attempt),
          subscriberId: subscriber.id,
          device: input.device,
        });
        await attempts.within(tx).accept(optIn.attempt.key, {
          subscriptionId: row.id,
          sessionHash,
          answeredAt: trial ? now : null,
        });
        if (input.language !== (subscriber.language ?? DEFAULT_LANGUAGE))
          await within.numbers.setLanguage(subscriber.id, input.language);
        await within.consents.insert(consentOf(newId(), optIn, { row, trial, brand, at: now }));
        if (!trial) {
          const [charge] = await charges.intend(tx, [
            {
              subscriptionId: row.id,
              carrierId: row.carrierId,
              period: row.period,
              packageId: soldPackage.id,
              amount: soldPackage.price,
            },
          ]);
          return { row, charge };
        }
        await within.numbers.markTrialUsed(subscriber.id, now);
        const { msisdn, language } = input;
        const { id: subscriptionId, version, paidUntil } = row;
        const about = { msisdn, subscriptionId, language, at: now };
        await notices.enqueue(tx, [
          { ...about, notice: { kind: 'welcome', package: soldPackage, trial } },
          ...trialEndOf({ ...about, version, package: soldPackage, until: paidUntil ?? now }),
        ]);
        return { row, charge: undefined };
      }),
  };
}

/**
 * Whether the code's message stated these terms, and the free day that the page showed is still
 * available.
 */
export function mayBegin(
  { freeId }: Pick<AcceptInput, 'freeId'>,
  approval: Approval,
  terms: { package: Package; trial: boolean },
): boolean {
  // Never charge at once when the page showed a free day.
  if (freeId !== undefined && !terms.trial) return false;
  return approvesTerms(approval, terms);
}

function consentOf(
  id: string,
  { input, soldPackage, approval, verdict }: OptIn,
  {
    row,
    trial,
    brand,
    at,
  }: { row: SubscriptionRow; trial: boolean; brand: ConsentBrand; at: Date },
) {
  return {
    id,
    subscriptionId: row.id,
    msisdn: input.msisdn,
    packageId: soldPackage.id,
    words: consentWords({
      service: brand.name,
      package: soldPackage,
      trial,
      supportNumber: brand.supportNumber,
      language: input.language,
    }),
    language: input.language,
    wordsVersion: consentVersion(input.language),
    termsVersion: brand.legal.terms,
    privacyVersion: brand.legal.privacy,
    price: soldPackage.price,
    priceVersionId: soldPackage.versionId,
    servicePeriod: soldPackage.period,
    trial,
    proof: approval.kind,
    proofCorrelator: approval.kind === 'otp' ? approval.challenge.id : null,
    verdict,
    contentBlockOverridden: input.contentBlockOverride,
    address: input.address,
    userAgent: input.userAgent.slice(0, 512),
    transactionId: input.transactionId,
    at,
    retainUntil: null,
  };
}
