import type { AskContentLock } from '@bonisa/carriers/content-lock';
import type { Permit } from '@bonisa/carriers/permit';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { isLive } from '@bonisa/domain/subscription/subscription';
import type { Clock } from '@bonisa/kit/clock/clock';
import { isDatabaseUnusable } from '@bonisa/kit/database/database-away';
import { AppError } from '@bonisa/kit/http/app-error';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import { keyedHash, randomToken } from '@bonisa/kit/secrets/keyed-hash';
import type { FraudProtection, FraudRuling } from '@bonisa/people/fraud/fraud.port';
import type { NumberRecord } from '@bonisa/people/numbers/number.repository';
import type { Logger } from 'pino';
import type { ChargeService } from '../billing/charges/charge.service.ts';
import type { SoldPackage } from '../packages/sold-packages.ts';
import type { Offers } from '../subscription/offers.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { NOT_ON_OFFER } from './accept.refusals.ts';
import type { Accepted, AcceptInput } from './accept.types.ts';
import type { AcceptAttempt, AcceptAttemptRepository } from './accept-attempt.repository.ts';
import type { AcceptReplay } from './accept-replay.ts';
import {
  type Approval,
  type ApprovalRefused,
  type Approvals,
  approvesOptIn,
} from './approval.service.ts';
import {
  type createOptIn,
  mayBegin,
  type OptIn,
  type ProvenAttempt,
  type StartedSubscription,
} from './opt-in.service.ts';
import { shownTerms } from './shown-terms.ts';

export interface AcceptDependencies {
  readonly subscriptions: SubscriptionRepository;
  readonly attempts: AcceptAttemptRepository;
  readonly charges: Pick<ChargeService, 'leaveFor' | 'take'>;
  readonly approvals: Approvals;
  readonly replay: AcceptReplay;
  readonly optIn: ReturnType<typeof createOptIn>;
  readonly fraud: Pick<FraudProtection, 'judge' | 'judgeForm'>;
  /** No answer counts as unlocked. */
  readonly contentLock: AskContentLock;
  /** Whether there is something to watch. */
  readonly isOpenForSale: () => Promise<boolean>;
  /** The number's carrier, if it takes new subscriptions. */
  readonly signupCarrier: (msisdn: Msisdn) => Promise<string | undefined>;
  /**
   * Makes sure that our data of a number is its present owner's. Throws `carrier_unavailable`.
   * @returns what is known of the present owner.
   */
  readonly ensureOwner: (msisdn: Msisdn) => Promise<NumberRecord>;
  readonly clock: Clock;
  readonly offers: Offers;
  /** The key for the keys of attempts. */
  readonly key: Buffer;
  /** The id of this process run. */
  readonly owner: string;
  readonly wake: Wake;
  readonly logger: Pick<Logger, 'warn'>;
}

/**
 * How long a second attempt waits for the first one's answer: a little longer than the carrier may
 * take.
 */
const JOIN_MS = 14_000;
const JOIN_EVERY_MS = 60;
/**
 * An attempt of another process run that is older than all its calls may take: that process
 * crashed.
 */
const ABANDONED_MS = 45_000;

/**
 * Accept, from the attempt to the session (rows A14, F4): one subscription and at most one charge,
 * however often and from wherever it is sent. No answer reveals anything about a number before the
 * number is proven. A proof grants what its message said, once (docs/fraud.md).
 */
export function createAccept(dependencies: AcceptDependencies) {
  const {
    subscriptions,
    attempts,
    charges,
    approvals,
    replay,
    optIn,
    fraud,
    contentLock,
    isOpenForSale,
    signupCarrier,
    ensureOwner,
    clock,
    offers,
    key,
    owner,
    wake,
    logger,
  } = dependencies;
  const { refuse } = replay;

  const refuseAs = ({ refusal, description }: ApprovalRefused): Accepted =>
    refusal === 'otp_other_package'
      ? { ok: false, outcome: refusal, description: description ?? '' }
      : refuse(refusal);

  /**
   * Whether an attempt is abandoned: its process was killed before anything was written, or is this
   * one, which handles an attempt once at a time and could not write that it has failed.
   */
  const isAbandoned = (attempt: AcceptAttempt): boolean =>
    attempt.owner === owner || clock.now().getTime() - attempt.at.getTime() > ABANDONED_MS;

  /** The same attempt is or was handled elsewhere: this one gets the same answer. */
  const join = async ({ transactionId }: AcceptInput, attemptKey: string): Promise<Accepted> => {
    for (let waited = 0; waited < JOIN_MS; waited += JOIN_EVERY_MS) {
      const attempt = await attempts.find(attemptKey);
      if (attempt?.state === 'accepted') return await replay.answer(attempt, transactionId);
      if (!attempt || attempt.state === 'failed') return refuse('interrupted');
      if (isAbandoned(attempt)) {
        await attempts.fail(attemptKey);
        return refuse('interrupted');
      }
      await new Promise((resolve) => setTimeout(resolve, JOIN_EVERY_MS));
    }
    // The attempt is still being handled, so no answer may say that nothing will be taken: the page
    // asks again.
    return refuse('payment_pending');
  };

  /** A browser that is signed in with this very number proves it by its session. */
  const ofSession = async ({
    signedInAs,
    msisdn,
    transactionId,
  }: AcceptInput): Promise<Accepted | undefined> => {
    const own =
      signedInAs === undefined ? undefined : await subscriptions.numbers.subscriber(signedInAs);
    if (own?.msisdn !== msisdn) return undefined;
    if (own.blockedAt) return refuse('number_blocked');
    const running = await subscriptions.running(own.id);
    return running && isLive(running.status)
      ? replay.signedInAlready(running, transactionId)
      : undefined;
  };

  const hadTrial = ({ subscriber, forgotten }: NumberRecord): boolean =>
    (subscriber ?? forgotten)?.trialUsedAt != null;

  /**
   * Whether the number's owner has blocked content services; an explicit override skips the
   * question.
   */
  const isLocked = async (input: AcceptInput): Promise<boolean> =>
    !input.contentBlockOverride && (await contentLock(input.msisdn)) === 'locked';

  /** The number is proven: from here on answers may reveal facts about it. */
  const grant = async (
    proven: ProvenAttempt,
    chosen: SoldPackage | undefined,
    ruling: FraudRuling,
  ): Promise<Accepted> => {
    const { input, approval } = proven;
    const owner = await ensureOwner(input.msisdn);
    const { subscriber } = owner;
    if (subscriber?.blockedAt) return refuse('number_blocked');
    const state = await approvals.stateOf(approval);
    if (state !== 'free')
      return state === 'pending' ? refuse('payment_pending') : optIn.spent(proven);
    const running = subscriber && (await subscriptions.running(subscriber.id));
    if (running) return await optIn.signIn(proven, running.subscriberId);
    if (!approvesOptIn(approval)) return refuse('otp_for_sign_in');
    if (!(await isOpenForSale())) return refuse('opens_soon');
    const carrierId = await signupCarrier(input.msisdn);
    if (carrierId === undefined) return refuse('signups_closed');
    if (!chosen) return refuse('package_missing');
    if (!offers.sold.isOffered(chosen.id)) throw new AppError('unknown_service_key', NOT_ON_OFFER);
    const soldPackage = shownTerms(chosen, {
      input,
      approval,
      now: clock.now(),
      sold: offers.sold,
    });
    if (!soldPackage) return refuse('terms_changed');
    if (!offers.sold.isSoldAt(carrierId, soldPackage)) return refuse('signups_closed');
    const trial = soldPackage.trialDays > 0 && !hadTrial(owner);
    if (!mayBegin(input, approval, { package: soldPackage, trial })) return refuse('terms_changed');
    if (!ruling.allowed) return refuse('fraud');
    if (await isLocked(input)) return refuse('content_blocked');
    return await begin(
      { ...proven, soldPackage, verdict: ruling.verdict },
      trial ? undefined : carrierId,
    );
  };

  /** Nothing was written or asked, because of our own side: the same code serves again. */
  const refuseOurs = (why: string, carrier?: string): Accepted => {
    logger.warn({ why, carrier }, 'an Accept was refused by our own side');
    return refuse('not_asked');
  };

  /** The beginnings under way in this process, by number. */
  const beginnings = new Map<string, Promise<unknown>>();

  /**
   * Begins the subscription of a number that has none: one press at a time for a number, so that
   * simultaneous presses take one permit of the carrier's pace and not one each.
   */
  const begin = async (begins: OptIn, chargesAt: string | undefined): Promise<Accepted> => {
    const { msisdn } = begins.input;
    const before = beginnings.get(msisdn);
    const begun = before
      ? before.then(
          () => beginAfter(begins, chargesAt),
          () => beginAfter(begins, chargesAt),
        )
      : beginNow(begins, chargesAt);
    beginnings.set(msisdn, begun);
    try {
      const { started, permit } = await begun;
      return 'row' in started ? await take(begins, started, permit) : started;
    } finally {
      if (beginnings.get(msisdn) === begun) beginnings.delete(msisdn);
    }
  };

  /** Another press of the same person may have begun it meanwhile. */
  const beginAfter = async (begins: OptIn, chargesAt: string | undefined): Promise<Begun> => {
    const { subscriber } = await ensureOwner(begins.input.msisdn);
    const running = subscriber && (await subscriptions.running(subscriber.id));
    return running
      ? { started: await optIn.signIn(begins, running.subscriberId) }
      : await beginNow(begins, chargesAt);
  };

  /**
   * A charge at `chargesAt` has its leave before anything is written, so a refusal by our own side
   * leaves no trace.
   */
  const beginNow = async (begins: OptIn, chargesAt: string | undefined): Promise<Begun> => {
    let permit: Permit | undefined;
    let started: Accepted | StartedSubscription;
    try {
      const leave = chargesAt === undefined ? undefined : await charges.leaveFor(chargesAt);
      if (leave === 'paused') return { started: refuse('carrier_unavailable') };
      if (typeof leave === 'string') return { started: refuseOurs(leave, chargesAt) };
      permit = leave;
      started = await optIn.begin(begins);
    } catch (error) {
      await permit?.done().catch(ignoreOutage);
      if (isDatabaseUnusable(error)) return { started: refuseOurs('database', chargesAt) };
      throw error;
    }
    // A number that has moved meanwhile is charged at its new carrier, by a leave of that one.
    const isUsed = 'row' in started && started.charge?.carrierId === chargesAt;
    if (!isUsed) await permit?.done();
    return { started, permit: isUsed ? permit : undefined };
  };

  const take = async (
    { input, attempt }: ProvenAttempt,
    { row, charge }: StartedSubscription,
    permit: Permit | undefined,
  ): Promise<Accepted> => {
    if (!charge) {
      wake('messages');
      return replay.succeed('subscribed', row, replay.seedOf(attempt));
    }
    const result = await charges.take(charge, input.msisdn, permit);
    if (result.state === 'unknown') return refuse('payment_pending');
    const now = await attempts.find(attempt.key);
    return now ? await replay.answer(now, input.transactionId) : refuse('payment_pending');
  };

  /**
   * Judges a claimed attempt. The fraud verdict comes before any other answer, so that a kit serves
   * one attempt whatever its outcome.
   */
  const judge = async (
    input: AcceptInput,
    chosen: SoldPackage | undefined,
    approval: Approval,
    attempt: Pick<AcceptAttempt, 'key' | 'nonce'>,
  ): Promise<Accepted> => {
    const visitor = { ...input, token: input.fraudToken };
    const ruling =
      input.withoutScript && approval.kind === 'otp'
        ? await fraud.judgeForm({ ...visitor, challengeId: approval.challenge.id })
        : await fraud.judge(visitor);
    const refusal = await approvals.prove(approval, input);
    return refusal
      ? refuseAs({ refusal })
      : await grant({ input, approval, attempt }, chosen, ruling);
  };

  /** One attempt, handled once by the process that claims it. */
  const work = async (
    input: AcceptInput,
    chosen: SoldPackage | undefined,
    attemptKey: string,
  ): Promise<Accepted> => {
    const before = await attempts.find(attemptKey);
    if (before && before.state !== 'failed') return await join(input, attemptKey);
    const known = await ofSession(input);
    if (known) return known;
    const found = await approvals.find(input, chosen);
    if ('refusal' in found) return refuseAs(found);
    const attempt = { key: attemptKey, nonce: randomToken() };
    if (await attempts.claim({ ...attempt, owner, at: clock.now() }))
      return await join(input, attemptKey);
    try {
      const accepted = await judge(input, chosen, found.approval, attempt);
      if (!accepted.ok) await attempts.fail(attemptKey).catch(ignoreOutage);
      return accepted;
    } catch (error) {
      await attempts.fail(attemptKey);
      throw error;
    }
  };

  /**
   * The attempts that this process handles now: the same attempt sent twice at once gets one
   * answer.
   */
  const underway = new Map<string, Promise<Accepted>>();

  return async (input: AcceptInput): Promise<Accepted> => {
    const chosen =
      input.serviceKey === undefined ? undefined : offers.byServiceKey(input.serviceKey);
    if (input.serviceKey !== undefined && !chosen)
      throw new AppError('unknown_service_key', NOT_ON_OFFER);
    const attemptKey = attemptKeyOf(key, input);
    const already = underway.get(attemptKey);
    if (already) return await already;
    const answer = work(input, chosen, attemptKey).finally(() => underway.delete(attemptKey));
    underway.set(attemptKey, answer);
    return await answer;
  };
}

/** What a press has begun, and the permit that its charge uses. */
interface Begun {
  readonly started: Accepted | StartedSubscription;
  readonly permit?: Permit | undefined;
}

/** A failed attempt that could not be written counts as abandoned. */
function ignoreOutage(error: unknown): void {
  if (!isDatabaseUnusable(error)) throw error;
}

/**
 * The key of an attempt: the same for a repetition, and another one for a new code or a new kit.
 */
function attemptKeyOf(
  key: Buffer,
  { transactionId, msisdn, visitorId, fraudToken, otp, serviceKey }: AcceptInput,
): string {
  return keyedHash(
    key,
    transactionId,
    msisdn,
    visitorId,
    fraudToken ?? '',
    otp ?? '',
    serviceKey ?? '',
  );
}
