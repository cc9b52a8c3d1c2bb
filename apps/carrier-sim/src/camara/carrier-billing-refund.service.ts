import { v7 as uuid } from 'uuid';
import type { LateManner, Manner } from '../sim/fault-desk.ts';
import type { Live } from '../sim/live.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { camaraFromCents, centsFromCamara } from '../store/money.ts';
import type { Payment, PaymentsRepository } from '../store/payments.repository.ts';
import type { Refund, RefundsRepository } from '../store/refunds.repository.ts';
import type { Access } from './access.ts';
import type { ChargingInformation, RefundItem } from './amount.schemas.ts';
import { paymentAmount } from './carrier-billing.schemas.ts';
import { mayBeSeen } from './carrier-billing.service.ts';
import { refundEventOf, refundReplyOf } from './carrier-billing-refund.replies.ts';
import type {
  RefundBody,
  RefundReply,
  RefundsQuery,
  RemainingAmountReply,
} from './carrier-billing-refund.schemas.ts';
import type { CloudEvents } from './cloud-events.ts';
import { CamaraError } from './errors.ts';
import { fingerprint } from './fingerprint.ts';
import { findReplayed } from './idempotency.ts';
import { LATE_MS } from './late-outcomes.ts';
import { type Page, pageOf, pagingOf, rangeOf } from './paging.ts';
import { readSink, type Sink } from './sink.ts';

/**
 * CAMARA carrier-billing-refund 0.3.0: returns airtime to the handset that paid. `late-outcomes.ts`
 * decides late refunds.
 */
export interface RefundService {
  /**
   * @throws CamaraError NOT_FOUND, INVALID_ARGUMENT (currency, correlator in use), INVALID_SINK,
   * INVALID_CREDENTIAL,
   *   INVALID_TOKEN, ALREADY_EXISTS, ….INVALID_PAYMENT_STATUS, ….PAYMENT_NOT_ELIGIBLE_FOR_REFUND,
   *   ….UNAUTHORIZED_AMOUNT, ….TAXES_MANAGEMENT_MISMATCH, ….REFUND_DETAILS_MISMATCH
   */
  create(access: Access, paymentId: string, body: RefundBody, manner: Manner): RefundReply;
  /** @throws CamaraError NOT_FOUND */
  find(access: Access, paymentId: string, refundId: string): RefundReply;
  /** @throws CamaraError NOT_FOUND, OUT_OF_RANGE, ….INVALID_DATE_RANGE */
  list(access: Access, paymentId: string, query: RefundsQuery): Page<RefundReply>;
  /** @throws CamaraError NOT_FOUND */
  remaining(access: Access, paymentId: string): RemainingAmountReply;
}

interface Deps {
  database: Database;
  handsets: HandsetsRepository;
  payments: PaymentsRepository;
  refunds: RefundsRepository;
  events: CloudEvents;
  clock: Clock;
  live: Live;
}

export function createRefundService(deps: Deps): RefundService {
  const { database, handsets, payments, refunds, events, clock, live } = deps;

  function paymentOf(access: Access, paymentId: string): Payment {
    const payment = payments.find(paymentId, access.clientId);
    if (!payment || !mayBeSeen(payment, access)) throw new CamaraError('NOT_FOUND');
    return payment;
  }

  function leftOf(payment: Payment): number {
    const { cents, closed } = refunds.givenBack(payment.id);
    return closed || payment.status !== 'succeeded' ? 0 : payment.cents - cents;
  }

  /** @returns the amount to refund, in cents. */
  function judge(payment: Payment, body: RefundBody): number {
    if (payment.status !== 'succeeded')
      throw new CamaraError('CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS');
    const left = leftOf(payment);
    if (left === 0) throw new CamaraError('CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND');
    if (body.type === 'total') return left;
    const { chargingInformation, refundDetails } = body.amountTransaction.refundAmount;
    const cents = judgePart(payment, chargingInformation, refundDetails);
    if (cents > left) throw new CamaraError('CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT');
    return cents;
  }

  return {
    create(access, paymentId, body, { duplicateNotification: twice, late }) {
      const sink = readSink(body);
      const payment = paymentOf(access, paymentId);
      const made = database.transaction(() => {
        const content = fingerprint(payment.id, body.type, body.amountTransaction);
        const { clientCorrelator, referenceCode } = body.amountTransaction;
        const earlier = findReplayed(refunds, {
          clientId: access.clientId,
          clientCorrelator,
          referenceCode,
          fingerprint: content,
        });
        if (earlier) return earlier;
        const refund = newRefund(access, payment, body, {
          cents: judge(payment, body),
          content,
          sink,
          late,
          now: clock.now(),
        });
        refunds.add(refund);
        if (refund.status === 'processing') return refund;
        handsets.giveBack({ msisdn: payment.msisdn, takenAt: payment.createdAt }, refund.cents);
        events.send(refund, refundEventOf(refund), twice);
        return refund;
      });
      live.tell('handset', payment.msisdn);
      live.tell('charges', payment.msisdn);
      return refundReplyOf(made);
    },
    find(access, paymentId, refundId) {
      const refund = refunds.find(refundId, paymentOf(access, paymentId).id);
      if (!refund) throw new CamaraError('NOT_FOUND');
      return refundReplyOf(refund);
    },
    list(access, paymentId, query) {
      const payment = paymentOf(access, paymentId);
      const paging = pagingOf(query);
      const { from, to } = rangeOf(
        query['refundCreationDate.gte'],
        query['refundCreationDate.lte'],
        clock.now(),
        'CARRIER_BILLING_REFUND.INVALID_DATE_RANGE',
      );
      const { merchantIdentifier, refundStatus: statuses } = query;
      const found = refunds.list(
        { paymentId: payment.id, from, to, statuses, merchantIdentifier },
        paging,
      );
      return pageOf(found.refunds.map(refundReplyOf), found.total, paging);
    },
    remaining(access, paymentId) {
      const payment = paymentOf(access, paymentId);
      const { chargingInformation } = paymentAmount.parse(JSON.parse(payment.paymentAmount));
      return {
        amount: camaraFromCents(leftOf(payment)),
        currency: chargingInformation.currency,
        description: 'What is left of the payment, as it was taken from the line.',
        // The payment took all tax from the line, unless there was none.
        isTaxIncluded: Boolean(chargingInformation.isTaxIncluded || chargingInformation.taxAmount),
      };
    },
  };
}

/**
 * A partial refund must match the payment: same currency, same treatment of tax, and items that the
 * payment has.
 */
function judgePart(
  payment: Payment,
  part: ChargingInformation,
  details: readonly RefundItem[] | undefined,
): number {
  const paid = paymentAmount.parse(JSON.parse(payment.paymentAmount));
  if (part.currency !== paid.chargingInformation.currency)
    throw new CamaraError('INVALID_ARGUMENT', 'Currency is unknown or not authorized.');
  if (Boolean(part.isTaxIncluded) !== Boolean(paid.chargingInformation.isTaxIncluded))
    throw new CamaraError('CARRIER_BILLING_REFUND.TAXES_MANAGEMENT_MISMATCH');
  for (const detail of details ?? []) {
    const item = paid.paymentDetails?.find(({ id }) => id === detail.paymentItemId);
    if (!item || item.currency !== detail.currency || detail.amount > item.amount)
      throw new CamaraError('CARRIER_BILLING_REFUND.REFUND_DETAILS_MISMATCH');
  }
  const cents = centsFromCamara(part);
  if (cents === undefined || cents < 1)
    throw new CamaraError('CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT');
  return cents;
}

function newRefund(
  access: Access,
  payment: Payment,
  body: RefundBody,
  {
    cents,
    content,
    sink,
    late,
    now,
  }: {
    cents: number;
    content: string;
    sink: Partial<Sink>;
    late: LateManner | undefined;
    now: Date;
  },
): Refund {
  const { amountTransaction: transaction } = body;
  return {
    id: uuid(),
    clientId: access.clientId,
    paymentId: payment.id,
    type: body.type,
    status: late ? 'processing' : 'succeeded',
    cents,
    amountTransaction: JSON.stringify(transaction),
    reason: body.reason ?? null,
    merchantIdentifier: transaction.refundAmount.chargingMetaData?.merchantIdentifier ?? null,
    referenceCode: transaction.referenceCode,
    clientCorrelator: transaction.clientCorrelator ?? null,
    fingerprint: content,
    sink: body.sink ?? null,
    sinkToken: sink.token ?? null,
    sinkTokenExpires: sink.expiresAt ?? null,
    createdAt: now,
    decidedAt: late ? null : now,
    dueAt: late ? new Date(now.getTime() + LATE_MS) : null,
    notifySink: late?.notifySink ?? true,
    refusal: late?.refusal ?? null,
    denialReason: null,
    correlator: access.correlator,
  };
}
