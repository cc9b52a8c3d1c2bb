import type {
  CarrierCharge,
  CarrierRefund,
  ChargeInput,
  ChargeOutcome,
  RefundInput,
  RefundOutcome,
} from '@bonisa/carriers/billing.port';
import type { DenialReason } from '@bonisa/domain/money/charge';
import type { Cents } from '@bonisa/domain/money/rand';

/** A payment as it truly is, whatever anybody is told of it. */
export interface Payment {
  readonly id: string;
  readonly input: ChargeInput;
  readonly createdAt: number;
  status: 'processing' | 'succeeded' | 'denied';
  reason: DenialReason | undefined;
  /** When the money was taken. */
  takenAt: number | null;
  /** In no list and no look-up before. */
  readonly visibleFrom: number;
}

/** A refund as it truly is. */
export interface SimulatedRefund {
  readonly id: string;
  readonly input: RefundInput;
  readonly payment: Payment;
  readonly amount: Cents;
  readonly createdAt: number;
  status: 'processing' | 'succeeded' | 'denied';
  decidedAt: number | null;
}

/** The carrier's own books: the truth that the product's are held against. */
export function createCarrierRecords() {
  const payments = new Map<string, Payment>();
  const byReference = new Map<string, Payment>();
  const byCorrelator = new Map<string, Payment>();
  const inOrder: Payment[] = [];
  const refunds = new Map<string, SimulatedRefund>();
  const refundsByReference = new Map<string, SimulatedRefund>();
  const refundsByPayment = new Map<string, SimulatedRefund[]>();

  return {
    payments: inOrder as readonly Payment[],
    refunds: refunds as ReadonlyMap<string, SimulatedRefund>,
    payment: (id: string): Payment | undefined => payments.get(id),
    /** What was asked for under these already: the same attempt again. */
    submitted: ({
      reference,
      correlator,
    }: {
      reference: string;
      correlator: string;
    }): Payment | undefined => byReference.get(reference) ?? byCorrelator.get(correlator),
    addPayment: (payment: Payment): void => {
      payments.set(payment.id, payment);
      byReference.set(payment.input.reference, payment);
      byCorrelator.set(payment.input.correlator, payment);
      inOrder.push(payment);
    },
    refundsOf: (paymentId: string): readonly SimulatedRefund[] =>
      refundsByPayment.get(paymentId) ?? [],
    refundSubmitted: ({ reference }: { reference: string }): SimulatedRefund | undefined =>
      refundsByReference.get(reference),
    addRefund: (refund: SimulatedRefund): void => {
      refunds.set(refund.id, refund);
      refundsByReference.set(refund.input.reference, refund);
      refundsByPayment.set(refund.payment.id, [
        ...(refundsByPayment.get(refund.payment.id) ?? []),
        refund,
      ]);
    },
    /** What can still be given back of a payment. */
    left: (payment: Payment): Cents =>
      (refundsByPayment.get(payment.id) ?? []).reduce(
        (sum, one) => (one.status === 'denied' ? sum : sum - one.amount),
        payment.input.amountCents,
      ),
  };
}

export type CarrierRecords = ReturnType<typeof createCarrierRecords>;

export function outcomeOf(
  payment: Payment,
): Extract<ChargeOutcome, { outcome: 'succeeded' | 'processing' | 'denied' }> {
  if (payment.status === 'processing')
    return { outcome: 'processing', carrierPaymentId: payment.id };
  if (payment.status === 'succeeded') {
    return {
      outcome: 'succeeded',
      carrierPaymentId: payment.id,
      carrierReference: `SRV-${payment.id}`,
      at: new Date(payment.takenAt ?? 0),
    };
  }
  return {
    outcome: 'denied',
    reason: payment.reason ?? 'refused',
    carrierPaymentId: payment.id,
    detail: 'as the carrier says it',
  };
}

/** The entry in the carrier's list. */
export function listed(payment: Payment): CarrierCharge {
  return {
    carrierPaymentId: payment.id,
    carrierReference: `SRV-${payment.id}`,
    reference: payment.input.reference,
    correlator: payment.input.correlator,
    msisdn: payment.input.msisdn,
    amountCents: payment.input.amountCents,
    status: payment.status,
    createdAt: new Date(payment.createdAt),
    ...(payment.takenAt === null ? {} : { paidAt: new Date(payment.takenAt) }),
  };
}

export function refundOutcomeOf(refund: SimulatedRefund): RefundOutcome {
  if (refund.status === 'processing') return { outcome: 'processing', carrierRefundId: refund.id };
  if (refund.status === 'succeeded')
    return {
      outcome: 'succeeded',
      carrierRefundId: refund.id,
      at: new Date(refund.decidedAt ?? 0),
    };
  return {
    outcome: 'denied',
    reason: 'refused',
    carrierRefundId: refund.id,
    detail: 'as the carrier says it',
  };
}

export function listedRefund(refund: SimulatedRefund): CarrierRefund {
  const { id, input, amount, status, createdAt, decidedAt } = refund;
  return {
    carrierRefundId: id,
    reference: input.reference,
    correlator: input.correlator,
    kind: input.part === undefined ? 'total' : 'partial',
    amountCents: amount,
    status,
    createdAt: new Date(createdAt),
    ...(status === 'succeeded' && decidedAt !== null ? { refundedAt: new Date(decidedAt) } : {}),
  };
}
