import type { Done } from '@bonisa/carriers/carrier-outcome';
import { formatRand } from '@bonisa/domain/money/rand';
import type { NewException } from '../reconciliation/exception.repository.ts';
import type { Charge } from './charge.repository.ts';

/**
 * The question to an operator about a charge whose outcome stays unknown: the carrier's list has
 * not shown it for two days, or (`done`) the carrier did something other than we asked.
 */
export function unknownException(charge: Charge, done?: Done): NewException {
  const words = done
    ? `${carrierHas(done)} for ${charge.reference}, where R${formatRand(charge.amount)} was asked for. Nothing is served or posted for it: have the carrier put it right, then end this reconciliation exception by what was taken in the end.`
    : `Ask the carrier what became of ${charge.reference} (R${formatRand(charge.amount)}); nothing is asked for again until it is known.`;
  return {
    kind: 'unknown_charge',
    carrierId: charge.carrierId,
    subject: charge.id,
    reference: charge.reference,
    carrierPaymentId: charge.carrierPaymentId,
    ours: { amount: charge.amount, state: charge.state, at: charge.createdAt.toISOString() },
    ...(done === undefined ? {} : { theirs: sideOf(done) }),
    proposal: { action: 'look_up', words, lines: [] },
  };
}

/** The carrier's action in its own words: `25 USD (succeeded)`. */
export function carrierHas({ amount, currency, status }: Done): string {
  return `The carrier has ${amount ?? 'an unnamed amount'} ${currency ?? 'without a currency'} (${status})`;
}

/** In hundredths of the carrier's currency. */
export function sideOf({ amount, status, at }: Done) {
  return { amount: Math.round((amount ?? 0) * 100), state: status, at: at.toISOString() };
}
