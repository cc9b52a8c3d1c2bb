import { sumLedger } from '@bonisa/backoffice/reports/ledger-sums.repository';
import type { BillingPort, CarrierCharge, ListedCharge } from '@bonisa/carriers/billing.port';
import type { ChargeState } from '@bonisa/domain/money/charge';
import { vatInside } from '@bonisa/domain/money/rand';
import type { Counts } from '@bonisa/domain/money/reconciliation';
import { vatRates } from '@bonisa/domain/money/vat-rates';
import { type Day, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { bulkInsert } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import { createMetrics } from '@bonisa/kit/metrics';
import { createStillClock } from '@bonisa/server/app.test-kit';
import { v7 as uuid } from 'uuid';
import { createLedger } from '../../ledger/ledger.ts';
import { createPosting } from '../../ledger/posting.repository.ts';
import { chargeTaken } from '../../ledger/postings.ts';
import { chargeResends, charges, refunds } from '../billing.tables.ts';
import { noteResends } from '../charges/charge-resends.repository.ts';
import { createRefundRepository } from '../refunds/refund.repository.ts';
import { finish } from './comparison.service.ts';
import type { ExceptionState } from './exception.repository.ts';
import {
  exceptions,
  reconciliationEntries,
  reconciliationRuns,
  reconciliations,
} from './reconciliation.tables.ts';
import { createReconciliation } from './reconciliation.ts';

/** The day that is compared, the next day, and noon of the first. */
export const DAY: Day = '2026-11-20';
export const NEXT = daysAfter(DAY, 1);
export const noon = instantOf(DAY, 12);

/** The counts of a comparison without payments; tests change some of them. */
export const NOTHING: Counts = {
  matched: 0,
  missing_here: 0,
  missing_there: 0,
  differing: 0,
};

type ChargeRow = typeof charges.$inferSelect;

/** A charge in our database; successful by default. */
export function chargeRow(id: string, createdAt: Date, change: Partial<ChargeRow> = {}): ChargeRow {
  const amount = change.amount ?? 500;
  const state: ChargeState = change.state ?? 'succeeded';
  const isDecided = state !== 'unknown' && state !== 'intended';
  return {
    id,
    subscriptionId: uuid(),
    carrierId: 'karoo',
    reference: `BON-${id}`,
    period: 1,
    packageId: 'p-grtv-daily-c-01',
    amount,
    vat: vatInside(amount, 1500),
    vatRate: 1500,
    state,
    reason: null,
    detail: null,
    carrierPaymentId: isDecided ? `pay-${id}` : null,
    carrierReference: null,
    createdAt,
    sentAt: null,
    decidedAt: isDecided ? createdAt : null,
    lookupAt: null,
    lookups: 0,
    onHoldUntil: null,
    isOverpayment: false,
    refunded: 0,
    ...change,
  };
}

/** Writes charges, with the postings of the successful ones. */
export async function bookCharges(db: Database, rows: readonly ChargeRow[]): Promise<void> {
  await bulkInsert(db, charges, rows);
  for (const { id, carrierId, sentAt } of rows)
    if (sentAt) await noteResends(db, [id], { carrierId, sentAt });
  for (const { id, carrierId, amount, vat, state, createdAt: at } of rows) {
    if (state === 'succeeded' || state === 'refunded')
      await createPosting(newId)(db, [
        { cause: 'charge', causeId: id, carrierId, at, lines: chargeTaken(amount, vat) },
      ]);
  }
}

/** The same payment as the carrier's list shows it. */
export function listedCharge(
  { reference, carrierPaymentId, amount, id }: ChargeRow,
  at: Date,
  change: Partial<CarrierCharge> = {},
): CarrierCharge {
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

/**
 * A carrier that has only a list: the test sets its entries, and reads which windows were asked
 * for.
 */
export function createListingCarrier(entries: ListedCharge[]) {
  const asked: { from: Date; to: Date }[] = [];
  let failures: Error[] = [];
  const carrier: Pick<BillingPort, 'listCharges'> = {
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
    /** The next listings stop in the middle. */
    failNext: (...errors: Error[]): void => {
      failures = errors;
    },
  };
}

export type ReconciliationBench = Awaited<ReturnType<typeof createReconciliationBench>>;

/** Our charges and a carrier's list of {@link DAY}, at six on the next morning. */
export async function createReconciliationBench() {
  const open = await createTestDatabase();
  const { db } = open;
  const clock = createStillClock();
  const list: ListedCharge[] = [];
  const listing = createListingCarrier(list);
  const lookedUp: string[] = [];
  const ledger = createLedger({
    open: { long: db },
    clock,
    newId,
    metrics: createMetrics(),
    carriers: { terms: [{ id: 'karoo', share: 3000 }] },
    sums: sumLedger,
  });
  const build = () => {
    const built = createReconciliation({
      db,
      carrier: listing.carrier,
      carrierIds: ['karoo'],
      ledger,
      vatRateAt: vatRates([]),
      clock,
      newId,
      metrics: createMetrics(),
      lookAgain: async (ids) => void lookedUp.push(...ids),
      refunds: createRefundRepository(db),
      unknowns: { endCharge: async () => 'not_found', endRefund: async () => 'not_found' },
    });
    return { ...built, ...built.of() };
  };
  const reconciliation = build();
  const exceptionsIn = async (state: ExceptionState) =>
    (await reconciliation.exceptions.list(state, undefined, { limit: 100, offset: 0 })).rows;
  return {
    db,
    clock,
    list,
    listing,
    /** The charges whose lookup was requested. */
    lookedUp,
    ledger,
    reconciliation,
    /** The same database in another process, or after a start. */
    build,
    /** Empties the database and the list before each test. */
    clear: async (): Promise<void> => {
      for (const table of [
        charges,
        chargeResends,
        refunds,
        exceptions,
        reconciliations,
        reconciliationRuns,
        reconciliationEntries,
      ])
        await db.delete(table);
      for (const kept of [list, lookedUp, listing.asked]) kept.length = 0;
      listing.failNext();
      clock.moveTo(instantOf(NEXT, 6));
    },
    compare: (day: Day = DAY) => finish(reconciliation.byList(day)),
    exceptionsIn,
    openKinds: async (): Promise<string[]> =>
      (await exceptionsIn('open')).map(({ kind }) => kind).sort(),
    /** Writes a charge and adds it to the carrier's list. */
    both: async (
      row = chargeRow(uuid(), noon),
      change: Partial<CarrierCharge> = {},
    ): Promise<ChargeRow> => {
      await bookCharges(db, [row]);
      list.push(listedCharge(row, row.createdAt, change));
      return row;
    },
    close: () => open.close(),
  };
}
