import type { Done } from '@bonisa/carriers/carrier-outcome';
import { formatRand } from '@bonisa/domain/money/rand';
import { carrierHas, sideOf } from '../charges/unknown-charge.exception.ts';
import type { NewException } from '../reconciliation/exception.repository.ts';
import type { Refund } from './refund.repository.ts';
import { paymentOf, type RefundSubject } from './refund-subject.ts';

/** The reconciliation exception of a refund that the carrier denied. */
export function deniedException(refund: Refund, subject: RefundSubject): NewException {
  const { reference, carrierPaymentId } = paymentOf(subject);
  const about = `R${formatRand(refund.amount)} of ${reference}`;
  return {
    kind: 'refund_denied',
    carrierId: refund.carrierId,
    subject: refund.id,
    reference: refund.reference,
    carrierPaymentId,
    ours: { amount: refund.amount, state: refund.state, at: refund.createdAt.toISOString() },
    proposal: {
      action: 'refund',
      words: `The carrier refused to give back ${about} (${refund.reason}). Resolve it with the carrier and ask for the refund again.`,
      lines: [],
    },
  };
}

/**
 * The reconciliation exception of a refund that has not been made for two days, or whose outcome is
 * unknown.
 */
export function unknownException(
  refund: Refund,
  subject: RefundSubject,
  done?: Done,
): NewException {
  const { reference, carrierPaymentId } = paymentOf(subject);
  const about = `${refund.reference} (R${formatRand(refund.amount)} of ${reference})`;
  const words =
    refund.state === 'intended'
      ? `The carrier could not be asked for ${about} for two days (${refund.reason}); we go on asking.`
      : done
        ? `${carrierHas(done)} for ${about}. Nothing is posted for it: have the carrier put it right, then end this reconciliation exception by what was given back.`
        : `Ask the carrier what became of ${about}; it is not sent again until that is known.`;
  return {
    kind: 'unknown_refund',
    carrierId: refund.carrierId,
    subject: refund.id,
    reference: refund.reference,
    carrierPaymentId,
    ours: { amount: refund.amount, state: refund.state, at: refund.createdAt.toISOString() },
    ...(done === undefined ? {} : { theirs: sideOf(done) }),
    proposal: { action: 'look_up', words, lines: [] },
  };
}
