import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Charge, ChargesRepository } from '../store/charges.repository.ts';
import { randFromCents } from '../store/money.ts';

const AT_ONCE = 1_000;

/**
 * All charges, or one number's, as a JSON array that is written piece by piece; between the pieces
 * others have their turn.
 */
export function streamCharges(charges: ChargesRepository, msisdn: string | undefined): Readable {
  return Readable.from(pieces(charges, msisdn));
}

async function* pieces(
  charges: ChargesRepository,
  msisdn: string | undefined,
): AsyncGenerator<string> {
  let page = charges.next(0, AT_ONCE, msisdn);
  yield `[${linesOf(page)}`;
  for (let last = page.at(-1); last && page.length === AT_ONCE; last = page.at(-1)) {
    await others();
    page = charges.next(last.seq, AT_ONCE, msisdn);
    if (page.length > 0) yield `,${linesOf(page)}`;
  }
  yield ']';
}

function linesOf(page: readonly Charge[]): string {
  return page.map((charge) => JSON.stringify(shown(charge))).join(',');
}

function shown(charge: Charge) {
  return {
    id: charge.id,
    at: charge.at.toISOString(),
    amount: randFromCents(charge.cents),
    status: charge.status,
    reference: charge.reference,
    msisdn: charge.msisdn,
    ...(charge.denialReason !== null && { reason: charge.denialReason }),
    ...(charge.refundedCents > 0 && { refunded: randFromCents(charge.refundedCents) }),
  };
}
