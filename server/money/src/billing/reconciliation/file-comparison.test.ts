// Compares a carrier's file of a day in the same way as its list.

import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { EDGE_MS } from '@bonisa/domain/money/reconciliation';
import { daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DoubleEntryError, finish } from './comparison.service.ts';
import type { PlacedEntry } from './reconciliation.repository.ts';
import {
  exceptions,
  reconciliationEntries,
  reconciliationRuns,
  reconciliations,
} from './reconciliation.tables.ts';
import {
  bookCharges,
  chargeRow,
  createReconciliationBench,
  DAY,
  listedCharge,
  NEXT,
  NOTHING,
  noon,
  type ReconciliationBench,
} from './reconciliation.test-kit.ts';

let bench: ReconciliationBench;
beforeAll(async () => {
  bench = await createReconciliationBench();
});
beforeEach(() => bench.clear());
afterAll(() => bench.close());

describe("a carrier's file", () => {
  async function* file(...entries: PlacedEntry[]): AsyncGenerator<PlacedEntry> {
    yield* entries;
  }
  const entry = (
    row: ReturnType<typeof chargeRow>,
    place: number,
    change: Partial<PlacedEntry> = {},
  ): PlacedEntry => ({
    place,
    reference: row.reference,
    carrierPaymentId: row.carrierPaymentId,
    amount: row.amount,
    status: 'succeeded',
    at: row.createdAt,
    ...change,
  });

  it('is compared like a list, by payment id too, with the minutes around the day from the list', async () => {
    const [one, two, edge] = [
      chargeRow(uuid(), noon),
      chargeRow(uuid(), noon),
      chargeRow(uuid(), new Date(instantOf(NEXT).getTime() - 1000)),
    ];
    await bookCharges(bench.db, [one, two, edge]);
    bench.list.push(listedCharge(edge, new Date(instantOf(NEXT).getTime() + 1000)));
    const books = file(entry(one, 2), entry(two, 3, { reference: null }));
    expect(await finish(bench.reconciliation.byFile(DAY, books))).toEqual({
      ...NOTHING,
      matched: 2,
      edgesCompared: true,
    });
    expect(
      bench.listing.asked.map(({ from, to }) => (to.getTime() - from.getTime()) / EDGE_MS),
    ).toEqual([1, 1]);
    expect(await bench.reconciliation.between(DAY, NEXT)).toMatchObject([
      { day: DAY, source: 'file', matched: 2 },
    ]);
  });

  it('is refused as a whole when it names a payment twice', async () => {
    const row = chargeRow(uuid(), noon);
    await expect(
      finish(bench.reconciliation.byFile(DAY, file(entry(row, 2), entry(row, 7)))),
    ).rejects.toEqual(new DoubleEntryError(7));
    for (const table of [exceptions, reconciliations, reconciliationEntries, reconciliationRuns])
      expect(await bench.db.select().from(table)).toEqual([]);
  });

  // Each difference becomes an exception, also in files that know payments only by our reference.
  it('opens one exception for each further line with a known reference and no id, however often it is compared', async () => {
    const row = chargeRow(uuid(), noon);
    await bookCharges(bench.db, [row]);
    const lines = (...places: number[]) =>
      file(...places.map((place) => entry(row, place, { carrierPaymentId: null })));
    const subjects = async (): Promise<string[]> =>
      (await bench.exceptionsIn('open')).map(({ subject }) => subject).sort();
    for (let times = 0; times < 2; times++) {
      expect(await finish(bench.reconciliation.byFile(DAY, lines(2, 3, 4)))).toMatchObject({
        ...NOTHING,
        matched: 1,
        missing_here: 2,
      });
      expect(await subjects()).toEqual([
        `${row.reference} ${DAY} line 3`,
        `${row.reference} ${DAY} line 4`,
      ]);
    }
    expect(await finish(bench.reconciliation.byFile(DAY, lines(2, 3)))).toMatchObject({
      matched: 1,
      missing_here: 1,
    });
    expect(await subjects()).toEqual([`${row.reference} ${DAY} line 3`]);
    expect(await finish(bench.reconciliation.byFile(DAY, lines(2)))).toMatchObject({
      ...NOTHING,
      matched: 1,
    });
    expect(await subjects()).toEqual([]);
  });

  // A file serves carriers without a list and days on which the list is unavailable.
  it('is compared without the minutes around the day when the list is unavailable, and the answer says so', async () => {
    const [one, edge] = [
      chargeRow(uuid(), noon),
      chargeRow(uuid(), new Date(instantOf(NEXT).getTime() - 1000)),
    ];
    await bookCharges(bench.db, [one, edge]);
    const there = new Date(instantOf(NEXT).getTime() + 1000);
    bench.listing.failNext(new CarrierUnavailableError('timed_out'));
    expect(await finish(bench.reconciliation.byFile(DAY, file(entry(one, 2))))).toEqual({
      ...NOTHING,
      matched: 1,
      missing_there: 1,
      edgesCompared: false,
    });
    expect(await bench.reconciliation.between(DAY, NEXT)).toMatchObject([
      { source: 'file', matched: 1, missingThere: 1 },
    ]);
    // A payment from the other side of midnight is in the next day's file, which resolves it.
    bench.clock.moveTo(instantOf(daysAfter(NEXT, 1), 6));
    bench.listing.failNext(new CarrierUnavailableError('timed_out'));
    expect(
      await finish(bench.reconciliation.byFile(NEXT, file(entry(edge, 2, { at: there })))),
    ).toMatchObject({ ...NOTHING, matched: 1 });
    expect(await bench.openKinds()).toEqual([]);
  });

  it('does not touch the exceptions of the list', async () => {
    const missing = chargeRow(uuid(), noon);
    await bookCharges(bench.db, [missing]);
    bench.list.push(listedCharge(chargeRow(uuid(), noon), noon));
    expect(await bench.compare()).toEqual({ ...NOTHING, missing_here: 1, missing_there: 1 });
    expect(await finish(bench.reconciliation.byFile(DAY, file(entry(missing, 2))))).toMatchObject({
      ...NOTHING,
      matched: 1,
    });
    expect(await bench.openKinds()).toEqual(['missing_here']);
  });
});
