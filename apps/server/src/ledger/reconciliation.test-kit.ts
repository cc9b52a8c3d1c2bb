import type { ChargeState } from '@bonisa/domain/charge';
import { vatInside } from '@bonisa/domain/rand';
import { v7 as uuid } from 'uuid';
import type { Carrier, CarrierCharge } from '../carrier/carrier.port.ts';
import { bulkInsert } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { charges } from '../subscription/subscription.tables.ts';
import { post } from './posting.repository.ts';
import { chargeTaken } from './postings.ts';

type ChargeRow = typeof charges.$inferSelect;

/** A charge of ours as the books have it; taken, unless it is said otherwise. */
export function chargeRow(id: string, createdAt: Date, change: Partial<ChargeRow> = {}): ChargeRow {
  const amount = change.amount ?? 500;
  const state: ChargeState = change.state ?? 'succeeded';
  const isSettled = state !== 'unknown' && state !== 'intended';
  return {
    id,
    subscriptionId: uuid(),
    reference: `BON-${id}`,
    period: 1,
    packageId: 'p-grtv-daily-c-01',
    amount,
    vat: vatInside(amount),
    state,
    reason: null,
    detail: null,
    carrierPaymentId: isSettled ? `pay-${id}` : null,
    carrierReference: null,
    createdAt,
    settledAt: isSettled ? createdAt : null,
    lookupAt: null,
    lookups: 0,
    surplus: false,
    refunded: 0,
    ...change,
  };
}

/** Writes charges with the postings of those that were taken. */
export async function bookCharges(db: Database, rows: readonly ChargeRow[]): Promise<void> {
  await bulkInsert(db, charges, rows);
  for (const { id, amount, vat, state, createdAt: at } of rows) {
    if (state === 'succeeded' || state === 'refunded') await post(db, { cause: 'charge', causeId: id, at, lines: chargeTaken(amount, vat) });
  }
}

/** The same payment as the carrier's list says it. */
export function listedCharge({ reference, carrierPaymentId, amount, id }: ChargeRow, at: Date, change: Partial<CarrierCharge> = {}): CarrierCharge {
  return {
    carrierPaymentId: carrierPaymentId ?? `pay-${id}`,
    reference,
    correlator: id,
    msisdn: '27821234567' as CarrierCharge['msisdn'],
    amountCents: amount,
    status: 'succeeded',
    createdAt: at,
    ...change,
  };
}

/** A carrier that only has a list: what stands in it, asked for by window, and which windows it was asked for. */
export function createListingCarrier(entries: CarrierCharge[]) {
  const asked: { from: Date; to: Date }[] = [];
  let failures: Error[] = [];
  const carrier: Pick<Carrier, 'listCharges'> = {
    async *listCharges({ from, to }) {
      asked.push({ from, to });
      const found = entries
        .filter(({ createdAt }) => createdAt >= from && createdAt <= to)
        .sort((one, two) => one.createdAt.getTime() - two.createdAt.getTime());
      for (const [index, entry] of found.entries()) {
        const failure = index === Math.floor(found.length / 2) ? failures.shift() : undefined;
        if (failure) throw failure;
        yield entry;
      }
      const failure = found.length === 0 ? failures.shift() : undefined;
      if (failure) throw failure;
    },
  };
  return {
    carrier,
    asked,
    /** The next listings break off in the middle. */
    failNext: (...errors: Error[]): void => {
      failures = errors;
    },
  };
}
