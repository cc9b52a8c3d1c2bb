import { LATE_LISTING_MS } from '@bonisa/domain/charge';
import type { Clock } from '../../platform/clock.ts';
import type { RefundRepository } from '../refunds/refund.repository.ts';
import type { RefundOutcomes } from '../refunds/refund-outcome.service.ts';
import type { ChargeRepository } from './charge.repository.ts';
import type { ChargeOutcomes } from './charge-outcome.service.ts';

/** What people have heard from the carrier about money of which its books do not tell. */
export interface ReportedOutcome {
  /** The charge's or the refund's id. */
  readonly id: string;
  /** Whether the money moved: was taken, or was given back. */
  readonly done: boolean;
  /** The carrier's id of the payment or refund; ours is used where it was told before. */
  readonly carrierId: string | undefined;
  readonly note: string;
}

/**
 * `needs_carrier_id`: money that moved has a name at the carrier. `contradicted`: it is
 * decided, and not as was heard.
 */
export type ReportResult = 'recorded' | 'needs_carrier_id' | 'contradicted' | 'not_found';

export interface UnknownOutcomesDependencies {
  readonly charges: ChargeRepository;
  readonly outcomes: ChargeOutcomes;
  readonly refunds: RefundRepository;
  readonly refundOutcomes: RefundOutcomes;
  readonly clock: Clock;
  readonly wake: () => void;
}

export type UnknownOutcomes = ReturnType<typeof createUnknownOutcomes>;

/**
 * Ends what stays unknown by what people have heard, through the same outcomes as a look-up would.
 * A charge that is said not to be taken and is taken after all is still a late success.
 */
export function createUnknownOutcomes({
  charges,
  outcomes,
  refunds,
  refundOutcomes,
  clock,
  wake,
}: UnknownOutcomesDependencies) {
  /** One that could not be asked for ends as those do that were: it is not sent any more. */
  const markSent = (id: string, now: Date): Promise<void> =>
    refunds.db.transaction(async (tx) => {
      const within = refunds.within(tx);
      if ((await within.lock(id))?.state === 'intended')
        await within.markSent([id], now, new Date(now.getTime() + LATE_LISTING_MS));
    });

  return {
    endCharge: async ({ id, done, carrierId }: ReportedOutcome): Promise<ReportResult> => {
      const charge = await charges.byId(id);
      if (!charge) return 'not_found';
      const carrierPaymentId = carrierId ?? charge.carrierPaymentId;
      if (done && carrierPaymentId === null) return 'needs_carrier_id';
      const outcome =
        done && carrierPaymentId !== null
          ? taken(carrierPaymentId, charge.createdAt)
          : ({ outcome: 'not_taken' } as const);
      const [result] = await outcomes.recordAll([{ chargeId: id, outcome }]);
      wake();
      return result?.state === (done ? 'succeeded' : 'denied') ? 'recorded' : 'contradicted';
    },

    endRefund: async ({ id, done, carrierId, note }: ReportedOutcome): Promise<ReportResult> => {
      const refund = await refunds.byId(id);
      if (!refund) return 'not_found';
      const carrierRefundId = carrierId ?? refund.carrierRefundId;
      if (done && carrierRefundId === null) return 'needs_carrier_id';
      const now = clock.now();
      await markSent(id, now);
      const after = await refundOutcomes.record(
        refund,
        done && carrierRefundId !== null
          ? { outcome: 'succeeded', carrierRefundId, at: now }
          : { outcome: 'denied', reason: 'refused', detail: note },
      );
      wake();
      return after.state === (done ? 'succeeded' : 'denied') ? 'recorded' : 'contradicted';
    },
  };
}

function taken(carrierPaymentId: string, at: Date) {
  return { outcome: 'succeeded', carrierPaymentId, at } as const;
}
