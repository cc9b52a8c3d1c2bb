import type { RefundOutcome } from '@bonisa/carriers/billing.port';
import { correlatorOf } from '@bonisa/carriers/carrier-reference';
import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import type { Cents } from '@bonisa/domain/money/rand';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { Charge, ChargeRepository } from '../charges/charge.repository.ts';
import type {
  ExceptionRepository,
  ReconciliationException,
} from '../reconciliation/exception.repository.ts';
import type { Refund } from './refund.repository.ts';
import { paymentOf, type RefundSubject } from './refund-subject.ts';

/** A carrier's list may have another instant of a payment than its record, by less than this. */
const NEAR_MS = 1000;

export interface RefundedPaymentDependencies {
  readonly charges: Pick<ChargeRepository, 'byId'>;
  readonly exceptions: Pick<ExceptionRepository, 'byId'>;
  readonly carrier: Pick<RoutedBilling, 'findCharge'>;
  /** The subscriber, if still known: a carrier may require a three-legged token of the number. */
  readonly numberOf: (subscriptionId: string) => Promise<Msisdn | undefined>;
}

/** The payment that a refund gives back, as the carrier is asked for it. */
export interface RefundedPayment {
  readonly carrierPaymentId: string;
  /** All that was taken. */
  readonly amount: Cents;
  readonly payer?: Msisdn;
  /** Why the carrier cannot be asked to give it back: now, or at all. */
  readonly obstacle?: Extract<RefundOutcome, { outcome: 'unavailable' | 'denied' }>;
}

/**
 * Reads the payments of refunds. Of one that is no charge here only the carrier knows the number:
 * it is asked each time, and nothing keeps the number.
 */
export function createRefundedPayments(dependencies: RefundedPaymentDependencies) {
  const { charges, exceptions, carrier, numberOf } = dependencies;

  const ofCharge = async (charge: Charge): Promise<RefundedPayment> => {
    const payer = await numberOf(charge.subscriptionId);
    return { ...known({ charge }), ...(payer === undefined ? {} : { payer }) };
  };

  const ofException = async (exception: ReconciliationException): Promise<RefundedPayment> => {
    const payment = known({ exception });
    const { carrierId, reference, theirs } = exception;
    const at = new Date(theirs?.at ?? exception.createdAt).getTime();
    const found = await carrier.findCharge({
      carrierId,
      carrierPaymentId: payment.carrierPaymentId,
      reference: reference ?? '',
      correlator: correlatorOf(reference ?? payment.carrierPaymentId),
      amountCents: payment.amount,
      from: new Date(at - NEAR_MS),
      to: new Date(at + NEAR_MS),
    });
    switch (found.outcome) {
      case 'found': {
        const { msisdn } = found.charge;
        return { ...payment, ...(msisdn === undefined ? {} : { payer: msisdn }) };
      }
      // The carrier itself says, when it is asked, that it has no such payment.
      case 'not_found':
        return payment;
      case 'unavailable':
        return { ...payment, obstacle: found };
      case 'not_as_asked': {
        const detail = 'The carrier has another amount of this payment by now';
        return {
          ...payment,
          obstacle: { outcome: 'denied', reason: 'amount_not_allowed', detail },
        };
      }
    }
  };

  return async ({ chargeId, exceptionId }: Refund): Promise<RefundedPayment> => {
    if (chargeId !== null) {
      const charge = await charges.byId(chargeId);
      if (!charge) throw new Error('a refund without its charge');
      return await ofCharge(charge);
    }
    const exception = exceptionId === null ? undefined : await exceptions.byId(exceptionId);
    if (!exception) throw new Error('a refund without its charge and its exception');
    return await ofException(exception);
  };
}

function known(subject: RefundSubject): RefundedPayment {
  const { carrierPaymentId, amount } = paymentOf(subject);
  if (carrierPaymentId === null) throw new Error('taken money without the carrier’s payment');
  return { carrierPaymentId, amount };
}
