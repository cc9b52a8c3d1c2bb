import { formatRand } from '@bonisa/domain/rand';
import type { Done } from '../../carriers/carrier.port.ts';
import type { NewCase } from '../reconciliation/case.repository.ts';
import type { Charge } from './charge.repository.ts';

/**
 * What people are asked about a charge of which nobody knows what became: the carrier's books have
 * not said it for two days, or (`done`) the carrier has done something else than we asked for.
 */
export function unknownCase(charge: Charge, done?: Done): NewCase {
  const words = done
    ? `${carrierHas(done)} for ${charge.reference}, where R${formatRand(charge.amount)} was asked for. Nothing is served or posted for it: have the carrier put it right, then end this case by what was taken in the end.`
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

/** The carrier's own words for what it has done: `25 USD (succeeded)`. */
export function carrierHas({ amount, currency, status }: Done): string {
  return `The carrier has ${amount ?? 'an unnamed amount'} ${currency ?? 'without a currency'} (${status})`;
}

/** In hundredths of whatever currency it is. */
export function sideOf({ amount, status, at }: Done) {
  return { amount: Math.round((amount ?? 0) * 100), state: status, at: at.toISOString() };
}
