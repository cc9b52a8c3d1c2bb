import type { RefundOutcome } from '@bonisa/carriers/billing.port';
import type { Done } from '@bonisa/carriers/carrier-outcome';
import { settlementMonth } from '@bonisa/domain/money/carrier-settlement';
import {
  canBecome,
  lookupDelaySeconds,
  OPERATOR_DECIDES_AFTER_MS,
} from '@bonisa/domain/money/charge';
import { formatRand } from '@bonisa/domain/money/rand';
import { refundCanBecome } from '@bonisa/domain/money/refund';
import { DAY_MS, durationDays } from '@bonisa/domain/packages/package-catalogue';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { BoughtTime } from '@bonisa/domain/subscription/subscription';
import { decide } from '@bonisa/domain/subscription/subscription-decide';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { LedgerPort } from '../../ledger/ledger.port.ts';
import { chargeRefunded } from '../../ledger/postings.ts';
import type { Notices } from '../../messaging/notices.ts';
import { lockLaterSubscriptions } from '../../subscription/carried-time.repository.ts';
import type {
  SubscriptionRepository,
  SubscriptionRow,
} from '../../subscription/subscription.repository.ts';
import { latestServed } from '../../subscription/subscription.service.ts';
import { toState } from '../../subscription/subscription.state.ts';
import type { Charge, ChargeRepository } from '../charges/charge.repository.ts';
import { carrierHas, sideOf } from '../charges/unknown-charge.exception.ts';
import {
  type NewException,
  openExceptions,
  resolveException,
  resolveExceptionById,
} from '../reconciliation/exception.repository.ts';
import {
  GIVEN_BEFORE_RESTORE,
  type Refund,
  type RefundChange,
  type RefundRepository,
} from './refund.repository.ts';
import { exceptionOf, takesPlaceOf } from './refund.request.ts';

/**
 * What is known of a refund. `not_told`: the carrier's list was unavailable, or does not show
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
  readonly charge: Charge;
  readonly now: Date;
}

/**
 * Records the outcome of a refund in one transaction: the refund, its charge, the ledger, the
 * subscription, notices and reconciliation exceptions. An outcome that is final never changes,
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
    const { tx, charge, now } = context;
    const refund = await become(context, 'succeeded', {
      carrierRefundId,
      decidedAt: now,
      lookupAt: null,
      reason: null,
      detail: null,
    });
    const lines = chargeRefunded(refund.amount, refund.vat);
    const { carrierId } = charge;
    const month = settlementMonth({
      asked: refund.sentAt ?? refund.createdAt,
      made,
      recorded: now,
    });
    const entry = { cause: 'refund', causeId: refund.id, carrierId, at: now, month, lines };
    await ledger.post(tx, [entry]);
    await resolveException(tx, 'unknown_refund', refund.id, now);
    await takePlace(context);
    const isAll = (await refunds.within(tx).givenBack(charge.id)).amount === charge.amount;
    if (isAll) await closeCharge(context);
    await tell(context, await record(context, isAll));
    return refund;
  };

  /**
   * Resolves the exception of the denied refund whose place this one takes, so that it is not given
   * twice: the exception that asked for it, or the oldest one of the same amount and charge.
   */
  const takePlace = async ({ tx, refund, charge, now }: RefundContext): Promise<void> => {
    const asking = exceptionOf(refund);
    if (asking !== undefined) {
      await resolveExceptionById(tx, asking, now);
      return;
    }
    for (const denied of await refunds.within(tx).of([charge.id])) {
      if (!takesPlaceOf(refund, denied)) continue;
      if (await resolveException(tx, 'refund_denied', denied.id, now)) return;
    }
  };

  /** The whole charge is refunded, so exceptions about its denied refunds are resolved. */
  const closeCharge = async ({ tx, charge, now }: RefundContext): Promise<void> => {
    if (!canBecome(charge.state, 'refunded'))
      throw new Error(`a ${charge.state} charge cannot become refunded`);
    await refunds.within(tx).writeCharge({ ...charge, state: 'refunded' });
    const denied = (await refunds.within(tx).of([charge.id])).filter(
      ({ state }) => state === 'denied',
    );
    for (const { id } of denied) await resolveException(tx, 'refund_denied', id, now);
  };

  /**
   * The subscription's event. A refund of an overpayment takes no time away, so it never counts as
   * the whole of what paid the period.
   */
  const record = async (
    { tx, refund, charge, now }: RefundContext,
    isAll: boolean,
  ): Promise<{ row: SubscriptionRow; ended: boolean }> => {
    const row = await subscriptions.within(tx).lockById(charge.subscriptionId);
    if (!row) throw new Error('a charge without its subscription');
    const paidLatest = (await charges.within(tx).latestPaid(row.id)) === charge.id;
    const decision = decide(
      toState(row),
      {
        type: 'record_refund',
        period: charge.period,
        amount: refund.amount,
        whole: isAll && !charge.isOverpayment,
        ...(paidLatest ? { paidLatest } : { bought: await boughtBy(tx, charge) }),
      },
      now,
      retrySchedule,
    );
    if (!decision.ok)
      throw new Error(`the subscription refused the refund of its charge: ${decision.refusal}`);
    const after = await subscriptions.within(tx).append(row, decision.events);
    for (const event of decision.events) {
      if (event.type === 'refunded' && event.unusedMs !== undefined)
        await withdrawCarried(tx, row, event.unusedMs, now);
    }
    return { row, ended: row.status !== 'cancelled' && after.status === 'cancelled' };
  };

  /** The time that a charge paid for; `undefined` if it paid for none. */
  const boughtBy = async (tx: Database, charge: Charge): Promise<BoughtTime | undefined> => {
    const { subscriptionId, period, packageId } = charge;
    const until = await subscriptions.within(tx).boughtUntil(subscriptionId, period);
    if (until === undefined) return undefined;
    return { from: new Date(until.getTime() - durationDays(packageId) * DAY_MS), until };
  };

  /** A later subscription of the number that took this time over loses it too. */
  const withdrawCarried = async (
    tx: Database,
    row: SubscriptionRow,
    unusedMs: number,
    now: Date,
  ): Promise<void> => {
    for (const later of await lockLaterSubscriptions(tx, row, now)) {
      const decision = decide(
        toState(later),
        { type: 'withdraw_carried', unusedMs },
        now,
        retrySchedule,
      );
      if (!decision.ok)
        throw new Error(`a subscription refused to lose what it took over: ${decision.refusal}`);
      await subscriptions.within(tx).append(later, decision.events);
    }
  };

  const tell = async (
    { tx, refund, now }: RefundContext,
    { row, ended }: { row: SubscriptionRow; ended: boolean },
  ): Promise<void> => {
    if (ended) await notices.dropScheduled(tx, [row.id]);
    const msisdn = (await subscriptions.within(tx).numbers.numbersOf([row.subscriberId])).get(
      row.subscriberId,
    );
    // A removed subscriber has no number and gets no notice.
    if (!msisdn) return;
    const about = { msisdn, subscriptionId: row.id, at: now };
    const servedUntil = latestServed(
      await subscriptions.within(tx).recent(row.subscriberId, now),
      now,
    );
    const served = servedUntil ? { servedUntil } : {};
    await notices.enqueue(tx, [
      {
        ...about,
        notice: { kind: 'refund', amount: refund.amount },
        onceKey: `refund ${refund.reference}`,
      },
      ...(ended
        ? [
            {
              ...about,
              notice: { kind: 'goodbye', ...served } as const,
              onceKey: `goodbye ${row.id}`,
            },
          ]
        : []),
    ]);
  };

  const deny = async (
    context: RefundContext,
    outcome: Extract<RefundOutcome, { outcome: 'denied' }>,
  ): Promise<Refund> => {
    const { tx, charge, now } = context;
    const { reason, detail, carrierRefundId = context.refund.carrierRefundId } = outcome;
    const refund = await become(context, 'denied', {
      reason,
      detail,
      carrierRefundId,
      decidedAt: now,
      lookupAt: null,
    });
    // The refund is no longer open: its amount can be requested again.
    await refunds.within(tx).writeCharge({ ...charge, refunded: charge.refunded - refund.amount });
    await resolveException(tx, 'unknown_refund', refund.id, now);
    await takePlace(context);
    await openExceptions(tx, [deniedException(refund, charge)], { at: now, newId });
    return refund;
  };

  /** Not final: looked up or sent again later; after two days an exception is opened too. */
  const wait = async (
    context: RefundContext,
    state: 'intended' | 'unknown',
    change: RefundChange,
    atLeastSeconds = 0,
  ): Promise<Refund> => {
    const { tx, refund, charge, now } = context;
    const seconds = Math.max(lookupDelaySeconds(refund.lookups), atLeastSeconds);
    const lookupAt = new Date(now.getTime() + seconds * 1000);
    const after = await become(context, state, {
      ...change,
      lookupAt,
      lookups: refund.lookups + 1,
    });
    if (now.getTime() - refund.createdAt.getTime() >= OPERATOR_DECIDES_AFTER_MS)
      await openExceptions(tx, [unknownException(after, charge)], { at: now, newId });
    return after;
  };

  /** Unknown; a refund that differs from our request becomes a reconciliation exception at once. */
  const leaveUnknown = async (
    context: RefundContext,
    answer: Extract<RefundOutcome, { outcome: 'unknown' }>,
  ): Promise<Refund> => {
    const { cause, carrierRefundId, done, retryAfterSeconds } = answer;
    const refundId = carrierRefundId === undefined ? {} : { carrierRefundId };
    const after = await wait(context, 'unknown', { reason: cause, ...refundId }, retryAfterSeconds);
    if (done)
      await openExceptions(context.tx, [unknownException(after, context.charge, done)], {
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

  return {
    /**
     * Records what is known about a refund now, and returns the refund. The charge is locked first,
     * as everywhere. That the carrier was not asked says nothing once another process has sent the
     * refund again.
     */
    record: ({ id, chargeId, sentAt }: Refund, answer: RefundAnswer): Promise<Refund> =>
      refunds.db.transaction(async (tx) => {
        const [charge] = await charges.within(tx).lockAll([chargeId]);
        const refund = await refunds.within(tx).lock(id);
        if (!charge || !refund) throw new Error('a refund that was written is not there');
        const isOfThisCall = refund.sentAt?.getTime() === sentAt?.getTime();
        const isOpen =
          refund.state === 'unknown' && (answer.outcome !== 'unavailable' || isOfThisCall);
        return isOpen
          ? await recordWithin(
              { tx, refund, charge, now: instantOf(refund, answer, clock.now()) },
              answer,
            )
          : refund;
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

/** The reconciliation exception of a refund that the carrier denied. */
function deniedException(refund: Refund, charge: Charge): NewException {
  const about = `R${formatRand(refund.amount)} of ${charge.reference}`;
  return {
    kind: 'refund_denied',
    carrierId: charge.carrierId,
    subject: refund.id,
    reference: refund.reference,
    carrierPaymentId: charge.carrierPaymentId,
    ours: { amount: refund.amount, state: refund.state, at: refund.createdAt.toISOString() },
    proposal: {
      action: 'refund',
      words: `The carrier refused to give back ${about} (${refund.reason}). Resolve it with the carrier and ask for the refund again.`,
      lines: [],
    },
  };
}

/**
 * The reconciliation exception of a refund that has not been made for two days, or whose outcome is
 * unknown.
 */
function unknownException(refund: Refund, charge: Charge, done?: Done): NewException {
  const about = `${refund.reference} (R${formatRand(refund.amount)} of ${charge.reference})`;
  const words =
    refund.state === 'intended'
      ? `The carrier could not be asked for ${about} for two days (${refund.reason}); we go on asking.`
      : done
        ? `${carrierHas(done)} for ${about}. Nothing is posted for it: have the carrier put it right, then end this reconciliation exception by what was given back.`
        : `Ask the carrier what became of ${about}; it is not sent again until that is known.`;
  return {
    kind: 'unknown_refund',
    carrierId: charge.carrierId,
    subject: refund.id,
    reference: refund.reference,
    carrierPaymentId: charge.carrierPaymentId,
    ours: { amount: refund.amount, state: refund.state, at: refund.createdAt.toISOString() },
    ...(done === undefined ? {} : { theirs: sideOf(done) }),
    proposal: { action: 'look_up', words, lines: [] },
  };
}
