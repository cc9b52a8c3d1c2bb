import type { ListedCharge } from '@bonisa/carriers/billing.port';
import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import type { RoutedBilling } from '@bonisa/carriers/routed-calls';
import { boundsOf, type CarrierEntry, EDGE_MS } from '@bonisa/domain/money/reconciliation';
import type { Day } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { PlacedEntry } from './reconciliation.repository.ts';

export type Window = { readonly from: Date; readonly to: Date };

/**
 * Entries with their places. A line of a file must not repeat a payment; a list that shifts during
 * the reading may.
 */
export type Books = {
  readonly entries: AsyncIterable<PlacedEntry>;
  readonly isLine: (place: number) => boolean;
};

/** Reads a carrier's list: its entries in windows of time that have begun. */
export function createCarrierList({
  carrierId,
  carrier,
  clock,
}: {
  readonly carrierId: string;
  readonly carrier: Pick<RoutedBilling, 'listCharges'>;
  readonly clock: Clock;
}) {
  /** Reads the list of a window. An interrupted reading resumes as long as it makes progress. */
  async function* listed({ from, to }: Window): AsyncGenerator<ListedCharge> {
    for (let next = from; ; ) {
      const began = next;
      try {
        for await (const charge of carrier.listCharges({ carrierId, from: next, to })) {
          yield charge;
          if (charge.createdAt > next) next = charge.createdAt;
        }
        return;
      } catch (error) {
        if (!(error instanceof CarrierUnavailableError) || next <= began) throw error;
      }
    }
  }

  async function* listOf(windows: readonly Window[]): AsyncGenerator<CarrierEntry> {
    for (const window of windows.filter(({ from }) => from <= clock.now())) {
      for await (const charge of listed(window)) yield entryOf(charge);
    }
  }

  return listOf;
}

/** Reads the day with the minutes around it in one list instead of three. */
export function wholeOf(day: Day): Window {
  const { from, to } = boundsOf(day);
  return { from: new Date(from.getTime() - EDGE_MS), to: new Date(to.getTime() + EDGE_MS) };
}

/**
 * Puts the day's own entries before those of the minutes around it, because they take precedence.
 * The list itself is in order of time.
 */
export async function* dayFirst(
  day: Day,
  entries: AsyncIterable<CarrierEntry>,
): AsyncGenerator<CarrierEntry> {
  const { from, to } = boundsOf(day);
  const before: CarrierEntry[] = [];
  const after: CarrierEntry[] = [];
  for await (const entry of entries) {
    if (entry.at < from) before.push(entry);
    else if (entry.at >= to) after.push(entry);
    else yield entry;
  }
  yield* before;
  yield* after;
}

/**
 * The minutes before and after a day. An entry at the exact border appears twice and is dropped the
 * second time.
 */
export function edgesOf(day: Day): Window[] {
  const { from, to } = boundsOf(day);
  return [
    { from: new Date(from.getTime() - EDGE_MS), to: from },
    { from: to, to: new Date(to.getTime() + EDGE_MS) },
  ];
}

function entryOf({
  reference,
  carrierPaymentId,
  amountCents,
  status,
  createdAt,
}: ListedCharge): CarrierEntry {
  return {
    reference: reference ?? null,
    carrierPaymentId,
    amount: amountCents,
    status,
    at: createdAt,
  };
}

/** Numbers entries in their order. */
export async function* placed(
  entries: AsyncIterable<CarrierEntry>,
  first = 0,
): AsyncGenerator<PlacedEntry> {
  let place = first;
  for await (const entry of entries) yield { ...entry, place: place++ };
}

/** A file's entries, followed by the list's entries at places after the last line. */
export function beside(file: AsyncIterable<PlacedEntry>, list: AsyncIterable<CarrierEntry>): Books {
  let lastLine = 0;
  async function* both(): AsyncGenerator<PlacedEntry> {
    for await (const entry of file) {
      lastLine = entry.place;
      yield entry;
    }
    yield* placed(list, lastLine + 1);
  }
  return { entries: both(), isLine: (place) => place <= lastLine };
}

/** A list that may stop early when the carrier does not answer. */
export function untilUnavailable(list: AsyncIterable<CarrierEntry>): {
  entries: AsyncIterable<CarrierEntry>;
  isWhole: () => boolean;
} {
  let whole = true;
  async function* had(): AsyncGenerator<CarrierEntry> {
    try {
      yield* list;
    } catch (error) {
      if (!(error instanceof CarrierUnavailableError)) throw error;
      whole = false;
    }
  }
  return { entries: had(), isWhole: () => whole };
}

/** Groups entries into batches of at most `size`. */
export async function* inBatches<Item>(
  items: AsyncIterable<Item>,
  size: number,
): AsyncGenerator<Item[]> {
  let batch: Item[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
