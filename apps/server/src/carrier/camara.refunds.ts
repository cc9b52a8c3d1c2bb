/** Giving money back: carrier-billing-refund 0.3.0. */

import { type Answer, type AskCarrier, CARRIER_ERROR, type CarrierTimeouts, notDoneOrUnknown, notToldYet, UNREADABLE } from './camara.calls.ts';
import { chargingInformation, detailOf, sinkOf } from './camara.payments.ts';
import { type Refund, refund, refunds, remainingAmount } from './camara.schemas.ts';
import {
  type Carrier,
  type CarrierRefund,
  CarrierUnavailableError,
  type RefundDenialReason,
  type RefundInput,
  type RefundOutcome,
} from './carrier.port.ts';
import { classifyDenial } from './carrier-text.ts';

const REFUND = '/carrier-billing-refund/v0.3';
const CREATE = 'carrier-billing-refund:refunds:create';
const READ = 'carrier-billing-refund:refunds:read';
const PER_PAGE = 100;

const DENIALS: Readonly<Record<string, RefundDenialReason>> = {
  NOT_FOUND: 'payment_not_found',
  'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND': 'not_eligible',
  'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS': 'payment_not_taken',
  'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT': 'amount_not_allowed',
  'CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED': 'spending_limit',
};

type Refunds = Pick<Carrier, 'refund' | 'findRefund' | 'listRefunds' | 'remainingToRefund'>;

export function createRefunds(ask: AskCarrier, timeouts: CarrierTimeouts): Refunds {
  const read = (path: string) => ask({ method: 'GET', path: REFUND + path, scope: READ, timeoutMs: timeouts.lookup });

  /** Every refund of a payment once. A payment that the carrier does not know has none. */
  async function* walk(carrierPaymentId: string): AsyncGenerator<Refund> {
    const seen = new Set<string>();
    for (let page = 1; ; page++) {
      const answer = await read(`${refundsOf(carrierPaymentId)}?page=${page}&perPage=${PER_PAGE}&order=asc`);
      if (answer.kind === 'refused' && (answer.code === 'NOT_FOUND' || (seen.size > 0 && answer.code === 'OUT_OF_RANGE'))) return;
      const fresh = readPage(answer).filter((each) => !seen.has(each.refundId));
      for (const each of fresh) {
        seen.add(each.refundId);
        yield each;
      }
      if (fresh.length === 0 || (answer.kind === 'ok' && answer.totalCount === seen.size)) return;
    }
  }

  return {
    async refund(input): Promise<RefundOutcome> {
      const answer = await ask({
        method: 'POST',
        path: REFUND + refundsOf(input.carrierPaymentId),
        scope: CREATE,
        body: refundBody(input),
        timeoutMs: timeouts.charge,
      });
      if (answer.kind === 'refused') return refusal(answer);
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const created = refund.safeParse(answer.body);
      if (!created.success) return UNREADABLE;
      const isFirst = answer.status === 201 && created.data.amountTransaction.referenceCode === input.reference;
      return isFirst ? settledRefund(created.data) : { outcome: 'unknown', cause: 'already_submitted' };
    },

    async findRefund(input) {
      if (input.carrierRefundId !== undefined) {
        const answer = await read(`${refundsOf(input.carrierPaymentId)}/${encodeURIComponent(input.carrierRefundId)}`);
        if (answer.kind === 'refused') return answer.code === 'NOT_FOUND' ? { outcome: 'not_found' } : CARRIER_ERROR;
        if (answer.kind !== 'ok') return notToldYet(answer);
        const one = refund.safeParse(answer.body);
        return one.success ? { outcome: 'found', refund: toRefund(one.data) } : CARRIER_ERROR;
      }
      try {
        for await (const each of walk(input.carrierPaymentId)) {
          const { referenceCode, clientCorrelator } = each.amountTransaction;
          if (referenceCode === input.reference || clientCorrelator === input.correlator) {
            return { outcome: 'found', refund: toRefund(each) };
          }
        }
        return { outcome: 'not_found' };
      } catch (error) {
        if (error instanceof CarrierUnavailableError) return { outcome: 'unavailable', cause: error.reason };
        throw error;
      }
    },

    async *listRefunds({ carrierPaymentId }) {
      for await (const each of walk(carrierPaymentId)) yield toRefund(each);
    },

    async remainingToRefund({ carrierPaymentId }) {
      const answer = await read(`${refundsOf(carrierPaymentId)}/remaining-amount`);
      if (answer.kind === 'refused') return answer.code === 'NOT_FOUND' ? { outcome: 'not_found' } : CARRIER_ERROR;
      if (answer.kind !== 'ok') return notToldYet(answer);
      const remaining = remainingAmount.safeParse(answer.body);
      return remaining.success ? { outcome: 'known', amountCents: remaining.data.amount } : CARRIER_ERROR;
    },
  };
}

function refundsOf(carrierPaymentId: string): string {
  return `/payments/${encodeURIComponent(carrierPaymentId)}/refunds`;
}

function readPage(answer: Answer): Refund[] {
  if (answer.kind === 'refused') throw new CarrierUnavailableError('carrier_error');
  if (answer.kind !== 'ok') throw new CarrierUnavailableError(notToldYet(answer).cause);
  const read = refunds.safeParse(answer.body);
  if (!read.success) throw new CarrierUnavailableError('carrier_error');
  return read.data;
}

function refusal(answer: Extract<Answer, { kind: 'refused' }>): RefundOutcome {
  // A conflict is with an earlier submission, whatever its code: that one has to be looked up.
  const reason = answer.status === 409 ? undefined : DENIALS[answer.code];
  if (reason === undefined && classifyDenial(answer) === 'already_submitted') {
    return { outcome: 'unknown', cause: 'already_submitted' };
  }
  return { outcome: 'denied', reason: reason ?? 'refused', detail: detailOf(answer) };
}

function settledRefund(of: Refund): RefundOutcome {
  const carrierRefundId = of.refundId;
  if (of.refundStatus === 'succeeded') {
    return { outcome: 'succeeded', carrierRefundId, at: of.refundDate ?? of.refundCreationDate };
  }
  if (of.refundStatus === 'processing') return { outcome: 'processing', carrierRefundId };
  return { outcome: 'denied', reason: 'refused', carrierRefundId, detail: 'The carrier has this refund as denied' };
}

function refundBody(input: RefundInput): unknown {
  const { part, reason = 'Refund' } = input;
  return {
    type: part === undefined ? 'total' : 'partial',
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    amountTransaction: {
      clientCorrelator: input.correlator,
      referenceCode: input.reference,
      refundAmount: part === undefined ? {} : { chargingInformation: chargingInformation(part, reason) },
    },
    ...sinkOf(input.sink),
  };
}

function toRefund(of: Refund): CarrierRefund {
  const { clientCorrelator, referenceCode, refundAmount } = of.amountTransaction;
  return {
    carrierRefundId: of.refundId,
    reference: referenceCode,
    ...(clientCorrelator === undefined ? {} : { correlator: clientCorrelator }),
    kind: of.type,
    ...(refundAmount.chargingInformation === undefined ? {} : { amountCents: refundAmount.chargingInformation.amount }),
    status: of.refundStatus,
    createdAt: of.refundCreationDate,
    ...(of.refundDate === undefined ? {} : { refundedAt: of.refundDate }),
  };
}
