import type { Manner } from '../sim/fault-desk.ts';
import type { Clock } from '../store/clock.ts';
import type { Database } from '../store/database.ts';
import type { HandsetsRepository } from '../store/handsets.repository.ts';
import { msisdnFromE164 } from '../store/numbers.ts';
import type { Payment, PaymentsRepository } from '../store/payments.repository.ts';
import type { Access } from './access.ts';
import { mayBeSeen } from './carrier-billing.service.ts';
import { CamaraError } from './errors.ts';
import type { PaymentNews } from './payment-news.ts';

const VALIDATION_TRIES = 5;

/**
 * The second step of a payment in CAMARA carrier-billing 0.5.0: validate, confirm, cancel, and
 * expiry of reservations.
 */
export interface PaymentSecondStep {
  /**
   * @throws CamaraError NOT_FOUND, ALREADY_EXISTS, ….INVALID_AUTHORIZATION_ID, ….INVALID_CODE,
   * ….VALIDATION_FAILED
   */
  validate(
    access: Access,
    paymentId: string,
    request: { authorizationId: string; code: string },
  ): void;
  /**
   * Takes what was held.
   * @throws CamaraError NOT_FOUND, MISSING_/UNNECESSARY_IDENTIFIER, IDENTIFIER_NOT_FOUND,
   * SERVICE_NOT_APPLICABLE,
   *   ….PAYMENT_CONFIRMED, ….PAYMENT_CANCELLED, ….PAYMENT_DENIED
   */
  confirm(access: Access, paymentId: string, phoneNumber: string | undefined, manner: Manner): void;
  /** Gives back what was held. @throws CamaraError as confirm, but PAYMENT_DENIED */
  cancel(access: Access, paymentId: string, phoneNumber: string | undefined, manner: Manner): void;
  /** Releases the airtime of reservations that were not confirmed in time. */
  fallDue(): void;
}

interface Deps {
  database: Database;
  handsets: HandsetsRepository;
  payments: PaymentsRepository;
  news: PaymentNews;
  clock: Clock;
}

export function createPaymentSecondStep(deps: Deps): PaymentSecondStep {
  const { database, handsets, payments, news, clock } = deps;

  function fallDue(): void {
    for (const payment of payments.expired(clock.now())) {
      if (payment.status !== 'processing')
        database.transaction(() => release(payment, 'cancelled', false));
    }
  }

  /** A payment that the caller may act on, after expired reservations have been decided. */
  function open(access: Access, paymentId: string): Payment {
    fallDue();
    const payment = payments.find(paymentId, access.clientId);
    if (!payment || !mayBeSeen(payment, access)) throw new CamaraError('NOT_FOUND');
    // Later events carry the correlator of this call.
    return { ...payment, correlator: access.correlator };
  }

  function release(
    payment: Payment,
    status: 'cancelled' | 'denied',
    twice: boolean,
    denialReason?: string,
  ): void {
    handsets.giveBack({ msisdn: payment.msisdn, takenAt: payment.createdAt }, payment.cents);
    payments.record(payment.id, { status, ...(denialReason !== undefined && { denialReason }) });
    news.moved({ ...payment, status, denialReason: denialReason ?? null }, twice);
  }

  function deny(payment: Payment, reason: string, twice: boolean): CamaraError {
    database.transaction(() => release(payment, 'denied', twice, reason));
    return new CamaraError(
      'CARRIER_BILLING.PAYMENT_DENIED',
      `Payment denied by business. ${reason}`,
    );
  }

  return {
    fallDue,
    validate(access, paymentId, { authorizationId, code }) {
      const payment = open(access, paymentId);
      // Once the tries are used up, every further try has the same answer.
      if (payment.status === 'denied' && payment.validationTries >= VALIDATION_TRIES)
        throw new CamaraError('CARRIER_BILLING.VALIDATION_FAILED');
      if (payment.status !== 'pending_validation')
        throw new CamaraError('ALREADY_EXISTS', 'Payment already validated.');
      if (payment.authorizationId !== authorizationId)
        throw new CamaraError('CARRIER_BILLING.INVALID_AUTHORIZATION_ID');
      if (payment.validationCode === code) {
        payments.setReserved(payment.id);
        news.moved({ ...payment, status: 'reserved' }, false);
        return;
      }
      payments.countValidationTry(payment.id);
      if (payment.validationTries + 1 < VALIDATION_TRIES)
        throw new CamaraError('CARRIER_BILLING.INVALID_CODE');
      database.transaction(() =>
        release(payment, 'denied', false, 'The payment was not validated.'),
      );
      throw new CamaraError('CARRIER_BILLING.VALIDATION_FAILED');
    },
    confirm(access, paymentId, phoneNumber, { duplicateNotification: twice }) {
      const payment = open(access, paymentId);
      checkSubject(access, payment, phoneNumber);
      if (handsets.find(payment.msisdn).machineLine)
        throw new CamaraError('SERVICE_NOT_APPLICABLE');
      if (payment.status === 'pending_validation')
        throw new CamaraError(
          'CARRIER_BILLING.PAYMENT_DENIED',
          'The payment must be validated first.',
        );
      if (payment.status === 'denied') throw new CamaraError('CARRIER_BILLING.PAYMENT_DENIED');
      checkUndecided(payment);
      if (handsets.find(payment.msisdn).billingBlocked)
        throw deny(payment, 'Content billing is blocked for this number.', twice);
      const paidAt = clock.now();
      database.transaction(() => {
        payments.record(payment.id, { status: 'succeeded', paidAt });
        news.moved({ ...payment, status: 'succeeded', paidAt }, twice);
      });
    },
    cancel(access, paymentId, phoneNumber, { duplicateNotification: twice }) {
      const payment = open(access, paymentId);
      checkSubject(access, payment, phoneNumber);
      if (handsets.find(payment.msisdn).machineLine)
        throw new CamaraError('SERVICE_NOT_APPLICABLE');
      checkUndecided(payment);
      // A denied payment holds nothing, so the caller treats it as cancelled.
      if (payment.status === 'denied') throw new CamaraError('CARRIER_BILLING.PAYMENT_CANCELLED');
      database.transaction(() => release(payment, 'cancelled', twice));
    },
  };
}

function checkUndecided(payment: Payment): void {
  // A payment in process has one step: it cannot be confirmed or cancelled.
  if (payment.status === 'succeeded' || payment.status === 'processing')
    throw new CamaraError('CARRIER_BILLING.PAYMENT_CONFIRMED');
  if (payment.status === 'cancelled') throw new CamaraError('CARRIER_BILLING.PAYMENT_CANCELLED');
}

/**
 * The second step names the number by the rule of the first step, in the token or the body, and it
 * must be the payment's.
 */
function checkSubject(access: Access, payment: Payment, phoneNumber: string | undefined): void {
  if (access.msisdn !== undefined) {
    if (phoneNumber !== undefined) throw new CamaraError('UNNECESSARY_IDENTIFIER');
    return;
  }
  if (phoneNumber === undefined) throw new CamaraError('MISSING_IDENTIFIER');
  if (msisdnFromE164(phoneNumber) !== payment.msisdn) throw new CamaraError('IDENTIFIER_NOT_FOUND');
}
