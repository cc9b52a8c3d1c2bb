import type { Refund } from '../store/refunds.repository.ts';
import { type RefundReply, refundReply } from './carrier-billing-refund.schemas.ts';
import type { BillingEvent } from './cloud-events.ts';
import { sinkInReply } from './sink.ts';

/** A refund in the API's shape. */
export function refundReplyOf(refund: Refund): RefundReply {
  return refundReply.parse({
    refundId: refund.id,
    refundStatus: refund.status,
    type: refund.type,
    refundCreationDate: refund.createdAt.toISOString(),
    ...(refund.status === 'succeeded' &&
      refund.decidedAt && { refundDate: refund.decidedAt.toISOString() }),
    ...(refund.reason !== null && { reason: refund.reason }),
    ...sinkInReply(refund.sink),
    amountTransaction: JSON.parse(refund.amountTransaction),
  });
}

/** The event of a completed or denied refund. */
export function refundEventOf(refund: Refund): BillingEvent {
  return {
    type: `org.camaraproject.carrier-billing-refund.v0.refund-${refund.status === 'denied' ? 'denied' : 'completed'}`,
    source: '/carrier-billing-refund/v0.3/payments',
    data: {
      paymentId: refund.paymentId,
      refundId: refund.id,
      ...(refund.status === 'denied'
        ? { status: 'failed', description: 'The refund is denied.' }
        : { status: 'succeeded', description: 'The refund is completed.' }),
      ...(refund.status !== 'denied' &&
        refund.decidedAt && { refundDate: refund.decidedAt.toISOString() }),
      ...(refund.denialReason !== null && { denialReason: refund.denialReason }),
    },
  };
}
