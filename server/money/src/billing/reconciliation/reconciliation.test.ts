// Daily reconciliation against the carrier's list: matched, missing here, missing there, differing.
// Each difference becomes an exception.

import { CarrierUnavailableError } from '@bonisa/carriers/carrier-outcome';
import { countsOf, EDGE_MS, reconcile } from '@bonisa/domain/money/reconciliation';
import { daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { bulkInsert } from '@bonisa/kit/database/bulk';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { charges } from '../billing.tables.ts';
import { BeingComparedError, finish } from './comparison.service.ts';
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

describe("comparing a day with the carrier's list", () => {
  it('counts matches and differences, and opens an exception for each difference', async () => {
    await bench.both();
    await bench.both(chargeRow(uuid(), noon, { state: 'refunded', refunded: 500 }));
    await bench.both(chargeRow(uuid(), noon, { state: 'denied', reason: 'insufficient_airtime' }), {
      status: 'denied',
    });
    const dearer = await bench.both(undefined, { amountCents: 600 });
    const denied = await bench.both(
      chargeRow(uuid(), noon, { state: 'denied', reason: 'insufficient_airtime' }),
    );
    const unknown = await bench.both(chargeRow(uuid(), noon, { state: 'unknown' }));
    const invented = listedCharge(chargeRow(uuid(), noon), noon);
    bench.list.push(invented);
    const missing = chargeRow(uuid(), noon, { amount: 1000 });
    await bookCharges(bench.db, [missing]);

    expect(await bench.compare()).toEqual({
      matched: 2,
      missing_here: 1,
      missing_there: 1,
      differing: 3,
    });
    const found = new Map((await bench.exceptionsIn('open')).map((one) => [one.subject, one]));
    expect([...found.keys()].sort()).toEqual(
      [dearer.id, denied.id, unknown.id, invented.carrierPaymentId, missing.id].sort(),
    );
    expect(found.get(dearer.id)).toMatchObject({
      kind: 'differing',
      day: DAY,
      source: 'list',
      ours: { amount: 500, state: 'succeeded' },
    });
    expect(found.get(dearer.id)?.proposal.words).toContain('R1.00 above the price');
    expect(found.get(unknown.id)?.proposal).toMatchObject({ action: 'look_up', lines: [] });
    expect(found.get(denied.id)?.proposal.action).toBe('post');
    expect(found.get(invented.carrierPaymentId)).toMatchObject({
      kind: 'missing_here',
      reference: invented.reference,
      ours: null,
    });
    expect(found.get(missing.id)).toMatchObject({ kind: 'missing_there', theirs: null });
    for (const { proposal } of found.values())
      expect(proposal.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
    expect(bench.lookedUp).toEqual([unknown.id]);
    expect(await bench.db.select().from(reconciliationEntries)).toEqual([]);
    expect(JSON.stringify([...found.values()])).not.toContain('27821234567');
  });

  it('replaces the result on repetition, finds the same exceptions and resolves what agrees now', async () => {
    const row = chargeRow(uuid(), noon, { state: 'unknown' });
    await bench.both(row);
    const late = chargeRow(uuid(), noon);
    await bookCharges(bench.db, [late]);
    const invented = listedCharge(chargeRow(uuid(), noon), noon);
    bench.list.push(invented);
    expect(await bench.compare()).toEqual({
      ...NOTHING,
      differing: 1,
      missing_there: 1,
      missing_here: 1,
    });
    expect(await bench.compare()).toEqual({
      ...NOTHING,
      differing: 1,
      missing_there: 1,
      missing_here: 1,
    });
    expect(await bench.openKinds()).toEqual(['differing', 'missing_here', 'missing_there']);

    await bench.db.update(charges).set({ state: 'succeeded', decidedAt: noon });
    bench.list.push(listedCharge(late, noon));
    bench.list.splice(bench.list.indexOf(invented), 1);
    expect(await bench.compare()).toEqual({ ...NOTHING, matched: 2 });
    expect(await bench.openKinds()).toEqual([]);
    expect(await bench.exceptionsIn('resolved')).toHaveLength(3);
    expect(await bench.db.select().from(reconciliations)).toMatchObject([
      { key: `karoo ${DAY} list`, matched: 2, missingHere: 0, differing: 0 },
    ]);

    // A resolved exception is open again when the difference returns; a dismissed exception stays
    // dismissed.
    bench.list.push(invented);
    await bench.compare();
    const [again] = await bench.exceptionsIn('open');
    expect(again).toMatchObject({ kind: 'missing_here', closedAt: null });
    await bench.reconciliation.exceptions.dismiss(
      again?.id ?? '',
      'The carrier has given it back.',
    );
    expect(await bench.compare()).toMatchObject({ missing_here: 1 });
    expect(await bench.openKinds()).toEqual([]);
  });

  it.each([
    ['ours before midnight', -1000, 1000, NEXT, DAY],
    ['theirs before midnight', 1000, -1000, DAY, NEXT],
  ])(
    "matches by the carrier's day a payment that both sides record on different sides of midnight (%s)",
    async (_name, ours, theirs, carriersDay, otherDay) => {
      const midnight = instantOf(NEXT).getTime();
      const row = chargeRow(uuid(), new Date(midnight + ours));
      await bookCharges(bench.db, [row]);
      bench.list.push(listedCharge(row, new Date(midnight + theirs)));
      bench.clock.moveTo(instantOf(daysAfter(NEXT, 1), 6));
      expect(await bench.compare(carriersDay)).toEqual({ ...NOTHING, matched: 1 });
      expect(await bench.compare(otherDay)).toEqual(NOTHING);
      expect(await bench.openKinds()).toEqual([]);
    },
  );

  it('opens an exception for an unreadable entry beside the readable ones, until the entry is readable', async () => {
    await bench.both();
    const taken = await bench.both();
    const denied = await bench.both(
      chargeRow(uuid(), noon, { state: 'denied', reason: 'insufficient_airtime' }),
      { status: 'denied' },
    );
    const odd = [
      {
        carrierPaymentId: 'pay-odd',
        amountCents: 0,
        status: 'unreadable',
        createdAt: noon,
      } as const,
      ...[taken, denied].map(({ reference, carrierPaymentId }) => ({
        carrierPaymentId: carrierPaymentId ?? '',
        reference,
        amountCents: 500,
        status: 'unreadable' as const,
        createdAt: noon,
      })),
    ];
    const readable = bench.list.splice(1);
    bench.list.push(...odd);
    expect(await bench.compare()).toEqual({
      ...NOTHING,
      matched: 1,
      missing_here: 1,
      differing: 2,
    });
    const found = new Map((await bench.exceptionsIn('open')).map((one) => [one.subject, one]));
    expect(found.get('unreadable pay-odd')).toMatchObject({
      kind: 'missing_here',
      theirs: { state: 'unreadable' },
      proposal: { action: 'none', lines: [] },
    });
    const words = expect.stringContaining(taken.reference);
    expect(found.get(`unreadable ${taken.id}`)).toMatchObject({
      kind: 'differing',
      proposal: { action: 'none', words },
    });
    expect(found.get(`unreadable ${denied.id}`)).toMatchObject({
      kind: 'differing',
      proposal: { action: 'none' },
    });
    // A decision about an unreadable entry says nothing about the money that it was.
    await bench.reconciliation.exceptions.dismiss(
      found.get('unreadable pay-odd')?.id ?? '',
      'The carrier will mend it.',
    );
    bench.list.splice(
      1,
      odd.length,
      ...readable,
      listedCharge(chargeRow(uuid(), noon), noon, { carrierPaymentId: 'pay-odd' }),
    );
    expect(await bench.compare()).toEqual({ ...NOTHING, matched: 2, missing_here: 1 });
    expect(await bench.exceptionsIn('open')).toMatchObject([
      { kind: 'missing_here', subject: 'pay-odd' },
    ]);
  });

  it('treats a second payment under one reference as money without a charge', async () => {
    const row = await bench.both();
    bench.list.push(listedCharge(row, noon, { carrierPaymentId: 'pay-again' }));
    expect(await bench.compare()).toEqual({ ...NOTHING, matched: 1, missing_here: 1 });
    expect(await bench.exceptionsIn('open')).toMatchObject([
      { kind: 'missing_here', subject: 'pay-again', reference: row.reference },
    ]);
  });

  it('does not report as missing a charge that was decided after the list was read', async () => {
    await bookCharges(bench.db, [
      chargeRow(uuid(), noon, { decidedAt: new Date(bench.clock.now().getTime() + 1) }),
    ]);
    expect(await bench.compare()).toEqual(NOTHING);
  });

  it("ends although the database's instants are finer than ours", async () => {
    await bookCharges(bench.db, [
      chargeRow(uuid(), noon),
      chargeRow(uuid(), noon),
      chargeRow(uuid(), noon),
    ]);
    await bench.db.execute(
      sql`update charges set created_at = created_at + interval '400 microseconds'`,
    );
    expect(await bench.compare()).toEqual({ ...NOTHING, missing_there: 3 });
  });

  it('continues an interrupted list, and gives up when it makes no progress', async () => {
    const rows = Array.from({ length: 6 }, (_, index) =>
      chargeRow(uuid(), new Date(noon.getTime() + index)),
    );
    await bookCharges(bench.db, rows);
    bench.list.push(...rows.map((row) => listedCharge(row, row.createdAt)));
    bench.listing.failNext(new CarrierUnavailableError('timed_out'));
    expect(await bench.compare()).toEqual({ ...NOTHING, matched: 6 });

    bench.list.length = 0;
    bench.listing.failNext(new CarrierUnavailableError('timed_out'));
    await expect(bench.compare()).rejects.toThrow(CarrierUnavailableError);
    expect(await bench.db.select().from(reconciliationRuns)).toEqual([]);
    expect(await bench.openKinds()).toEqual([]);
  });

  it('runs in one process at a time, and in another one after a crash', async () => {
    await bench.both();
    const first = bench.reconciliation.byList(DAY);
    await first.next();
    await expect(bench.compare()).rejects.toThrow(BeingComparedError);
    // The first process crashes here and never returns.
    bench.clock.by(121);
    expect(await bench.compare()).toEqual({ ...NOTHING, matched: 1 });
    await expect(finish(first)).rejects.toThrow('another process');
    expect(await bench.db.select().from(reconciliationEntries)).toEqual([]);
  });

  it('agrees with the rule of the domain for any charges and entries', async () => {
    const midnights = [instantOf(DAY).getTime(), instantOf(NEXT).getTime()];
    const offset = fc.oneof(
      fc.integer({ min: -EDGE_MS, max: EDGE_MS }),
      fc.integer({ min: -2, max: 2 }),
    );
    const payment = fc.record({
      midnight: fc.constantFrom(...midnights),
      here: fc.option(
        fc.record({
          state: fc.constantFrom('intended', 'unknown', 'succeeded', 'denied', 'refunded'),
          amount: fc.constantFrom(500, 1000),
          offset,
        }),
      ),
      there: fc.array(
        fc.record({
          status: fc.constantFrom('succeeded', 'denied', 'processing'),
          amount: fc.constantFrom(500, 1000),
          offset,
          other: fc.boolean(),
        }),
        {
          maxLength: 2,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { maxLength: 12 }), async (payments) => {
        for (const table of [charges, exceptions]) await bench.db.delete(table);
        bench.list.length = 0;
        const rows = [];
        for (const { midnight, here, there } of payments) {
          const row = chargeRow(
            uuid(),
            new Date(midnight + (here?.offset ?? 0)),
            here ? { state: here.state as 'unknown', amount: here.amount } : {},
          );
          if (here) rows.push(row);
          for (const [index, one] of there.entries()) {
            const carrierPaymentId = one.other ? `pay-${row.id}-${index}` : `pay-${row.id}`;
            bench.list.push(
              listedCharge(row, new Date(midnight + one.offset), {
                status: one.status as 'denied',
                amountCents: one.amount,
                carrierPaymentId,
              }),
            );
          }
        }
        await bookCharges(bench.db, rows);
        const { from, to } = {
          from: instantOf(DAY).getTime() - EDGE_MS,
          to: instantOf(NEXT).getTime() + EDGE_MS,
        };
        const inDay = (at: Date): boolean => at >= instantOf(DAY) && at <= instantOf(NEXT);
        // In the order in which the list is read: the day itself first.
        const shown = [...bench.list]
          .filter(({ createdAt }) => createdAt.getTime() >= from && createdAt.getTime() <= to)
          .sort((one, two) => one.createdAt.getTime() - two.createdAt.getTime())
          .sort((one, two) => Number(inDay(two.createdAt)) - Number(inDay(one.createdAt)));
        const theirs = shown.map((one) => ({
          ...one,
          reference: one.reference ?? null,
          amount: one.amountCents,
          at: one.createdAt,
        }));
        const expected = reconcile(DAY, theirs, rows);
        expect(await bench.compare()).toEqual(countsOf(expected));
        expect(await bench.exceptionsIn('open')).toHaveLength(
          expected.filter(({ kind }) => kind !== 'matched').length,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('compares more entries than one batch holds', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) =>
      chargeRow(uuid(), new Date(noon.getTime() + index)),
    );
    await bulkInsert(bench.db, charges, rows);
    bench.list.push(...rows.slice(0, 2000).map((row) => listedCharge(row, row.createdAt)));
    bench.list.push(
      ...rows.slice(0, 1200).map((row) =>
        listedCharge({ ...row, reference: `X-${row.id}` }, row.createdAt, {
          carrierPaymentId: `x-${row.id}`,
        }),
      ),
    );
    let steps = 0;
    const comparison = bench.reconciliation.byList(DAY);
    for (;;) {
      const step = await comparison.next();
      if (step.done) {
        expect(step.value).toEqual({
          matched: 2000,
          missing_here: 1200,
          missing_there: 500,
          differing: 0,
        });
        break;
      }
      steps++;
    }
    expect(steps).toBeGreaterThanOrEqual(9);
  });
});
