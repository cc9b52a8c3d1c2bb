import { LATE_LISTING_MS, lastSentAt } from '@bonisa/domain/money/charge';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Wake } from '@bonisa/kit/jobs/wake-signal';
import type { RefundRepository } from '../refunds/refund.repository.ts';
import type { RefundOutcomes } from '../refunds/refund-outcome.service.ts';
import type { ChargeRepository } from './charge.repository.ts';
import type { ChargeOutcomes } from './charge-outcome.service.ts';

/** The carrier's answer to an operator about money that its list does not show. */
export interface ReportedOutcome {
  /** The id of the charge or refund. */
  readonly id: string;
  /** Whether the money moved: was taken, or was refunded. */
  readonly done: boolean;
  /** The carrier's id of the payment or refund; a known id takes precedence. */
  readonly carrierId: string | undefined;
  readonly note: string;
}

/**
 * `needs_carrier_id`: money that moved must have an id at the carrier. `contradicted`: a different
 * outcome is already final.
 */
export type ReportResult = 'recorded' | 'needs_carrier_id' | 'contradicted' | 'not_found';

export interface UnknownOutcomesDependencies {
  readonly charges: ChargeRepository;
  readonly outcomes: ChargeOutcomes;
  readonly refunds: RefundRepository;
  readonly refundOutcomes: RefundOutcomes;
  readonly clock: Clock;
  readonly wake: Wake;
}

export type UnknownOutcomes = ReturnType<typeof createUnknownOutcomes>;

/**
 * Ends unknown outcomes by what the operator has heard, through the same recorders as a lookup. A
 * charge that was reported as not taken and is taken after all still counts as a late success.
 */
export function createUnknownOutcomes({
  charges,
  outcomes,
  refunds,
  refundOutcomes,
  clock,
  wake,
}: UnknownOutcomesDependencies) {
  /** A refund that could not be asked for ends like one that was: it is not sent again. */
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
          ? taken(carrierPaymentId, lastSentAt(charge))
          : ({ outcome: 'not_taken' } as const);
      const [result] = await outcomes.recordAll([{ chargeId: id, outcome }]);
      wake('charges', 'refunds', 'messages');
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
      wake('charges', 'refunds', 'messages');
      return after.state === (done ? 'succeeded' : 'denied') ? 'recorded' : 'contradicted';
    },
  };
}

function taken(carrierPaymentId: string, at: Date) {
  return { outcome: 'succeeded', carrierPaymentId, at } as const;
}
