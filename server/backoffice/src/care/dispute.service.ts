import { type Cents, parseRand } from '@bonisa/domain/money/rand';
import { disputeCanBecome } from '@bonisa/domain/staff/care-refund';
import type { Clock } from '@bonisa/kit/clock/clock';
import { type Database, isUniqueViolation } from '@bonisa/kit/database/database';
import { AppError } from '@bonisa/kit/http/app-error';
import type { NewId } from '@bonisa/kit/ids';
import type { SubscriptionRepository } from '@bonisa/money/subscription/subscription.repository';
import { type ActOnce, REPEATED } from './act-once.ts';
import type { CareDispute, CareRepository } from './care.repository.ts';
import type { CareAct } from './care-acts.service.ts';
import type { CareLook, OpenNumber } from './care-look.service.ts';
import type { CareRefundOutcome, CareRefunds } from './care-refund.service.ts';

/**
 * Between the decision of a dispute and the request for its refund, which holds a key of its own
 * from then on, nothing takes so long. An act that was cut off is done again only later.
 */
const CUT_OFF_MS = 30_000;

export interface DisputeDependencies {
  readonly care: CareRepository;
  readonly once: ActOnce['once'];
  readonly look: Pick<CareLook, 'chargeOf'>;
  readonly careRefunds: Pick<CareRefunds, 'requestFor' | 'isRequested'>;
  readonly subscriptions: Pick<SubscriptionRepository, 'byId'>;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** The decision of a dispute; an upheld one gives back `amount`, or all that is left. */
export interface DisputeDecision {
  readonly disputeId: string;
  readonly verdict: 'upheld' | 'rejected';
  readonly amount?: Cents | undefined;
}

export type Disputes = ReturnType<typeof createDisputes>;

/** Disputes of charges: taken down, answered, and upheld with a refund or rejected. */
export function createDisputes(dependencies: DisputeDependencies) {
  const { care, once, look, careRefunds, subscriptions, clock, newId } = dependencies;

  /** Refuses a dispute of another number. */
  const refuseForeign = async (number: OpenNumber, id: string): Promise<void> => {
    const dispute = await care.dispute(id);
    if (!dispute || !(await look.chargeOf(number.msisdn, dispute.reference)))
      throw new AppError('not_found', 'This number has no such dispute.');
  };

  const lock = async (tx: Database, id: string): Promise<CareDispute> => {
    const dispute = await care.within(tx).lockDispute(id);
    if (!dispute) throw new Error('a dispute that was read is not there');
    return dispute;
  };

  /**
   * Writes the decision before any money moves, so that two decisions at one moment are one.
   * Returns the dispute as it was.
   */
  const claim = async (
    { number, actor, audit, reason }: CareAct,
    id: string,
    verdict: 'upheld' | 'rejected',
  ): Promise<CareDispute> => {
    const mayBeCutOff = verdict === 'upheld' && !(await careRefunds.isRequested(actor.id, id));
    return await care.db.transaction(async (tx) => {
      const now = clock.now();
      const before = await lock(tx, id);
      const details = { dispute: id, verdict };
      const entry = { subject: number.subject, reason, details };
      if (mayBeCutOff && isCutOff(before, actor, now)) {
        // Held anew, so that of two repetitions one asks for the refund.
        await care.within(tx).writeDispute(id, { decidedAt: now });
        await audit.record({ ...entry, details: { ...details, ...REPEATED } }, tx);
        return { ...before, ...OPEN };
      }
      refuseUnless(before, verdict);
      const { id: decidedById, name: decidedBy } = actor;
      const decided = { decidedAt: now, decidedBy, decidedById, decidedReason: reason };
      await audit.record(entry, tx);
      await care.within(tx).writeDispute(id, { ...decided, state: verdict });
      return before;
    });
  };

  /** The undecided dispute of a charge that was just found to have one. */
  const sameAsBefore = async (chargeId: string, words: string): Promise<CareDispute> => {
    const before = (await care.disputesOf([chargeId])).at(-1);
    // A request that a crash cut off, and that is now made again.
    if (before?.words === words) return before;
    throw new AppError('already_disputed', 'This charge is disputed already; go on with that one.');
  };

  const disputeOf = async (
    number: OpenNumber,
    reference: string,
    id: string,
  ): Promise<CareDispute> => {
    const charge = await look.chargeOf(number.msisdn, reference);
    const found = charge && (await care.disputesOf([charge.id])).find((one) => one.id === id);
    if (!found) throw new AppError('not_found', 'This number has no such dispute.');
    return found;
  };

  return {
    /** Records that the caller disputes a charge; `act.reason` has the caller's words. */
    open: (act: CareAct, reference: string): Promise<{ id: string }> => {
      const { number, actor, audit, reason: words } = act;
      const requestParts = ['dispute', number.subject, reference, words];
      return once({ ...act, reason: number.reason, asked: requestParts }, async () => {
        const charge = await look.chargeOf(number.msisdn, reference);
        if (!charge)
          throw new AppError('not_found', 'This number has no charge with this reference.');
        const subscription = await subscriptions.byId(charge.subscriptionId);
        const id = newId();
        const opened = care.db.transaction(async (tx) => {
          await care.within(tx).insertDispute({
            id,
            subscriberId: subscription?.subscriberId ?? null,
            chargeId: charge.id,
            reference,
            carrierId: charge.carrierId,
            packageId: charge.packageId,
            amount: charge.amount,
            state: 'open',
            words,
            openedAt: clock.now(),
            openedBy: actor.name,
          });
          const details = { dispute: id, charge: reference };
          await audit.record({ subject: number.subject, reason: number.reason, details }, tx);
          return { id };
        });
        return await opened.catch(async (error: unknown) => {
          if (!isUniqueViolation(error, 'care_disputes_undecided')) throw error;
          const before = await sameAsBefore(charge.id, words);
          const details = { dispute: before.id, ...REPEATED };
          await audit.record({ subject: number.subject, reason: number.reason, details });
          return { id: before.id };
        });
      });
    },

    /** A dispute of this number. */
    disputeOf,

    /** Records what the caller was told; it may be told again until the dispute is decided. */
    answer: async (
      { number, actor, audit }: Pick<CareAct, 'number' | 'actor' | 'audit'>,
      disputeId: string,
      words: string,
    ): Promise<CareDispute> => {
      await refuseForeign(number, disputeId);
      return await care.db.transaction(async (tx) => {
        refuseUnless(await lock(tx, disputeId), 'answered');
        const answered = { answer: words, answeredAt: clock.now(), answeredBy: actor.name };
        const details = { dispute: disputeId };
        await audit.record({ subject: number.subject, reason: number.reason, details }, tx);
        return await care.within(tx).writeDispute(disputeId, { ...answered, state: 'answered' });
      });
    },

    /** Decides a dispute; an upheld one asks for its refund, which may wait for a second person. */
    decide: async (
      act: CareAct,
      { disputeId, verdict, amount }: DisputeDecision,
    ): Promise<{ dispute: CareDispute; refund: CareRefundOutcome | null }> => {
      const { number, reason } = act;
      const requestParts = ['decide', number.subject, disputeId, verdict, amount ?? null, reason];
      const { reference, refund } = await once({ ...act, asked: requestParts }, async () => {
        await refuseForeign(number, disputeId);
        const before = await claim(act, disputeId, verdict);
        const { reference } = before;
        if (verdict === 'rejected') return { reference, refund: null };
        try {
          const refund = await careRefunds.requestFor(act, disputeId, { reference, amount });
          const refundAmount = parseRand(refund.amount) ?? null;
          await care.writeDispute(disputeId, { refundAmount });
          return { reference, refund };
        } catch (error) {
          const { state, decidedAt, decidedBy, decidedById, decidedReason } = before;
          const undecided = { state, decidedAt, decidedBy, decidedById, decidedReason };
          await care.writeDispute(disputeId, undecided);
          throw error;
        }
      });
      return { dispute: await disputeOf(number, reference, disputeId), refund };
    },

    list: async (query: Parameters<CareRepository['disputes']>[0]) => {
      const rows = await care.disputes({ ...query, limit: query.limit + 1 });
      const data = rows.slice(0, query.limit);
      return { data, next: rows.length > query.limit ? (data.at(-1)?.id ?? null) : null };
    },

    /** A dispute of whichever number. */
    byId: care.dispute,
    /** How many disputes nobody has decided. */
    undecided: care.undecidedDisputes,
  };
}

/** A dispute whose decision did not come to its refund. */
const OPEN = {
  state: 'open',
  decidedAt: null,
  decidedBy: null,
  decidedById: null,
  decidedReason: null,
} as const;

/**
 * Upheld by the same person, and the process ended before the refund was asked for. A decision that
 * lies ahead was written by a wrong clock.
 */
function isCutOff(dispute: CareDispute, actor: CareAct['actor'], now: Date): boolean {
  const { state, refundAmount, decidedBy, decidedById, decidedAt } = dispute;
  const isOwn = decidedById === null ? decidedBy === actor.name : decidedById === actor.id;
  return (
    state === 'upheld' &&
    refundAmount === null &&
    isOwn &&
    decidedAt !== null &&
    Math.abs(now.getTime() - decidedAt.getTime()) > CUT_OFF_MS
  );
}

function refuseUnless({ state }: CareDispute, to: 'answered' | 'upheld' | 'rejected'): void {
  if (!disputeCanBecome(state, to))
    throw new AppError('already_decided', 'This dispute is decided already.');
}
