import { LATE_LISTING_MS } from '@bonisa/domain/charge';
import type { Msisdn } from '@bonisa/domain/msisdn';
import type { Cents } from '@bonisa/domain/rand';
import { decideRefund, type RefundRefusal } from '@bonisa/domain/refund';
import { verdictOf } from '../../carriers/call-verdict.ts';
import type { CarrierRefund, RefundOutcome, Sink } from '../../carriers/carrier.port.ts';
import { correlatorOf } from '../../carriers/carrier-reference.ts';
import { afterPause, type Pace } from '../../carriers/pace.ts';
import type { Permit } from '../../carriers/permit.ts';
import type { RoutedCalls } from '../../carriers/routed-calls.ts';
import { NOT_ASKED, runAtPace, runNext } from '../../carriers/run-at-pace.ts';
import type { Clock } from '../../platform/clock.ts';
import { isUniqueViolation } from '../../platform/database.ts';
import type { ScheduledJob } from '../../platform/scheduler.ts';
import type { Charge, ChargeRepository } from '../charges/charge.repository.ts';
import {
  intendRefunds,
  type Refund,
  type RefundClaim,
  type RefundRepository,
} from './refund.repository.ts';
import type { RefundAnswer, RefundOutcomes } from './refund-outcome.service.ts';

/**
 * Longer than the carrier's call may take, and as long as a lost request may still be done: who
 * finds a refund after it may trust the carrier's books.
 */
const LEASE_MS = LATE_LISTING_MS;
/** So many are claimed together. */
const BATCH = 16;

export interface RefundDependencies {
  readonly refunds: RefundRepository;
  readonly charges: ChargeRepository;
  readonly outcomes: RefundOutcomes;
  readonly carrier: Pick<RoutedCalls, 'refund' | 'findRefund'>;
  /** The pace of a carrier, by its id. */
  readonly paceOf: (carrierId: string) => Pace;
  /**
   * Whose subscription it was, where that is still known: a carrier may want its token to stand for
   * the number.
   */
  readonly numberOf: (subscriptionId: string) => Promise<Msisdn | undefined>;
  /**
   * Whether money may be moved at a carrier: not while this database may be older than its books.
   */
  readonly mayMoveMoney: (carrierId: string) => Promise<boolean>;
  readonly clock: Clock;
  /** What the carrier is told as the reason, and may write on the bill. */
  readonly words: string;
  /** Where and with which token the carrier reports what becomes of a refund. */
  readonly sinkFor: (refundId: string) => Sink;
  readonly onAnswer: (
    carrierId: string,
    outcome: Exclude<RefundAnswer['outcome'], 'not_told'>,
  ) => void;
  readonly wake: () => void;
}

/**
 * What an operator asks for: `amount` in cents, absent for all that is left; `why` in an agent's
 * words.
 */
export interface RefundRequest {
  readonly reference: string;
  readonly amount?: Cents;
  readonly why: string;
  /** The same key again is the same refund. */
  readonly onceKey?: string;
}

export type RequestedRefund =
  | { readonly ok: true; readonly refund: Refund; readonly charge: Charge }
  | {
      readonly ok: false;
      readonly refusal: RefundRefusal | 'unknown_reference' | 'key_of_another';
      readonly left?: Cents;
    };

export interface RefundService {
  /**
   * Gives money back for an operator: written, asked for at once, and answered as it stands then.
   */
  request(asked: RefundRequest): Promise<RequestedRefund>;
  /**
   * The carrier has news of a refund, or of some refund of a charge: looked up now rather than
   * later.
   */
  hint(which: { id: string } | { chargeId: string }): Promise<void>;
  /**
   * Looks up what has no known outcome at a carrier: not held to its pace, since it takes and gives
   * nothing, and done while the carrier is left alone.
   */
  lookupsAt(carrierId: string): ScheduledJob;
  /** Sends what is to be given back at a carrier, at its pace. */
  sendsAt(carrierId: string): ScheduledJob;
}

/** A refund that this process works on, with its charge. */
interface Claimed {
  readonly refund: Refund;
  readonly charge: Charge;
}

type Sent = PromiseSettledResult<RefundOutcome>;

/**
 * Giving money back: intent first, marked as sent before the call, then the outcome. What is not
 * answered is looked up; only what the carrier's books still do not have when it can no longer turn
 * up is sent again, under the same reference and correlator, so that even then it cannot be done
 * twice.
 */
export function createRefundService(dependencies: RefundDependencies): RefundService {
  const {
    refunds,
    charges,
    outcomes,
    carrier,
    paceOf,
    numberOf,
    mayMoveMoney,
    clock,
    words,
    sinkFor,
    onAnswer,
    wake,
  } = dependencies;
  /**
   * What this process is asking for right now: the same request sent twice waits for the one
   * answer.
   */
  const underway = new Map<string, Promise<Refund>>();

  const claimOf = (carrierId: string, limit: number): RefundClaim => {
    const now = clock.now();
    return { carrierId, now, leaseUntil: new Date(now.getTime() + LEASE_MS), limit };
  };

  const record = async (refund: Refund, answer: RefundAnswer): Promise<Refund> => {
    const after = await outcomes.record(refund, answer);
    if (answer.outcome !== 'not_told') onAnswer(refund.carrierId, answer.outcome);
    return after;
  };

  /** What names a refund to the carrier. */
  const named = async ({ refund, charge }: Claimed) => {
    const msisdn = await numberOf(charge.subscriptionId);
    return {
      carrierId: refund.carrierId,
      carrierPaymentId: paymentOf(charge),
      amountCents: refund.amount,
      ...partOf(refund, charge),
      ...(msisdn === undefined ? {} : { msisdn }),
      reference: refund.reference,
      correlator: correlatorOf(refund.reference),
    };
  };

  /** Asks the carrier for a refund that is marked as sent. */
  const ask = async (claimed: Claimed): Promise<RefundOutcome> =>
    carrier.refund({ ...(await named(claimed)), reason: words, sink: sinkFor(claimed.refund.id) });

  /**
   * What the carrier's books say of a refund that was sent; `never_done`: it was not, and can no
   * longer turn up.
   */
  const lookUp = async (claimed: Claimed): Promise<RefundAnswer | 'never_done'> => {
    const { refund } = claimed;
    const { carrierRefundId, sentAt } = refund;
    const found = await carrier.findRefund({
      ...(await named(claimed)),
      ...(carrierRefundId === null ? {} : { carrierRefundId }),
    });
    if (found.outcome === 'found') return answerOf(found.refund);
    if (found.outcome === 'not_as_asked')
      return { ...found, outcome: 'unknown', cause: 'not_as_asked' };
    if (found.outcome === 'unavailable')
      return { outcome: 'not_told', ...afterWait(found.retryAfterSeconds) };
    const isNew = clock.now().getTime() - (sentAt ?? refund.createdAt).getTime() < LATE_LISTING_MS;
    // One that the carrier has named was there: that it is not found now says nothing.
    return carrierRefundId !== null || isNew ? { outcome: 'not_told' } : 'never_done';
  };

  const withCharge = async (refund: Refund): Promise<Claimed> => {
    const charge = await charges.byId(refund.chargeId);
    if (!charge) throw new Error('a refund without its charge');
    return { refund, charge };
  };

  /** Looks one up and writes what is known of it now. */
  const lookUpOne = async (refund: Refund): Promise<void> => {
    const answer = await lookUp(await withCharge(refund));
    if (answer === 'never_done') await refunds.intendAgain(refund, clock.now());
    else await record(refund, answer);
  };

  /** Sends these at the carrier's pace and writes what was answered. */
  const sendAll = async (permit: Permit, due: readonly Refund[]): Promise<void> => {
    const found = await Promise.allSettled(due.map(withCharge));
    const claimed = found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const sent = await runAtPace<Claimed, Sent>(permit, claimed, (one) => decided(ask(one)), {
      judge: (one) => (one.status === 'rejected' ? 'failed' : verdictOf(one.value)),
      skipped: () => ({ status: 'fulfilled', value: NOT_ASKED }),
    });
    const written = await Promise.allSettled(
      sent.flatMap((one, index) => {
        const refund = claimed[index]?.refund;
        return one.status === 'fulfilled' && refund ? [record(refund, one.value)] : [];
      }),
    );
    throwFailures([...found, ...sent, ...written]);
  };

  /**
   * Sends what an operator waits for; where the carrier has no room for it soon, the source sends
   * it later.
   */
  const sendNow = async (claimed: Claimed): Promise<Refund> => {
    const send = () =>
      runNext<RefundOutcome>(paceOf(claimed.refund.carrierId), () => ask(claimed), {
        judge: verdictOf,
        skipped: () => NOT_ASKED,
      });
    return await record(
      claimed.refund,
      (await mayMoveMoney(claimed.refund.carrierId)) ? await send() : NOT_ASKED,
    );
  };

  /**
   * Writes the intent as sent, so that nobody else sends it meanwhile; or finds the refund that the
   * same request made.
   */
  const begin = (
    asked: RefundRequest,
    chargeId: string,
  ): Promise<RequestedRefund & { isNew?: boolean }> =>
    refunds.db.transaction(async (tx) => {
      const within = refunds.within(tx);
      const [charge] = await charges.within(tx).lockAll([chargeId]);
      if (!charge) throw new Error('a charge that was read is not there');
      const earlier =
        asked.onceKey === undefined ? undefined : await within.byOnceKey(asked.onceKey);
      if (earlier)
        return isSame(earlier, asked, chargeId)
          ? { ok: true, refund: earlier, charge }
          : { ok: false, refusal: 'key_of_another' };
      const setAside = await within.setAside(chargeId);
      const decision = decideRefund(charge, setAside, asked.amount);
      if (!decision.ok) return { ...decision, left: charge.amount - setAside.amount };
      const now = clock.now();
      const { amount, vat } = decision;
      const { why, onceKey } = asked;
      const [refund] = await intendRefunds(
        tx,
        [{ charge, amount, vat, why, ...(onceKey === undefined ? {} : { onceKey }) }],
        now,
      );
      if (!refund) throw new Error('a refund that was just written is not there');
      await within.markSent([refund.id], now, new Date(now.getTime() + LEASE_MS));
      return {
        ok: true,
        refund: { ...refund, state: 'unknown', sentAt: now },
        charge,
        isNew: true,
      };
    });

  return {
    request: async (asked) => {
      const known = await charges.byReference(asked.reference);
      if (!known) return { ok: false, refusal: 'unknown_reference' };
      const begun = await begin(asked, known.id).catch((error: unknown) => {
        // The same key for another charge at the same moment: now it is there to be seen.
        if (isUniqueViolation(error, 'refunds_once')) return begin(asked, known.id);
        throw error;
      });
      if (!begun.ok) return begun;
      const { refund, charge } = begun;
      if (!begun.isNew)
        return { ok: true, refund: await (underway.get(refund.id) ?? refund), charge };
      const sending = sendNow({ refund, charge }).finally(() => underway.delete(refund.id));
      underway.set(refund.id, sending);
      const after = await sending;
      wake();
      return { ok: true, refund: after, charge };
    },

    hint: async (which) => {
      await refunds.lookAgain(which, clock.now());
      wake();
    },

    lookupsAt: (carrierId) => ({
      name: `refund-lookups-${carrierId}`,
      nextDue: () => refunds.nextLookup(carrierId),
      run: async () => {
        const due = await refunds.claimLookups(claimOf(carrierId, BATCH));
        throwFailures(await Promise.allSettled(due.map(lookUpOne)));
        return due.length;
      },
    }),

    sendsAt: (carrierId) => ({
      name: `refunds-${carrierId}`,
      nextDue: async () => {
        const due = await refunds.nextIntent(carrierId);
        return due && afterPause(due, await paceOf(carrierId).resumesAt());
      },
      run: async () => {
        const waiting = await refunds.intentsDue(carrierId, clock.now(), BATCH);
        if (waiting === 0) return 0;
        // No more than there are: instants that are reserved and not used are lost to the renewals.
        const permit = await paceOf(carrierId).take(waiting);
        if (permit.granted === 0) return 0;
        try {
          const due = await refunds.claimIntents(claimOf(carrierId, permit.granted));
          await sendAll(permit, due);
          return due.length;
        } finally {
          // Where calls were made the permit is given back already; a second time does nothing.
          await permit.done({ answered: 0, failed: 0 });
        }
      },
    }),
  };
}

/** One that cannot be worked on does not keep the others waiting, and is told of afterwards. */
function throwFailures(ended: readonly PromiseSettledResult<unknown>[]): void {
  const failures = ended.flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  if (failures.length > 0)
    throw new AggregateError(failures, 'some refunds could not be worked on');
}

/** How a call ended, an error included. */
async function decided(call: Promise<RefundOutcome>): Promise<Sent> {
  const [ended] = await Promise.allSettled([call]);
  return ended;
}

function paymentOf(charge: Charge): string {
  if (charge.carrierPaymentId === null)
    throw new Error('a taken charge without the carrier’s payment');
  return charge.carrierPaymentId;
}

/** All of a charge is a `total` to CAMARA, which then takes no more refunds for it. */
function partOf(
  { amount, vat }: Refund,
  charge: Charge,
): { part?: { amountCents: number; vatCents: number } } {
  return amount === charge.amount ? {} : { part: { amountCents: amount, vatCents: vat } };
}

function afterWait(seconds: number | undefined): { retryAfterSeconds?: number } {
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

/** What the carrier's books say, in the words of an answer. */
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

/** Whether a request under a key that was used is the one that it was used for. */
function isSame(refund: Refund, { amount, why }: RefundRequest, chargeId: string): boolean {
  return (
    refund.chargeId === chargeId &&
    refund.why === why &&
    (amount === undefined || amount === refund.amount)
  );
}
