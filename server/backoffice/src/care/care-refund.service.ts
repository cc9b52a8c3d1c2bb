import { type Cents, formatRand } from '@bonisa/domain/money/rand';
import { decideRefund } from '@bonisa/domain/money/refund';
import { needsSecondPerson, pendingRequest, REFUND_SUM_MS } from '@bonisa/domain/staff/care-refund';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { RequestAudit, StudioActor } from '@bonisa/kit/http/studio-types';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Charge, ChargeRepository } from '@bonisa/money/billing/charges/charge.repository';
import { refundRefusal } from '@bonisa/money/billing/refunds/refund.refusal';
import type { Refund, RefundRepository } from '@bonisa/money/billing/refunds/refund.repository';
import type { RefundService } from '@bonisa/money/billing/refunds/refund.service';
import { approvalRefused, type SecondPerson } from '@bonisa/money/ledger/second-person';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import { type ActOnce, REPEATED } from './act-once.ts';
import type { CareAct } from './care-acts.service.ts';
import type { CareLook } from './care-look.service.ts';
import type { CareRefund, CareRefundRepository } from './care-refund.repository.ts';
import { createCareRefundExpiry } from './care-refund-expiry.job.ts';
import type { DisputeRefunds } from './dispute-refund.ts';

/** A refund that a process left behind is finished after this time. */
const FINISH_AFTER_MS = 30_000;
const BATCH = 16;

/** What became of a refund; `waiting`: a second person decides. */
export interface CareRefundOutcome extends Record<string, unknown> {
  readonly outcome: 'waiting' | 'unknown' | 'succeeded' | 'denied';
  readonly amount: string;
  readonly approval_id: string | null;
  readonly refund_reference: string | null;
}

/** A decision of the second person. */
export interface Decided {
  readonly actor: Pick<StudioActor, 'id' | 'name'>;
  readonly audit: RequestAudit;
  readonly reason: string;
}

export interface CareRefundDependencies {
  readonly careRefunds: CareRefundRepository;
  readonly disputeRefunds: DisputeRefunds;
  readonly once: ActOnce['once'];
  readonly isUnderWay: ActOnce['isUnderWay'];
  readonly look: Pick<CareLook, 'chargeOf'>;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly refundService: Pick<RefundService, 'request'>;
  readonly subscriptions: Pick<SubscriptionRepository, 'byId' | 'numbers'>;
  readonly secondPerson: SecondPerson;
  readonly clock: Clock;
  /** Above this sum a second person decides. */
  readonly limit: Cents;
}

/** What of a charge is to go back; all that is left without an amount. */
export interface RefundPart {
  readonly reference: string;
  readonly amount?: Cents | undefined;
}

export type CareRefunds = ReturnType<typeof createCareRefunds>;

const OUTCOME = {
  intended: 'unknown',
  unknown: 'unknown',
  succeeded: 'succeeded',
  denied: 'denied',
} as const;

/**
 * Refunds by care, within the limit at once, above it by a second person. Billing makes them
 * (`refund.service.ts`): it is the last to say how much is left, under the lock on the charge.
 */
export function createCareRefunds(dependencies: CareRefundDependencies) {
  const { careRefunds, disputeRefunds, once, isUnderWay, look, charges, refunds } = dependencies;
  const { refundService, subscriptions, secondPerson, clock, limit } = dependencies;
  const { db } = careRefunds;

  /** Writes what is asked for, under locks that make sums of simultaneous requests add up. */
  const ask = async (
    act: CareAct,
    known: Charge,
    amountAsked: Cents | undefined,
  ): Promise<CareRefund> => {
    const subscription = await subscriptions.byId(known.subscriptionId);
    const subscriberId = subscription?.subscriberId ?? null;
    const id = disputeRefunds.idOf(act.actor.id, act.key);
    return await db.transaction(async (tx) => {
      const within = careRefunds.within(tx);
      if (subscriberId !== null) await subscriptions.numbers.within(tx).lockKnown(subscriberId);
      const [charge] = await charges.within(tx).lockAll([known.id]);
      if (!charge) throw new Error('a charge that was read is not there');
      const before = await within.byId(id);
      if (before) {
        await act.audit.record(
          { subject: act.number.subject, reason: act.reason, details: REPEATED },
          tx,
        );
        return before;
      }
      const now = clock.now();
      const amount = await amountOf(tx, charge, amountAsked, now);
      const since = new Date(now.getTime() - REFUND_SUM_MS);
      const ofNumberToday =
        subscriberId === null ? 0 : await within.sumOfSubscriber(subscriberId, since, now);
      const ofCharge = await within.sumOfCharge(charge.id, now);
      const waits = needsSecondPerson({ amount, ofCharge, ofNumberToday }, limit);
      if (waits && act.actor.kind !== 'account')
        throw new AppError(
          'account_needed',
          `Above R${formatRand(limit)} a person must ask for the refund, and another one approve it.`,
        );
      const row = requestOf(act, charge, { id, subscriberId, amount, waits, now });
      await within.insert(row);
      const details = { charge: charge.reference, amount: formatRand(amount), state: row.state };
      await act.audit.record({ subject: act.number.subject, reason: act.reason, details }, tx);
      return row;
    });
  };

  /** How much to give back; what waits for a second person is set aside as well. */
  const amountOf = async (
    tx: Database,
    charge: Charge,
    amountAsked: Cents | undefined,
    now: Date,
  ) => {
    const done = await refunds.within(tx).setAside(charge.id);
    const waiting = await careRefunds.within(tx).waitingOf(charge.id, now);
    const setAside = { amount: done.amount + waiting, vat: done.vat };
    const decision = decideRefund(charge, setAside, amountAsked);
    if (!decision.ok) throw refundRefusal({ ...decision, left: charge.amount - setAside.amount });
    return decision.amount;
  };

  /** Writes that billing refused a refund, and opens the dispute of an approved one, once. */
  const refuseMade = (row: CareRefund, refusal: CareRefund['refusal']): Promise<void> =>
    db.transaction(async (tx) => {
      const within = careRefunds.within(tx);
      const before = await within.lock(row.id);
      await within.write(row.id, { refusal });
      if (before?.state === 'approved' && before.refusal === null)
        await disputeRefunds.openAgain(tx, row);
    });

  /** Has billing make the refund; the same request makes it once. */
  const make = async (row: CareRefund): Promise<CareRefundOutcome> => {
    const answer = await refundService.request({
      reference: row.reference,
      amount: row.amount,
      why: row.reason === '' ? 'Care' : row.reason,
      onceKey: `care ${row.id}`,
    });
    if (!answer.ok) {
      await refuseMade(row, answer.refusal);
      throw refundRefusal(answer);
    }
    await careRefunds.write(row.id, { refundReference: answer.refund.reference });
    return outcomeOf(row, answer.refund);
  };

  /** Locks a request and lets a person decide it; the same decision again changes nothing. */
  const decide = (
    id: string,
    verdict: 'approved' | 'refused',
    { actor, audit, reason }: Decided,
  ): Promise<CareRefund> =>
    db.transaction(async (tx) => {
      const row = await careRefunds.within(tx).lock(id);
      if (!row || row.state === 'free')
        throw new AppError('not_found', 'There is no such request.');
      const now = clock.now();
      const deciding = { by: actor.id, verdict, what: 'refund', now, tx } as const;
      if (await secondPerson.isRepeated({ ...row, state: row.state }, deciding)) return row;
      const decided = { decidedBy: actor.id, decidedByName: actor.name, decidedAt: now };
      const change = { ...decided, state: verdict, decidedReason: reason };
      const subject = row.subscriberId === null ? `refund:${id}` : `subscriber:${row.subscriberId}`;
      const details = { request: id, charge: row.reference, amount: formatRand(row.amount) };
      await audit.record({ subject, reason, details }, tx);
      if (verdict === 'refused') await disputeRefunds.openAgain(tx, row);
      return await careRefunds.within(tx).write(id, change);
    });

  const refundOf = async (row: CareRefund): Promise<CareRefundOutcome> => {
    if (row.state === 'waiting') return outcomeOf(row, undefined);
    // The same request again: what a second person refused, or nobody decided, is never made.
    if (row.state === 'refused') throw approvalRefused('decided', 'refund');
    if (row.state === 'expired') throw approvalRefused('expired', 'refund');
    const made = row.refundReference && (await refunds.byReference(row.refundReference));
    return made ? outcomeOf(row, made) : await make(row);
  };

  const request = async (act: CareAct, part: RefundPart): Promise<CareRefundOutcome> => {
    const { reference, amount } = part;
    const { number, reason } = act;
    const requestParts = ['refund', number.subject, reference, amount ?? null, reason];
    return await once({ ...act, asked: requestParts }, async () => {
      const charge = await look.chargeOf(number.msisdn, reference);
      if (!charge)
        throw new AppError('not_found', 'This number has no charge with this reference.');
      return await refundOf(await ask(act, charge, amount));
    });
  };

  return {
    /** Gives a charge of this number back, or asks a second person to. */
    request,

    /** The same for an upheld dispute: a refused or expired one is asked for anew, no other is. */
    requestFor: async (
      act: CareAct,
      disputeId: string,
      part: RefundPart,
    ): Promise<CareRefundOutcome> =>
      await request({ ...act, key: await disputeRefunds.keyOf(act.actor.id, disputeId) }, part),

    /** Whether a process asks for the refund of this dispute now. */
    isRequested: async (actorId: string, disputeId: string): Promise<boolean> =>
      await isUnderWay({ actorId, key: await disputeRefunds.keyOf(actorId, disputeId) }),

    approve: async (id: string, decided: Decided) => {
      const row = await decide(id, 'approved', decided);
      const refund = await refundOf(row);
      return { row: (await careRefunds.byId(id)) ?? row, refund };
    },

    refuse: (id: string, decided: Decided) => decide(id, 'refused', decided),

    /** Finishes what a process left behind between the decision and the refund. */
    job: {
      name: 'care-refunds',
      topic: 'refunds',
      nextDue: async () => {
        const at = await careRefunds.firstUnfinished();
        return at && new Date(at.getTime() + FINISH_AFTER_MS);
      },
      run: async () => {
        const before = new Date(clock.now().getTime() - FINISH_AFTER_MS);
        const left = await careRefunds.unfinished(before, BATCH);
        for (const row of left) await make(row).catch(unlessNamed);
        return left.length;
      },
    } satisfies ScheduledJob,

    expiryJob: createCareRefundExpiry({ careRefunds, disputeRefunds, clock }),
  };
}

/** A named refusal of billing is written into the request; anything else is an error of the job. */
function unlessNamed(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

function outcomeOf(row: CareRefund, refund: Refund | undefined): CareRefundOutcome {
  return {
    outcome: refund ? OUTCOME[refund.state] : 'waiting',
    amount: formatRand(row.amount),
    approval_id: row.state === 'free' ? null : row.id,
    refund_reference: refund?.reference ?? null,
  };
}

function requestOf(
  { actor, reason }: CareAct,
  charge: Charge,
  decided: {
    readonly id: string;
    readonly subscriberId: number | null;
    readonly amount: Cents;
    readonly waits: boolean;
    readonly now: Date;
  },
): CareRefund {
  const { id, subscriberId, amount, waits, now } = decided;
  return {
    id,
    subscriberId,
    chargeId: charge.id,
    reference: charge.reference,
    amount,
    state: waits ? 'waiting' : 'free',
    reason,
    ...pendingRequest(actor, now),
    decidedAt: waits ? null : now,
    refundReference: null,
    refusal: null,
  };
}
