import { e164 } from '../store/numbers.ts';
import type { Payment } from '../store/payments.repository.ts';
import {
  type PaymentReply,
  type PreparedPaymentReply,
  paymentAmount,
} from './carrier-billing.schemas.ts';
import type { BillingEvent } from './cloud-events.ts';
import { sinkInReply } from './sink.ts';

const BASE = '/carrier-billing/v0.5';

/**
 * A payment in the shape of createPayment and the lookups.
 * @param root the path below which the carrier's APIs are.
 */
export function paymentReplyOf(payment: Payment, root: string): PaymentReply {
  return {
    ...commonOf(payment, root),
    ...(payment.paidAt && { paymentDate: payment.paidAt.toISOString() }),
  };
}

/** A payment in the shape of preparePayment. */
export function preparedReplyOf(payment: Payment, root: string): PreparedPaymentReply {
  const wantsCode = payment.status === 'pending_validation' && payment.authorizationId !== null;
  return {
    ...commonOf(payment, root),
    ...(wantsCode && {
      validationInfo: {
        action: 'validate' as const,
        authorizationId: payment.authorizationId ?? '',
      },
    }),
  };
}

function commonOf(payment: Payment, root: string) {
  return {
    paymentId: payment.id,
    paymentStatus: payment.status,
    paymentCreationDate: payment.createdAt.toISOString(),
    ...sinkInReply(payment.sink),
    amountTransaction: {
      phoneNumber: e164(payment.msisdn),
      ...(payment.clientCorrelator !== null && { clientCorrelator: payment.clientCorrelator }),
      paymentAmount: paymentAmount.parse(JSON.parse(payment.paymentAmount)),
      referenceCode: payment.referenceCode,
      resourceURL: `${root}${BASE}/payments/${payment.id}`,
      serverReferenceCode: payment.serverReference,
    },
  };
}

/** The event of a payment's present state; undefined for states without an event. */
export function paymentEventOf(payment: Payment): BillingEvent | undefined {
  const told = TOLD[payment.status];
  if (!told) return undefined;
  return {
    type: `org.camaraproject.carrier-billing.v0.payment-${told.name}`,
    source: `${BASE}/payments`,
    data: {
      paymentId: payment.id,
      status: payment.status === 'denied' ? 'failed' : 'succeeded',
      description: told.description,
      ...(payment.paidAt && { paymentDate: payment.paidAt.toISOString() }),
      ...(payment.denialReason !== null && { denialReason: payment.denialReason }),
    },
  };
}

const TOLD: Partial<Record<Payment['status'], { name: string; description: string }>> = {
  pending_validation: {
    name: 'pending-validation',
    description: 'The payment waits for its code.',
  },
  reserved: { name: 'reserved', description: 'The amount is reserved.' },
  succeeded: { name: 'completed', description: 'The payment is completed.' },
  cancelled: { name: 'cancelled', description: 'The payment is cancelled.' },
  denied: { name: 'denied', description: 'The payment is denied.' },
};
