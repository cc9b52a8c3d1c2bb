import type { RefundOutcome } from '@bonisa/carriers/billing.port';
import { settlementMonth } from '@bonisa/domain/money/carrier-settlement';
import { lookupDelaySeconds, OPERATOR_DECIDES_AFTER_MS } from '@bonisa/domain/money/charge';
import { refundCanBecome } from '@bonisa/domain/money/refund';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { LedgerPort } from '../../ledger/ledger.port.ts';
import { chargeRefunded } from '../../ledger/postings.ts';
import type { Notices } from '../../messaging/notices.ts';
import type { SubscriptionRepository } from '../../subscription/subscription.repository.ts';
import type { ChargeRepository } from '../charges/charge.repository.ts';
import {
  createExceptionRepository,
  openExceptions,
  type ReconciliationException,
  resolveException,
  resolveExceptionById,
} from '../reconciliation/exception.repository.ts';
import { createChargeRefunded } from './charge-refunded.ts';
import { deniedException, unknownException } from './refund.exceptions.ts';
import {
  GIVEN_BEFORE_RESTORE,
  type Refund,
  type RefundChange,
  type RefundRepository,
} from './refund.repository.ts';
import { exceptionOf, takesPlaceOf } from './refund.request.ts';
import type { RefundSubject } from './refund-subject.ts';

/**
 * The known outcome of a refund. `not_told`: the carrier's list was unavailable, or does not show
 * the refund yet.
 */
export type RefundAnswer =
  | RefundOutcome
  | { readonly outcome: 'not_told'; readonly retryAfterSeconds?: number };

export interface RefundOutcomesDependencies {
  readonly refunds: RefundRepository;
  readonly charges: ChargeRepository;
  readonly subscriptions: SubscriptionRepository;
  readonly ledger: LedgerPort;
  readonly notices: Notices;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  readonly newId: NewId;
}

export type RefundOutcomes = ReturnType<typeof createRefundOutcomes>;

/** The context of one transaction: locked rows, and the instant of all its changes. */
interface RefundContext {
  readonly tx: Database;
  readonly refund: Refund;
  readonly subject: RefundSubject;
  /** Whoever paid, where only the carrier knows it. */
  readonly payer: Msisdn | undefined;
  readonly now: Date;
}

/**
 * Records the outcome of a refund in one transaction: the refund, its charge, the ledger, the
 * subscription, notices and reconciliation exceptions. A payment that is no charge here has none of
 * the subscription: its exception is closed. An outcome that is final never changes,
 * whatever answers follow in whatever order.
 */
export function createRefundOutcomes({
  refunds,
  charges,
  subscriptions,
  ledger,
  notices,
  retrySchedule,
  clock,
  newId,
}: RefundOutcomesDependencies) {
  const chargeIsRefunded = createChargeRefunded({
    refunds,
    charges,
    subscriptions,
    notices,
    retrySchedule,
  });

  const become = async (
    { tx, refund }: RefundContext,
    state: Refund['state'],
    change: RefundChange,
  ): Promise<Refund> => {
    if (!refundCanBecome(refund.state, state))
      throw new Error(`a ${refund.state} refund cannot become ${state}`);
    await refunds.within(tx).write(refund.id, { ...change, state });
    return { ...refund, ...change, state };
  };

  const succeed = async (
    context: RefundContext,
    { carrierRefundId, at: made }: Extract<RefundOutcome, { outcome: 'succeeded' }>,
  ): Promise<Refund> => {
    const { tx, subject, now } = context;
    const refund = await become(context, 'succeeded', {
      carrierRefundId,
      decidedAt: now,
      lookupAt: null,
      reason: null,
      detail: null,
    });
    const { carrierId, amount, vat } = refund;
    const month = settlementMonth({
      asked: refund.sentAt ?? refund.createdAt,
      made,
      recorded: now,
    });
    // The same name as of a refund by hand: what an exception posted is given back once.
    const cause = subject.charge
      ? { cause: 'refund', causeId: refund.id }
      : { cause: 'case_refund', causeId: subject.exception.id };
    const lines = chargeRefunded(amount, vat);
    await ledger.post(tx, [{ ...cause, carrierId, at: now, month, lines }]);
    await resolveException(tx, 'unknown_refund', refund.id, now);
    await takePlace(context);
    if (subject.charge) await chargeIsRefunded({ tx, refund, charge: subject.charge, now });
    else await paymentIsRefunded(context, subject.exception);
    return refund;
  };

  /** Closes the exception, and tells whoever paid: the number is forgotten once it was told. */
  const paymentIsRefunded = async (
    { tx, refund, payer, now }: RefundContext,
    { id }: ReconciliationException,
  ): Promise<void> => {
    await createExceptionRepository(tx, newId).close(id, 'returned', now, refund.why);
    if (payer === undefined) return;
    const notice = { kind: 'refund', amount: refund.amount } as const;
    const onceKey = `refund ${refund.reference}`;
    await notices.enqueue(tx, [{ msisdn: payer, notice, at: now, onceKey, forget: true }]);
  };

  /**
   * Resolves the exception of the denied refund whose place this one takes, so that it is not given
   * twice: the exception that asked for it, or the oldest one of the same amount and charge
   * or payment.
   */
  const takePlace = async ({ tx, refund, subject, now }: RefundContext): Promise<void> => {
    const asking = exceptionOf(refund);
    if (asking !== undefined) {
      await resolveExceptionById(tx, asking, now);
      return;
    }
    const within = refunds.within(tx);
    const earlier = subject.charge
      ? await within.of([subject.charge.id])
      : await within.ofExceptions([subject.exception.id]);
    for (const denied of earlier) {
      if (!takesPlaceOf(refund, denied)) continue;
      if (await resolveException(tx, 'refund_denied', denied.id, now)) return;
    }
  };

  const deny = async (
    context: RefundContext,
    outcome: Extract<RefundOutcome, { outcome: 'denied' }>,
  ): Promise<Refund> => {
    const { tx, subject, now } = context;
    const { reason, detail, carrierRefundId = context.refund.carrierRefundId } = outcome;
    const refund = await become(context, 'denied', {
      reason,
      detail,
      carrierRefundId,
      decidedAt: now,
      lookupAt: null,
    });
    // The refund is no longer open: its amount can be requested again.
    if (subject.charge) {
      const refunded = subject.charge.refunded - refund.amount;
      await refunds.within(tx).writeCharge({ ...subject.charge, refunded });
    }
    await resolveException(tx, 'unknown_refund', refund.id, now);
    await takePlace(context);
    await openExceptions(tx, [deniedException(refund, subject)], { at: now, newId });
    return refund;
  };

  /** Not final: looked up or sent again later; after two days an exception is opened too. */
  const wait = async (
    context: RefundContext,
    state: 'intended' | 'unknown',
    change: RefundChange,
    atLeastSeconds = 0,
  ): Promise<Refund> => {
    const { tx, refund, subject, now } = context;
    const seconds = Math.max(lookupDelaySeconds(refund.lookups), atLeastSeconds);
    const lookupAt = new Date(now.getTime() + seconds * 1000);
    const after = await become(context, state, {
      ...change,
      lookupAt,
      lookups: refund.lookups + 1,
    });
    if (now.getTime() - refund.createdAt.getTime() >= OPERATOR_DECIDES_AFTER_MS)
      await openExceptions(tx, [unknownException(after, subject)], { at: now, newId });
    return after;
  };

  /** Unknown; a refund that differs from our request becomes a reconciliation exception at once. */
  const leaveUnknown = async (
    context: RefundContext,
    answer: Extract<RefundOutcome, { outcome: 'unknown' }>,
  ): Promise<Refund> => {
    const { cause, carrierRefundId, done, retryAfterSeconds } = answer;
    const named = carrierRefundId === undefined ? {} : { carrierRefundId };
    const after = await wait(context, 'unknown', { reason: cause, ...named }, retryAfterSeconds);
    if (done)
      await openExceptions(context.tx, [unknownException(after, context.subject, done)], {
        at: context.now,
        newId,
      });
    return after;
  };

  const recordWithin = (context: RefundContext, answer: RefundAnswer): Promise<Refund> => {
    switch (answer.outcome) {
      case 'succeeded':
        return succeed(context, answer);
      case 'denied':
        return deny(context, answer);
      case 'unavailable':
        return wait(context, 'intended', { reason: answer.cause }, answer.retryAfterSeconds);
      case 'processing':
        return wait(context, 'unknown', {
          reason: 'processing',
          carrierRefundId: answer.carrierRefundId,
        });
      case 'unknown':
        return leaveUnknown(context, answer);
      case 'not_told':
        return wait(context, 'unknown', {}, answer.retryAfterSeconds);
    }
  };

  /** Locks what a refund gives back, before the refund itself, as everywhere. */
  const lockSubject = async (
    tx: Database,
    { chargeId, exceptionId }: Refund,
  ): Promise<RefundSubject | undefined> => {
    if (chargeId !== null) {
      const [charge] = await charges.within(tx).lockAll([chargeId]);
      return charge && { charge };
    }
    if (exceptionId === null) return undefined;
    const exception = await createExceptionRepository(tx, newId).lock(exceptionId);
    return exception && { exception };
  };

  return {
    /**
     * Records what is known about a refund now, and returns the refund. That the carrier was not
     * asked says nothing once another process has sent the refund again.
     *
     * @param payer the number to tell, where the refund is of no charge.
     */
    record: (read: Refund, answer: RefundAnswer, payer?: Msisdn): Promise<Refund> =>
      refunds.db.transaction(async (tx) => {
        const subject = await lockSubject(tx, read);
        const refund = await refunds.within(tx).lock(read.id);
        if (!subject || !refund) throw new Error('a refund that was written is not there');
        const isOfThisCall = refund.sentAt?.getTime() === read.sentAt?.getTime();
        const isOpen =
          refund.state === 'unknown' && (answer.outcome !== 'unavailable' || isOfThisCall);
        const now = instantOf(refund, answer, clock.now());
        return isOpen ? await recordWithin({ tx, refund, subject, payer, now }, answer) : refund;
      }),
  };
}

/**
 * The instant of the record. A refund that a restored backup has lost counts as of when it was
 * made, since it may have ended the period that ran then.
 */
function instantOf({ why }: Refund, answer: RefundAnswer, now: Date): Date {
  return why === GIVEN_BEFORE_RESTORE && answer.outcome === 'succeeded' ? answer.at : now;
}
