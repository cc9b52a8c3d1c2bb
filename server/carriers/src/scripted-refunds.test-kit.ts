import type {
  CarrierRefund,
  ChargeInput,
  ChargeOutcome,
  FindRefundOutcome,
  RefundDenialReason,
  RefundInput,
  RefundOutcome,
} from './billing.port.ts';

/** A payment in the carrier's books, whatever it answered; `at` is when it was asked for. */
export interface ScriptedPayment {
  input: ChargeInput;
  outcome: ChargeOutcome;
  at: Date;
}

/** A refund in the scripted carrier's books. A test may put one of another state there. */
export interface ScriptedRefund {
  input: RefundInput;
  /** What it gave back, in cents. */
  amountCents: number;
  entry: CarrierRefund;
}

type Search = {
  carrierPaymentId: string;
  reference: string;
  correlator: string;
  carrierRefundId?: string;
};

/**
 * The refunds of the scripted carrier, by the rules of the adapter's port: each once, never more
 * than was taken.
 */
export function createScriptedRefunds(
  payments: ReadonlyMap<string, ScriptedPayment>,
  now: () => Date,
) {
  const refunds = new Map<string, ScriptedRefund>();

  const paymentOf = (id: string) =>
    [...payments.values()].find(
      ({ outcome }) =>
        'carrierPaymentId' in outcome &&
        outcome.carrierPaymentId === id &&
        outcome.outcome !== 'denied',
    );
  const of = (id: string) =>
    [...refunds.values()].filter(({ input }) => input.carrierPaymentId === id);
  const left = (payment: ScriptedPayment, id: string) =>
    of(id).reduce(
      (sum, { entry, amountCents }) => sum - (entry.status === 'denied' ? 0 : amountCents),
      payment.input.amountCents,
    );

  return {
    refunds,
    refund(input: RefundInput): RefundOutcome {
      const again = [...refunds.values()].some(
        (known) =>
          known.input.reference === input.reference || known.input.correlator === input.correlator,
      );
      if (again) return { outcome: 'unknown', cause: 'already_submitted' };
      const payment = paymentOf(input.carrierPaymentId);
      if (!payment) return denied('payment_not_found');
      if (payment.outcome.outcome !== 'succeeded') return denied('payment_not_taken');
      const rest = left(payment, input.carrierPaymentId);
      const amountCents = input.part?.amountCents ?? rest;
      if (rest === 0) return denied('not_eligible');
      if (amountCents > rest || amountCents < 1) return denied('amount_not_allowed');
      const entry = entryOf(input, `refund-${refunds.size + 1}`, now());
      refunds.set(input.reference, { input, amountCents, entry });
      return { outcome: 'succeeded', carrierRefundId: entry.carrierRefundId, at: entry.createdAt };
    },
    findRefund({
      carrierPaymentId,
      carrierRefundId,
      reference,
      correlator,
    }: Search): FindRefundOutcome {
      const found = of(carrierPaymentId).find(({ entry }) =>
        carrierRefundId === undefined
          ? entry.reference === reference || entry.correlator === correlator
          : entry.carrierRefundId === carrierRefundId,
      );
      return found ? { outcome: 'found', refund: found.entry } : { outcome: 'not_found' };
    },
    listRefunds: (carrierPaymentId: string): CarrierRefund[] =>
      of(carrierPaymentId).map(({ entry }) => entry),
  };
}

function denied(reason: RefundDenialReason): RefundOutcome {
  return { outcome: 'denied', reason, detail: '' };
}

function entryOf(
  { reference, correlator, part }: RefundInput,
  carrierRefundId: string,
  at: Date,
): CarrierRefund {
  return {
    carrierRefundId,
    reference,
    correlator,
    kind: part === undefined ? 'total' : 'partial',
    ...(part === undefined ? {} : { amountCents: part.amountCents }),
    status: 'succeeded',
    createdAt: at,
    refundedAt: at,
  };
}
