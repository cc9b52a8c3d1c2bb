import type { LateManner, Manner } from '../sim/fault-desk.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { centsFromCamara } from '../store/money.ts';
import type { Payment, PaymentsRepository } from '../store/payments.repository.ts';
import type { Access } from './access.ts';
import { paymentReplyOf, preparedReplyOf } from './carrier-billing.replies.ts';
import type {
  PaymentBody,
  PaymentReply,
  PaymentsQuery,
  PreparedPaymentReply,
} from './carrier-billing.schemas.ts';
import { CamaraError } from './errors.ts';
import { fingerprint } from './fingerprint.ts';
import { findReplayed } from './idempotency.ts';
import { LATE_MS } from './late-outcomes.ts';
import { type Page, pageOf, pagingOf, rangeOf } from './paging.ts';
import { refusalFor } from './payment-judging.ts';
import { newPayment, type PaymentRequest } from './payment-making.ts';
import type { PaymentNews } from './payment-news.ts';
import { readSink, type Sink } from './sink.ts';
import { identifySubject } from './subject.ts';
import { withWrongEntries } from './wrong-entries.ts';

const CURRENCY = 'ZAR';

/**
 * CAMARA carrier-billing 0.5.0: creates payments and looks them up. `payment-second-step.ts` has
 * the second step.
 */
export interface CarrierBillingService {
  /**
   * Takes airtime in one step.
   * @throws CamaraError INVALID_ARGUMENT (also: currency, correlator in use), INVALID_SINK,
   * INVALID_CREDENTIAL,
   *  INVALID_TOKEN, MISSING_/UNNECESSARY_IDENTIFIER, IDENTIFIER_NOT_FOUND, SERVICE_NOT_APPLICABLE,
   *   ALREADY_EXISTS,
   *   ….PAYMENT_DENIED, ….UNAUTHORIZED_AMOUNT, ….USER_AMOUNT_THRESHOLD_OVERPASSED
   */
  create(access: Access, body: PaymentBody, manner: Manner): PaymentReply;
  /** Reserves airtime for a second step; throws the same errors. */
  prepare(access: Access, body: PaymentBody, manner: Manner): PreparedPaymentReply;
  /** Records a payment that a fault refuses, like one that is refused by business rules. */
  refuse(access: Access, body: PaymentBody, refusal: Error): void;
  /** @throws CamaraError NOT_FOUND */
  find(access: Access, paymentId: string): PaymentReply;
  /** @throws CamaraError OUT_OF_RANGE, ….INVALID_DATE_RANGE */
  list(access: Access, query: PaymentsQuery, manner: Manner): Page<PaymentReply>;
}

interface Deps {
  database: Database;
  handsets: HandsetsRepository;
  payments: PaymentsRepository;
  news: PaymentNews;
  clock: Clock;
  /** The path below which the carrier's APIs are. */
  root: string;
}

export function createCarrierBillingService(deps: Deps): CarrierBillingService {
  const { database, payments, news, clock, root } = deps;

  /**
   * Decides and books a payment in one transaction. A refusal is recorded too, so it is thrown
   * afterwards.
   */
  function make(access: Access, body: PaymentBody, steps: 1 | 2, manner: Manner): Payment {
    const request = readRequest(access, body, steps);
    const made = database.transaction(() => {
      const earlier = findReplayed(payments, request);
      if (earlier) return { payment: earlier };
      // A person waits for a reservation, so it is never late.
      if (manner.late && steps === 1) return { payment: accept(request, manner.late) };
      const refusal = refusalFor(deps, request);
      if (refusal) return { refusal: record(request, refusal) };
      const payment = newPayment(request, deps.handsets.find(request.msisdn), clock.now());
      payments.add(payment);
      news.made(payment, manner.duplicateNotification);
      return { payment };
    });
    if ('refusal' in made) throw made.refusal;
    return made.payment;
  }

  /** Accepts the request; `late-outcomes.ts` decides it later. */
  function accept(request: PaymentRequest, { notifySink, refusal }: LateManner): Payment {
    const now = clock.now();
    const payment: Payment = {
      ...newPayment(request, deps.handsets.find(request.msisdn), now),
      status: 'processing',
      paidAt: null,
      expiresAt: new Date(now.getTime() + LATE_MS),
      notifySink,
      refusal: refusal ?? null,
    };
    payments.add(payment);
    news.changed(request.msisdn);
    return payment;
  }

  function record(request: PaymentRequest, refusal: Error): Error {
    const handset = deps.handsets.find(request.msisdn);
    payments.add({
      ...newPayment(request, { ...handset, paymentValidation: false }, clock.now()),
      status: 'denied',
      paidAt: null,
      expiresAt: null,
      denialReason: refusal.message,
      refused: true,
    });
    news.changed(request.msisdn);
    return refusal;
  }

  return {
    create: (access, body, manner) => paymentReplyOf(make(access, body, 1, manner), root),
    prepare: (access, body, manner) => preparedReplyOf(make(access, body, 2, manner), root),
    refuse: (access, body, refusal) => void record(readRequest(access, body, 1), refusal),
    find(access, paymentId) {
      const payment = payments.find(paymentId, access.clientId);
      if (!payment || !mayBeSeen(payment, access)) throw new CamaraError('NOT_FOUND');
      return paymentReplyOf(payment, root);
    },
    list(access, query, manner) {
      const paging = pagingOf(query);
      const { from, to } = rangeOf(
        query['paymentCreationDate.gte'],
        query['paymentCreationDate.lte'],
        clock.now(),
        'CARRIER_BILLING.INVALID_DATE_RANGE',
      );
      const { merchantIdentifier, paymentStatus: statuses } = query;
      const filter = {
        clientId: access.clientId,
        msisdn: access.msisdn,
        from,
        to,
        statuses,
        merchantIdentifier,
      };
      const found = payments.list(filter, paging);
      const page = pageOf(
        found.payments.map((payment) => paymentReplyOf(payment, root)),
        found.total,
        paging,
      );
      return manner.wrongEntries ? withWrongEntries(page, to ?? clock.now()) : page;
    },
  };
}

/** A token for a subscriber only sees the payments of that subscriber. */
export function mayBeSeen(payment: Payment, access: Access): boolean {
  return access.msisdn === undefined || access.msisdn === payment.msisdn;
}

/** Checks the request itself, before any business rule. */
function readRequest(access: Access, body: PaymentBody, steps: 1 | 2): PaymentRequest {
  const { amountTransaction: transaction } = body;
  const {
    chargingInformation: charging,
    chargingMetaData,
    paymentDetails,
  } = transaction.paymentAmount;
  const sink: Partial<Sink> = readSink(body);
  const currencies = [charging, ...(paymentDetails ?? [])].map(({ currency }) => currency);
  if (currencies.some((currency) => currency !== CURRENCY))
    throw new CamaraError('INVALID_ARGUMENT', 'Currency is unknown or not authorized.');
  const msisdn = identifySubject(access, transaction.phoneNumber);
  return {
    clientId: access.clientId,
    msisdn,
    steps,
    cents: centsFromCamara(charging),
    paymentAmount: transaction.paymentAmount,
    merchantIdentifier: chargingMetaData?.merchantIdentifier,
    referenceCode: transaction.referenceCode,
    clientCorrelator: transaction.clientCorrelator,
    // The sink's token may change between a request and its repetition; amount, number and purpose
    // may not.
    fingerprint: fingerprint(steps, msisdn, transaction.referenceCode, transaction.paymentAmount),
    sink,
    correlator: access.correlator,
  };
}
