import type { CarrierRefund, RefundOutcome, Sink } from '@bonisa/carriers/billing.port';
import { verdictOf } from '@bonisa/carriers/call-verdict';
import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import { afterPause, type Pace } from '@bonisa/carriers/pace';
import type { Permit } from '@bonisa/carriers/permit';
import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import { NOT_ASKED, runAtPace, runNext } from '@bonisa/carriers/run-at-pace';
import { LATE_LISTING_MS } from '@bonisa/domain/money/charge';
import type { Cents } from '@bonisa/domain/money/rand';
import { decideRefund } from '@bonisa/domain/money/refund';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { ClockAgreement } from '@bonisa/kit/clock/clock-agreement';
import { isUniqueViolation } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { ChargeRepository } from '../charges/charge.repository.ts';
import type { ExceptionRepository } from '../reconciliation/exception.repository.ts';
import {
  intendRefunds,
  type Refund,
  type RefundClaim,
  type RefundRepository,
} from './refund.repository.ts';
import {
  type Begun,
  isSame,
  type RefundRequest,
  type RequestedRefund,
  wasRequestedAgain,
} from './refund.request.ts';
import type { RefundAnswer, RefundOutcomes } from './refund-outcome.service.ts';
import { createRefundedPayments, type RefundedPayment } from './refunded-payment.service.ts';
import { createUnderway } from './underway.ts';

/** Longer than the carrier's call may take. After a crash the refund is looked up after it. */
const LEASE_MS = 30_000;
/**
 * A refund is not sent any more so long after it was marked as sent: the process stood still
 * meanwhile, and another one looks the refund up.
 */
const LATEST_CALL_MS = 15_000;
/** How many refunds are claimed together. */
const BATCH = 16;

export interface RefundDependencies {
  readonly refunds: RefundRepository;
  readonly charges: ChargeRepository;
  readonly exceptions: Pick<ExceptionRepository, 'byId'>;
  readonly outcomes: RefundOutcomes;
  readonly carrier: Pick<RoutedBilling, 'refund' | 'findRefund' | 'findCharge'>;
  /** The pace of a carrier, by its id. */
  readonly paceOf: (carrierId: string) => Pace;
  /** The subscriber, if still known: a carrier may require a three-legged token of the number. */
  readonly numberOf: (subscriptionId: string) => Promise<Msisdn | undefined>;
  /**
   * Whether money may be moved at a carrier: not while this database may be older than the
   * carrier's list.
   */
  readonly mayMoveMoney: (carrierId: string) => Promise<boolean>;
  /** Says how late it is, also after a pause of the machine. */
  readonly agreement: Pick<ClockAgreement, 'confirm'>;
  readonly clock: Clock;
  readonly newId: NewId;
  /** The reason that the carrier gets, and may show on the bill. */
  readonly words: string;
  /** The address and token with which the carrier reports the outcome of a refund. */
  readonly sinkFor: (refundId: string) => Sink;
  readonly onAnswer: (
    carrierId: string,
    outcome: Exclude<RefundAnswer['outcome'], 'not_told'>,
  ) => void;
  readonly wake: Wake;
}

export interface RefundService {
  /**
   * Refunds for an operator: writes the intent, asks the carrier at once, and returns the refund as
   * it is then.
   */
  request(asked: RefundRequest): Promise<RequestedRefund>;
  /** Looks up a refund, or all refunds of a charge, at once, because the carrier has news. */
  hint(which: { id: string } | { chargeId: string }): Promise<void>;
  /**
   * Looks up unknown outcomes at a carrier. Lookups move no money, so they ignore its pace and run
   * while its circuit breaker is open.
   */
  lookupsAt(carrierId: string): ScheduledJob;
  /** Sends due refunds at a carrier, at its pace. */
  sendsAt(carrierId: string): ScheduledJob;
}

/** A refund that this process works on, with the payment that it gives back. */
interface Claimed {
  readonly refund: Refund;
  readonly payment: RefundedPayment;
}

type Sent = PromiseSettledResult<RefundOutcome>;

/**
 * Refunding: intent first, marked as sent before the call, then the outcome. A refund without an
 * answer is looked up. It is sent again only if the carrier's list still lacks it when it can no
 * longer be in process, under the same reference and correlator, so that even then the carrier
 * cannot make it twice.
 */
export function createRefundService(dependencies: RefundDependencies): RefundService {
  const {
    refunds,
    charges,
    outcomes,
    carrier,
    paceOf,
    mayMoveMoney,
    agreement,
    clock,
    newId,
    words,
    sinkFor,
    onAnswer,
    wake,
  } = dependencies;
  /** The open requests of this process: a repeated request waits for the first one's answer. */
  const underway = createUnderway<Refund>();
  const paymentOf = createRefundedPayments(dependencies);

  const claimOf = (carrierId: string, limit: number): RefundClaim => {
    const now = clock.now();
    return { carrierId, now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit };
  };

  const record = async ({ refund, payment }: Claimed, answer: RefundAnswer): Promise<Refund> => {
    const after = await outcomes.record(refund, answer, payment.payer);
    if (answer.outcome !== 'not_told') onAnswer(refund.carrierId, answer.outcome);
    return after;
  };

  /** The ids that name a refund to the carrier. */
  const named = ({ refund, payment: { carrierPaymentId, amount, payer } }: Claimed) => ({
    carrierId: refund.carrierId,
    carrierPaymentId,
    amountCents: refund.amount,
    ...partOf(refund, amount),
    ...(payer === undefined ? {} : { msisdn: payer }),
    reference: refund.reference,
    correlator: correlatorOf(refund.reference),
  });

  /** Asks the carrier for a refund that is marked as sent. */
  const ask = async (claimed: Claimed): Promise<RefundOutcome> => {
    const { id, sentAt } = claimed.refund;
    const { obstacle } = claimed.payment;
    if (obstacle) return obstacle;
    const request = { ...named(claimed), reason: words, sink: sinkFor(id) };
    const aheadMs = await agreement.confirm();
    const passed = clock.now().getTime() - (sentAt?.getTime() ?? 0) + (aheadMs ?? 0);
    const isLate = aheadMs === undefined || (sentAt !== null && passed > LATEST_CALL_MS);
    return isLate ? NOT_ASKED : await carrier.refund(request);
  };

  /**
   * The carrier's list of a refund that was sent; `never_done`: it was not made and can no longer
   * be in process.
   */
  const lookUp = async (claimed: Claimed): Promise<RefundAnswer | 'never_done'> => {
    const { refund, payment } = claimed;
    const { carrierRefundId, sentAt } = refund;
    if (payment.obstacle?.outcome === 'unavailable')
      return { outcome: 'not_told', ...afterWait(payment.obstacle.retryAfterSeconds) };
    const found = await carrier.findRefund({
      ...named(claimed),
      ...(carrierRefundId === null ? {} : { carrierRefundId }),
    });
    if (found.outcome === 'found') return answerOf(found.refund);
    if (found.outcome === 'not_as_asked')
      return { ...found, outcome: 'unknown', cause: 'not_as_asked' };
    if (found.outcome === 'unavailable')
      return { outcome: 'not_told', ...afterWait(found.retryAfterSeconds) };
    const isNew = clock.now().getTime() - (sentAt ?? refund.createdAt).getTime() < LATE_LISTING_MS;
    // A refund that the carrier gave an id exists: a missing entry proves nothing now.
    return carrierRefundId !== null || isNew ? { outcome: 'not_told' } : 'never_done';
  };

  const claimedOf = async (refund: Refund): Promise<Claimed> => ({
    refund,
    payment: await paymentOf(refund),
  });

  /** Looks one refund up and records what is known now. */
  const lookUpOne = async (refund: Refund): Promise<void> => {
    const claimed = await claimedOf(refund);
    const answer = await lookUp(claimed);
    if (answer === 'never_done') await refunds.intendAgain(refund, clock.now());
    else await record(claimed, answer);
  };

  /** Sends these refunds at the carrier's pace and records the answers. */
  const sendAll = async (permit: Permit, due: readonly Refund[]): Promise<void> => {
    const found = await Promise.allSettled(due.map(claimedOf));
    const claimed = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const sent = await runAtPace<Claimed, Sent>(permit, claimed, (one) => decided(ask(one)), {
      judge: (one) => (one.status === 'rejected' ? 'failed' : verdictOf(one.value)),
      skipped: () => ({ status: 'fulfilled', value: NOT_ASKED }),
    });
    const written = await Promise.allSettled(
      sent.flatMap((one, index) => {
        const which = claimed[index];
        return one.status === 'fulfilled' && which ? [record(which, one.value)] : [];
      }),
    );
    throwFailures([...found, ...sent, ...written]);
  };

  /**
   * Sends a refund that an operator waits for; if the carrier has no permit soon, the job sends it
   * later.
   */
  const sendNow = async (claimed: Claimed): Promise<Refund> => {
    const send = () =>
      runNext<RefundOutcome>(paceOf(claimed.refund.carrierId), () => ask(claimed), {
        judge: verdictOf,
        skipped: () => NOT_ASKED,
      });
    return await record(
      claimed,
      (await mayMoveMoney(claimed.refund.carrierId)) ? await send() : NOT_ASKED,
    );
  };

  /**
   * Writes the intent as sent, so that no other process sends it; or finds the refund of the same
   * request.
   */
  const begin = async (asked: RefundRequest, chargeId: string): Promise<Begun> => {
    let announced: string | undefined;
    const begun = refunds.db.transaction(async (tx): Promise<Begun> => {
      const within = refunds.within(tx);
      const [charge] = await charges.within(tx).lockAll([chargeId]);
      if (!charge) throw new Error('a charge that was read is not there');
      const earlier =
        asked.onceKey === undefined ? undefined : await within.byOnceKey(asked.onceKey);
      if (earlier)
        return isSame(earlier, asked, chargeId)
          ? { ok: true, refund: earlier, charge }
          : { ok: false, refusal: 'key_of_another' };
      if (asked.retries && wasRequestedAgain(asked.retries, await within.of([chargeId])))
        return { ok: false, refusal: 'asked_since' };
      const setAside = await within.setAside(chargeId);
      const decision = decideRefund(charge, setAside, asked.amount);
      if (!decision.ok) return { ...decision, left: charge.amount - setAside.amount };
      const now = clock.now();
      const { amount, vat } = decision;
      const { why, onceKey } = asked;
      const [refund] = await intendRefunds(
        tx,
        [{ charge, amount, vat, why, ...(onceKey === undefined ? {} : { onceKey }) }],
        { at: now, newId },
      );
      if (!refund) throw new Error('a refund that was just written is not there');
      await within.markSent([refund.id], now, new Date(now.getTime() + LEASE_MS));
      announced = refund.id;
      underway.announce(refund.id);
      const sent: Refund = { ...refund, state: 'unknown', sentAt: now };
      return { ok: true, refund: sent, charge, isNew: true };
    });
    return await begun.catch(async (error: unknown) => {
      if (announced === undefined) throw error;
      await underway.finish(announced, Promise.reject(error));
      throw error;
    });
  };

  return {
    request: async (asked) => {
      const known = await charges.byReference(asked.reference);
      if (!known) return { ok: false, refusal: 'unknown_reference' };
      const begun = await begin(asked, known.id).catch((error: unknown) => {
        // Another request used the same key for another charge at the same moment; its refund is
        // visible now.
        if (isUniqueViolation(error, 'refunds_once')) return begin(asked, known.id);
        throw error;
      });
      if (!begun.ok) return begun;
      const { refund, charge } = begun;
      if (!begun.isNew)
        return { ok: true, refund: await (underway.answerTo(refund.id) ?? refund), charge };
      const after = await underway.finish(refund.id, claimedOf(refund).then(sendNow));
      wake('refunds', 'messages');
      return { ok: true, refund: after, charge };
    },

    hint: async (which) => {
      await refunds.lookAgain(which, clock.now());
      wake('refunds');
    },

    lookupsAt: (carrierId) => ({
      name: `refund-lookups-${carrierId}`,
      topic: 'refunds',
      nextDue: () => refunds.nextLookup(carrierId),
      run: async () => {
        const due = await refunds.claimLookups(claimOf(carrierId, BATCH));
        throwFailures(await Promise.allSettled(due.map(lookUpOne)));
        return due.length;
      },
    }),

    sendsAt: (carrierId) => ({
      name: `refunds-${carrierId}`,
      topic: 'refunds',
      nextDue: async () => {
        const due = await refunds.nextIntent(carrierId);
        return due && afterPause(due, await paceOf(carrierId).resumesAt());
      },
      run: async () => {
        const waiting = await refunds.intentsDue(carrierId, clock.now(), BATCH);
        if (waiting === 0) return 0;
        // Reserves no more permits than there are refunds: an unused permit is lost to renewals.
        const permit = await paceOf(carrierId).take(waiting);
        if (permit.granted === 0) return 0;
        try {
          const due = await refunds.claimIntents(claimOf(carrierId, permit.granted));
          await sendAll(permit, due);
          return due.length;
        } finally {
          // Calls that were made have already returned the permit; returning it twice does nothing.
          await permit.done();
        }
      },
    }),
  };
}

/** A failing refund does not delay the others; its error is thrown afterwards. */
function throwFailures(ended: readonly PromiseSettledResult<unknown>[]): void {
  const failures = ended.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (failures.length > 0)
    throw new AggregateError(failures, 'some refunds could not be processed');
}

/** How a call ended, including an error. */
async function decided(call: Promise<RefundOutcome>): Promise<Sent> {
  const [ended] = await Promise.allSettled([call]);
  return ended;
}

/** CAMARA calls a refund of the whole payment `total`, and accepts no further refund after it. */
function partOf(
  { amount, vat }: Refund,
  whole: Cents,
): { part?: { amountCents: number; vatCents: number } } {
  return amount === whole ? {} : { part: { amountCents: amount, vatCents: vat } };
}

function afterWait(seconds: number | undefined): { retryAfterSeconds?: number } {
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

/** The carrier's list, as an answer of a call. */
function answerOf({ status, carrierRefundId, refundedAt, createdAt }: CarrierRefund): RefundAnswer {
  if (status === 'succeeded')
    return { outcome: 'succeeded', carrierRefundId, at: refundedAt ?? createdAt };
  if (status === 'processing') return { outcome: 'processing', carrierRefundId };
  return {
    outcome: 'denied',
    reason: 'refused',
    carrierRefundId,
    detail: 'The carrier has this refund as denied',
  };
}
