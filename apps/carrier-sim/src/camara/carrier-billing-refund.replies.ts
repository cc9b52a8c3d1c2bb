import type { Refund } from '../store/refunds.repository.ts';
import { type RefundReply, refundReply } from './carrier-billing-refund.schemas.ts';
import type { BillingEvent } from './cloud-events.ts';
import { sinkInReply } from './sink.ts';

/** A refund as the API shows it. */
export function refundReplyOf(refund: Refund): RefundReply {
  return refundReply.parse({
    refundId: refund.id,
    refundStatus: refund.status,
    type: refund.type,
    refundCreationDate: refund.createdAt.toISOString(),
    refundDate: refund.createdAt.toISOString(),
    ...(refund.reason !== null && { reason: refund.reason }),
    ...sinkInReply(refund.sink),
    amountTransaction: JSON.parse(refund.amountTransaction),
  });
}

/** The news that a refund is done. */
export function refundEventOf(refund: Refund): BillingEvent {
  return {
    type: 'org.camaraproject.carrier-billing-refund.v0.refund-completed',
    source: '/carrier-billing-refund/v0.3/payments',
    data: {
      paymentId: refund.paymentId,
      refundId: refund.id,
      status: 'succeeded',
      description: 'The refund is completed.',
      refundDate: refund.createdAt.toISOString(),
    },
  };
}
