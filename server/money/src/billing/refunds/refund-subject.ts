import type { Cents } from '@bonisa/domain/money/rand';
import type { Charge } from '../charges/charge.repository.ts';
import type { ReconciliationException } from '../reconciliation/exception.repository.ts';

/** What a refund gives back: a charge, or the payment of an exception that is no charge here. */
export type RefundSubject =
  | { readonly charge: Charge; readonly exception?: undefined }
  | { readonly charge?: undefined; readonly exception: ReconciliationException };

/** The payment at the carrier that a refund gives back, as far as it is known here. */
export interface SubjectPayment {
  /** By what people know it: the reference of the charge, or else of the payment. */
  readonly reference: string;
  readonly carrierPaymentId: string | null;
  /** All that was taken. */
  readonly amount: Cents;
}

/** The payment of a refund's charge or exception. */
export function paymentOf({ charge, exception }: RefundSubject): SubjectPayment {
  if (charge) return charge;
  const { reference, carrierPaymentId, theirs } = exception;
  return {
    reference: reference ?? `payment ${carrierPaymentId}`,
    carrierPaymentId,
    amount: theirs?.amount ?? 0,
  };
}
