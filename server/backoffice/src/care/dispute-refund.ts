import {
  approvalState,
  type RefundProgress,
  refundProgress,
} from '@bonisa/domain/staff/care-refund';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { uuidOf } from '@bonisa/kit/secrets/keyed-hash';
import type { Refund, RefundRepository } from '@bonisa/money/billing/refunds/refund.repository';
import type { CareDispute, CareRepository } from './care.repository.ts';
import type { CareRefund, CareRefundRepository } from './care-refund.repository.ts';

export interface DisputeRefundDependencies {
  readonly care: Pick<CareRepository, 'within'>;
  readonly careRefunds: Pick<CareRefundRepository, 'byId' | 'ofCharges'>;
  readonly refunds: Pick<RefundRepository, 'of'>;
  readonly clock: Clock;
  readonly secret: Buffer;
}

/** The most ended requests of one dispute that are looked through. */
const MOST_ATTEMPTS = 50;

/** Which request for a refund belongs to which dispute. */
export function createDisputeRefunds(dependencies: DisputeRefundDependencies) {
  const { care, careRefunds, refunds, clock, secret } = dependencies;

  /** The id of the request that an actor makes with a key. */
  const idOf = (actorId: string, key: string): string =>
    uuidOf(secret, 'care refund', actorId, key);

  /** Whether a request was made for a dispute; its id follows from the key. */
  const isOf = ({ id, askedBy }: CareRefund, disputeId: string): boolean => {
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1)
      if (idOf(askedBy, disputeKey(disputeId, attempt)) === id) return true;
    return false;
  };

  return {
    idOf,

    /**
     * The key of a dispute's refund. It is the dispute's, so that whatever repeats its decision,
     * its money goes back once; a request that was refused, by a person or by billing, or has
     * expired is over, and the next one has another key.
     */
    keyOf: async (actorId: string, disputeId: string): Promise<string> => {
      for (let attempt = 0; ; attempt += 1) {
        const key = disputeKey(disputeId, attempt);
        const before = await careRefunds.byId(idOf(actorId, key));
        if (!before || !isOver(before, clock.now())) return key;
      }
    },

    /** What became of the refunds of upheld disputes, by the id of the dispute. */
    progressOf: async (
      disputes: readonly CareDispute[],
    ): Promise<ReadonlyMap<string, RefundProgress>> => {
      const upheld = disputes.filter(({ refundAmount }) => refundAmount !== null);
      const chargeIds = [...new Set(upheld.map(({ chargeId }) => chargeId))];
      const careRefund = await careRefunds.ofCharges(chargeIds);
      const made = await refunds.of(chargeIds);
      const now = clock.now();
      const progress = ({ id, chargeId }: CareDispute): RefundProgress => {
        const all = careRefund.filter((one) => one.chargeId === chargeId && isOf(one, id));
        // Another one is asked for only when those before it are over.
        const own = all.find((one) => !isOver(one, now)) ?? all.at(-1);
        // A refund is asked for before its amount is written into the dispute.
        return own ? refundProgress(own, madeFor(own, made)?.state, now) : 'asked';
      };
      return new Map(upheld.map((dispute) => [dispute.id, progress(dispute)]));
    },

    /** Opens the dispute again whose refund was refused, or decided by nobody in time. */
    openAgain: async (tx: Database, ended: CareRefund): Promise<void> => {
      const within = care.within(tx);
      const disputes = await within.disputesOf([ended.chargeId]);
      const isUndecided = disputes.some(({ state }) => state === 'open' || state === 'answered');
      const own = disputes.find(({ id, state }) => state === 'upheld' && isOf(ended, id));
      // A later dispute of the same charge is undecided: it is the one to go on with. One whose
      // subscriber has removed their data can be decided by nobody.
      if (!own || isUndecided || own.subscriberId === null) return;
      await within.writeDispute(own.id, {
        state: own.answer === null ? 'open' : 'answered',
        refundAmount: null,
        decidedAt: null,
        decidedBy: null,
        decidedById: null,
        decidedReason: null,
      });
    },
  };
}

export type DisputeRefunds = ReturnType<typeof createDisputeRefunds>;

function disputeKey(disputeId: string, attempt: number): string {
  return attempt === 0 ? `dispute ${disputeId}` : `dispute ${disputeId} ${attempt}`;
}

/**
 * Billing's refund for a request. Where the carrier denied it, a later one of the same amount took
 * its place: care or a reconciliation exception asked for it again.
 */
function madeFor(
  { chargeId, refundReference, amount }: CareRefund,
  made: readonly Refund[],
): Refund | undefined {
  const place = made.findIndex(({ reference }) => reference === refundReference);
  const own = made[place];
  if (own?.state !== 'denied') return own;
  const isInItsPlace = (one: Refund, at: number) =>
    at > place && one.chargeId === chargeId && one.amount === amount;
  return made.findLast(isInItsPlace) ?? own;
}

function isOver({ state, ...request }: CareRefund, now: Date): boolean {
  if (request.refusal !== null) return true;
  if (state === 'free') return false;
  const current = approvalState({ ...request, state }, now);
  return current === 'refused' || current === 'expired';
}
