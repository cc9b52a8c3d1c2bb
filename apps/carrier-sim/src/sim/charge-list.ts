import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Charge, ChargesRepository } from '../store/charges.repository.ts';
import { randFromCents } from '../store/money.ts';

const AT_ONCE = 1_000;

/** The charges of one carrier. */
export interface ChargeSource {
  /** The carrier's id, which each of its charges is shown with. */
  carrier: string;
  charges: ChargesRepository;
}

/**
 * All carriers' charges, or one number's, oldest first as a JSON array that is written piece by
 * piece; between the pieces others have their turn.
 */
export function streamCharges(
  sources: readonly ChargeSource[],
  msisdn: string | undefined,
): Readable {
  return Readable.from(pieces(sources.map((source) => readerOf(source, msisdn))));
}

async function* pieces(readers: readonly ChargeReader[]): AsyncGenerator<string> {
  yield '[';
  let separator = '';
  for (let lines = nextLines(readers); lines.length > 0; lines = nextLines(readers)) {
    yield separator + lines.join(',');
    separator = ',';
    await others();
  }
  yield ']';
}

function nextLines(readers: readonly ChargeReader[]): string[] {
  const lines: string[] = [];
  while (lines.length < AT_ONCE) {
    const line = oldestOf(readers)?.take();
    if (line === undefined) break;
    lines.push(line);
  }
  return lines;
}

/** @returns the reader whose next charge is the oldest of all; undefined where none is left. */
function oldestOf(readers: readonly ChargeReader[]): ChargeReader | undefined {
  let oldest: { reader: ChargeReader; at: Date } | undefined;
  for (const reader of readers) {
    const at = reader.next()?.at;
    if (at && (!oldest || at < oldest.at)) oldest = { reader, at };
  }
  return oldest?.reader;
}

/** Reads one carrier's charges in their order, a page at a time. */
interface ChargeReader {
  /** The charge that comes next, which stays; undefined at the end. */
  next(): Charge | undefined;
  /** Takes it out, as JSON. */
  take(): string | undefined;
}

function readerOf({ carrier, charges }: ChargeSource, msisdn: string | undefined): ChargeReader {
  let page = charges.next(0, AT_ONCE, msisdn);
  let taken = 0;

  function next(): Charge | undefined {
    const last = page.at(-1);
    if (taken === page.length && last && page.length === AT_ONCE) {
      page = charges.next(last.seq, AT_ONCE, msisdn);
      taken = 0;
    }
    return page[taken];
  }

  return {
    next,
    take() {
      const charge = next();
      taken += 1;
      return charge && JSON.stringify(shown(charge, carrier));
    },
  };
}

function shown(charge: Charge, carrier: string) {
  return {
    id: charge.id,
    at: charge.at.toISOString(),
    amount: randFromCents(charge.cents),
    status: charge.status,
    reference: charge.reference,
    msisdn: charge.msisdn,
    carrier,
    ...(charge.denialReason !== null && { reason: charge.denialReason }),
    ...(charge.refundedCents > 0 && { refunded: randFromCents(charge.refundedCents) }),
  };
}
