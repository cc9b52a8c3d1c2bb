/** Refunds: carrier-billing-refund 0.3.0. */
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type {
  BillingPort,
  CarrierRefund,
  FindRefundInput,
  FindRefundOutcome,
  OfPayment,
  RefundDenialReason,
  RefundInput,
  RefundOutcome,
} from './billing.port.ts';
import {
  type Answer,
  bareCode,
  CARRIER_ERROR,
  notDoneOrUnknown,
  notToldYet,
  type Refused,
  UNREADABLE,
} from './camara.answers.ts';
import { identified } from './camara.apis.ts';
import type { Caller } from './camara.calls.ts';
import { isBehindTheEnd } from './camara.payment-records.ts';
import { chargingInformation, detailOf, sinkOf } from './camara.payments.ts';
import { centsOf, isAsAsked, type Refund, refund, refunds } from './camara.schemas.ts';
import { CarrierUnavailableError, type Done } from './carrier-outcome.ts';
import { classifyDenial } from './carrier-text.ts';

const REFUND = 'carrier-billing-refund';
const CREATE = 'carrier-billing-refund:refunds:create';
const READ = 'carrier-billing-refund:refunds:read';

const DENIALS: Readonly<Record<string, RefundDenialReason>> = {
  NOT_FOUND: 'payment_not_found',
  'CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND': 'not_eligible',
  'CARRIER_BILLING_REFUND.INVALID_PAYMENT_STATUS': 'payment_not_taken',
  'CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT': 'amount_not_allowed',
  'CARRIER_BILLING_REFUND.USER_AMOUNT_THRESHOLD_OVERPASSED': 'spending_limit',
};

type Refunds = Pick<BillingPort, 'refund' | 'findRefund' | 'listRefunds'>;

export function createRefunds({ ask, apis, timeouts }: Caller): Refunds {
  const { perPage } = apis[REFUND];
  /** The definition has no field for a number: where it is wanted it stands in the token alone. */
  const tokenOf = (msisdn: Msisdn | undefined) => identified(apis[REFUND], msisdn).token;

  const read = (
    path: string,
    msisdn: Msisdn | undefined,
    { correlator, theirs = [] }: { correlator?: string; theirs?: string[] } = {},
  ) =>
    ask({
      method: 'GET',
      api: REFUND,
      path,
      scope: READ,
      ...tokenOf(msisdn),
      timeoutMs: timeouts.lookup,
      correlator,
      theirs: ['NOT_FOUND', ...theirs],
    });

  /** Every refund of a payment once. A payment that the carrier does not know has none. */
  async function* walk({
    carrierPaymentId,
    msisdn,
    correlator,
  }: OfPayment & { correlator?: string }): AsyncGenerator<Refund> {
    const seen = new Set<string>();
    for (let page = 1; ; page++) {
      const theirs = page === 1 ? ['OUT_OF_RANGE'] : ['OUT_OF_RANGE', 'INVALID_ARGUMENT'];
      const path = `${refundsOf(carrierPaymentId)}?page=${page}&perPage=${perPage}&order=asc`;
      const answer = await read(path, msisdn, {
        theirs,
        ...(correlator === undefined ? {} : { correlator }),
      });
      if (isNotFound(answer) || (page > 1 && isBehindTheEnd(answer))) return;
      const fresh = readPage(answer).filter((each) => !seen.has(each.refundId));
      for (const each of fresh) {
        seen.add(each.refundId);
        yield each;
      }
      if (fresh.length === 0 || (answer.kind === 'ok' && answer.totalCount === seen.size)) return;
    }
  }

  async function byId(id: string, input: FindRefundInput): Promise<FindRefundOutcome> {
    const { correlator } = input;
    const answer = await read(
      `${refundsOf(input.carrierPaymentId)}/${encodeURIComponent(id)}`,
      input.msisdn,
      { correlator },
    );
    if (answer.kind === 'refused')
      return isNotFound(answer) ? { outcome: 'not_found' } : CARRIER_ERROR;
    if (answer.kind !== 'ok') return notToldYet(answer);
    const one = refund.safeParse(answer.body);
    if (!one.success) return CARRIER_ERROR;
    return isOurs(one.data, input) ? found(one.data, input) : { outcome: 'not_found' };
  }

  return {
    async refund(input): Promise<RefundOutcome> {
      const answer = await ask({
        method: 'POST',
        api: REFUND,
        path: refundsOf(input.carrierPaymentId),
        scope: CREATE,
        counted: true,
        ...tokenOf(input.msisdn),
        body: refundBody(input),
        timeoutMs: timeouts.charge,
        correlator: input.correlator,
        theirs: ['NOT_FOUND'],
      });
      if (answer.kind === 'refused') return refusal(answer);
      if (answer.kind !== 'ok') return notDoneOrUnknown(answer);
      const created = refund.safeParse(answer.body);
      if (!created.success) return UNREADABLE;
      const isFirst =
        answer.status === 201 && created.data.amountTransaction.referenceCode === input.reference;
      if (!isFirst) return { outcome: 'unknown', cause: 'already_submitted' };
      if (!isOtherwise(created.data, input)) return decidedRefund(created.data);
      return {
        outcome: 'unknown',
        cause: 'not_as_asked',
        carrierRefundId: created.data.refundId,
        done: doneOf(created.data),
      };
    },

    async findRefund(input) {
      if (input.carrierRefundId !== undefined) return await byId(input.carrierRefundId, input);
      try {
        for await (const each of walk(input)) if (isOurs(each, input)) return found(each, input);
        return { outcome: 'not_found' };
      } catch (error) {
        if (error instanceof CarrierUnavailableError) return error.why;
        throw error;
      }
    },

    async *listRefunds(of) {
      for await (const each of walk(of)) yield toRefund(each);
    },
  };
}

function refundsOf(carrierPaymentId: string): string {
  return `/payments/${encodeURIComponent(carrierPaymentId)}/refunds`;
}

function isNotFound(answer: Answer): boolean {
  return answer.kind === 'refused' && bareCode(answer.code) === 'NOT_FOUND';
}

/** The reference and the correlator are ours, and new for each refund. */
function isOurs(
  { amountTransaction }: Refund,
  { reference, correlator }: FindRefundInput,
): boolean {
  return (
    amountTransaction.referenceCode === reference ||
    amountTransaction.clientCorrelator === correlator
  );
}

/**
 * Whether the carrier gives back, or has given back, something else than it was asked for, as far
 * as it says what.
 */
function isOtherwise(
  { refundStatus, type, amountTransaction }: Refund,
  { part, amountCents }: Pick<RefundInput, 'part' | 'amountCents'>,
): boolean {
  if (refundStatus === 'denied') return false;
  const money = amountTransaction.refundAmount.chargingInformation;
  const requestedCents = part?.amountCents ?? amountCents;
  return type !== typeOf(part) || (money !== undefined && !isAsAsked(money, requestedCents));
}

function doneOf({ refundStatus, refundCreationDate, amountTransaction }: Refund): Done {
  const { amount = null, currency = null } =
    amountTransaction.refundAmount.chargingInformation ?? {};
  return { amount, currency, status: refundStatus, at: refundCreationDate };
}

function found(of: Refund, input: FindRefundInput): FindRefundOutcome {
  if (isOtherwise(of, input))
    return { outcome: 'not_as_asked', carrierRefundId: of.refundId, done: doneOf(of) };
  return { outcome: 'found', refund: toRefund(of) };
}

function typeOf(part: RefundInput['part']): 'total' | 'partial' {
  return part === undefined ? 'total' : 'partial';
}

function readPage(answer: Answer): Refund[] {
  if (answer.kind === 'refused') throw new CarrierUnavailableError(CARRIER_ERROR);
  if (answer.kind !== 'ok') throw new CarrierUnavailableError(notToldYet(answer));
  const read = refunds.safeParse(answer.body);
  if (!read.success) throw new CarrierUnavailableError(CARRIER_ERROR);
  return read.data;
}

function refusal(answer: Refused): RefundOutcome {
  // A conflict is with an earlier submission, whatever its code: that one has to be looked up.
  const reason = answer.status === 409 ? undefined : DENIALS[answer.code];
  if (reason === undefined && classifyDenial(answer) === 'already_submitted') {
    return { outcome: 'unknown', cause: 'already_submitted' };
  }
  return { outcome: 'denied', reason: reason ?? 'refused', detail: detailOf(answer) };
}

function decidedRefund(of: Refund): RefundOutcome {
  const carrierRefundId = of.refundId;
  if (of.refundStatus === 'succeeded') {
    return { outcome: 'succeeded', carrierRefundId, at: of.refundDate ?? of.refundCreationDate };
  }
  if (of.refundStatus === 'processing') return { outcome: 'processing', carrierRefundId };
  return {
    outcome: 'denied',
    reason: 'refused',
    carrierRefundId,
    detail: 'The carrier has this refund as denied',
  };
}

function refundBody(input: RefundInput): unknown {
  const { part, reason = 'Refund' } = input;
  return {
    type: typeOf(part),
    ...(input.reason === undefined ? {} : { reason: input.reason }),
    amountTransaction: {
      clientCorrelator: input.correlator,
      referenceCode: input.reference,
      refundAmount:
        part === undefined ? {} : { chargingInformation: chargingInformation(part, reason) },
    },
    ...sinkOf(input.sink),
  };
}

function toRefund(of: Refund): CarrierRefund {
  const { clientCorrelator, referenceCode, refundAmount } = of.amountTransaction;
  const amountCents = refundAmount.chargingInformation && centsOf(refundAmount.chargingInformation);
  return {
    carrierRefundId: of.refundId,
    reference: referenceCode,
    ...(clientCorrelator === undefined ? {} : { correlator: clientCorrelator }),
    kind: of.type,
    ...(amountCents === undefined ? {} : { amountCents }),
    status: of.refundStatus,
    createdAt: of.refundCreationDate,
    ...(of.refundDate === undefined ? {} : { refundedAt: of.refundDate }),
  };
}
