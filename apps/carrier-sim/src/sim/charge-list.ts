import { Readable } from 'node:stream';
import { setImmediate as others } from 'node:timers/promises';
import type { Charge, ChargesRepository } from '../store/charges.repository.ts';
import { randFromCents } from '../store/money.ts';

const AT_ONCE = 1_000;

/** The charges of one carrier. */
export interface ChargeSource {
  /** The carrier's id, shown with each of its charges. */
  carrier: string;
  charges: ChargesRepository;
}

/**
 * Streams the charges of all carriers, or of one number, oldest first as a JSON array in pieces.
 * Other requests run between the pieces.
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

/** @returns the reader with the oldest next charge; undefined at the end. */
function oldestOf(readers: readonly ChargeReader[]): ChargeReader | undefined {
  let oldest: { reader: ChargeReader; at: Date } | undefined;
  for (const reader of readers) {
    const at = reader.next()?.at;
    if (at && (!oldest || at < oldest.at)) oldest = { reader, at };
  }
  return oldest?.reader;
}

/** Reads one carrier's charges in their order, one page at a time. */
interface ChargeReader {
  /** The next charge without removing it; undefined at the end. */
  next(): Charge | undefined;
  /** Removes the next charge and returns it as JSON. */
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
