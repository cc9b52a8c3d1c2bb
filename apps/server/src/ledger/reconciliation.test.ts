// Issue 4 section 3: daily reconciliation against the carrier's list: matched, missing here, missing there, differing; each difference becomes a case.
import { type Counts, countsOf, EDGE_MS, reconcile } from '@bonisa/domain/reconciliation';
import { type Day, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { eq, ne, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStillClock } from '../app.test-kit.ts';
import { type CarrierCharge, CarrierUnavailableError } from '../carrier/carrier.port.ts';
import { bulkInsert } from '../platform/bulk.ts';
import { createTestDatabase } from '../platform/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database.ts';
import { charges, refunds } from '../subscription/subscription.tables.ts';
import { cases, ledgerLines, reconciliationEntries, reconciliationRuns, reconciliations } from './ledger.tables.ts';
import { createLedger } from './ledger.ts';
import type { PlacedEntry } from './reconciliation.repository.ts';
import { BeingComparedError, DoubleEntryError, finish } from './reconciliation.service.ts';
import { bookCharges, chargeRow, createListingCarrier, listedCharge } from './reconciliation.test-kit.ts';

const DAY: Day = '2026-11-20';
const NEXT = daysAfter(DAY, 1);
const NOTHING: Counts = { matched: 0, missing_here: 0, missing_there: 0, differing: 0 };
const noon = instantOf(DAY, 12);

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

let list: CarrierCharge[];
let clock: ReturnType<typeof createStillClock>;
let listing: ReturnType<typeof createListingCarrier>;
let ledger: ReturnType<typeof createLedger>;
const lookedUp: string[] = [];

function build() {
  return createLedger({
    db: open.db,
    carrier: listing.carrier,
    clock,
    carrierShare: 3000,
    lookAgain: async (ids) => void lookedUp.push(...ids),
  });
}

beforeEach(async () => {
  for (const table of [charges, refunds, cases, reconciliations, reconciliationRuns, reconciliationEntries]) await open.db.delete(table);
  list = [];
  clock = createStillClock(instantOf(NEXT, 6));
  listing = createListingCarrier(list);
  ledger = build();
  lookedUp.length = 0;
});

const compare = (day: Day = DAY): Promise<Counts> => finish(ledger.reconciliation.byList(day));
const casesIn = async (state: 'open' | 'settled' | 'applied' | 'dismissed') =>
  (await ledger.cases.list(state, undefined, { limit: 100, offset: 0 })).rows;
const openKinds = async (): Promise<string[]> => (await casesIn('open')).map(({ kind }) => kind).sort();
/** Books a charge and lists it at the carrier. */
async function both(row = chargeRow(uuid(), noon), change: Partial<CarrierCharge> = {}) {
  await bookCharges(open.db, [row]);
  list.push(listedCharge(row, row.createdAt, change));
  return row;
}

describe("comparing a day with the carrier's list", () => {
  it('counts what agrees and what does not, and makes a case of each difference', async () => {
    await both();
    await both(chargeRow(uuid(), noon, { state: 'refunded', refunded: 500 }));
    await both(chargeRow(uuid(), noon, { state: 'denied', reason: 'insufficient_airtime' }), { status: 'denied' });
    const dearer = await both(undefined, { amountCents: 600 });
    const denied = await both(chargeRow(uuid(), noon, { state: 'denied', reason: 'insufficient_airtime' }));
    const unknown = await both(chargeRow(uuid(), noon, { state: 'unknown' }));
    const invented = listedCharge(chargeRow(uuid(), noon), noon);
    list.push(invented);
    const missing = chargeRow(uuid(), noon, { amount: 1000 });
    await bookCharges(open.db, [missing]);

    expect(await compare()).toEqual({ matched: 2, missing_here: 1, missing_there: 1, differing: 3 });
    const found = new Map((await casesIn('open')).map((one) => [one.subject, one]));
    expect([...found.keys()].sort()).toEqual([dearer.id, denied.id, unknown.id, invented.carrierPaymentId, missing.id].sort());
    expect(found.get(dearer.id)).toMatchObject({ kind: 'differing', day: DAY, source: 'list', ours: { amount: 500, state: 'succeeded' } });
    expect(found.get(dearer.id)?.proposal.words).toContain('R1.00 above the price');
    expect(found.get(unknown.id)?.proposal).toMatchObject({ action: 'look_up', lines: [] });
    expect(found.get(denied.id)?.proposal.action).toBe('post');
    expect(found.get(invented.carrierPaymentId)).toMatchObject({ kind: 'missing_here', reference: invented.reference, ours: null });
    expect(found.get(missing.id)).toMatchObject({ kind: 'missing_there', theirs: null });
    for (const { proposal } of found.values()) expect(proposal.lines.reduce((sum, line) => sum + line.amount, 0)).toBe(0);
    expect(lookedUp).toEqual([unknown.id]);
    expect(await open.db.select().from(reconciliationEntries)).toEqual([]);
    expect(JSON.stringify([...found.values()])).not.toContain('27821234567');
  });

  it('made again replaces the result, finds the same cases and settles what agrees now', async () => {
    const row = chargeRow(uuid(), noon, { state: 'unknown' });
    await both(row);
    const late = chargeRow(uuid(), noon);
    await bookCharges(open.db, [late]);
    const invented = listedCharge(chargeRow(uuid(), noon), noon);
    list.push(invented);
    expect(await compare()).toEqual({ ...NOTHING, differing: 1, missing_there: 1, missing_here: 1 });
    expect(await compare()).toEqual({ ...NOTHING, differing: 1, missing_there: 1, missing_here: 1 });
    expect(await openKinds()).toEqual(['differing', 'missing_here', 'missing_there']);

    await open.db.update(charges).set({ state: 'succeeded', settledAt: noon });
    list.push(listedCharge(late, noon));
    list.splice(list.indexOf(invented), 1);
    expect(await compare()).toEqual({ ...NOTHING, matched: 2 });
    expect(await openKinds()).toEqual([]);
    expect(await casesIn('settled')).toHaveLength(3);
    expect(await open.db.select().from(reconciliations)).toMatchObject([{ key: `${DAY} list`, matched: 2, missingHere: 0, differing: 0 }]);

    // What was settled and differs once more is on the list once more; what people have dismissed is not.
    list.push(invented);
    await compare();
    const [again] = await casesIn('open');
    expect(again).toMatchObject({ kind: 'missing_here', closedAt: null });
    await ledger.cases.dismiss(again?.id ?? '', 'The carrier has given it back.');
    expect(await compare()).toMatchObject({ missing_here: 1 });
    expect(await openKinds()).toEqual([]);
  });

  it.each([
    ['ours before midnight', -1000, 1000, NEXT, DAY],
    ['theirs before midnight', 1000, -1000, DAY, NEXT],
  ])(
    "what is written down on two sides of midnight (%s) is matched on the carrier's day alone",
    async (_name, ours, theirs, carriersDay, otherDay) => {
      const midnight = instantOf(NEXT).getTime();
      const row = chargeRow(uuid(), new Date(midnight + ours));
      await bookCharges(open.db, [row]);
      list.push(listedCharge(row, new Date(midnight + theirs)));
      clock.moveTo(instantOf(daysAfter(NEXT, 1), 6));
      expect(await compare(carriersDay)).toEqual({ ...NOTHING, matched: 1 });
      expect(await compare(otherDay)).toEqual(NOTHING);
      expect(await openKinds()).toEqual([]);
    },
  );

  it('holds a second payment under one reference for money that nobody here asked for', async () => {
    const row = await both();
    list.push(listedCharge(row, noon, { carrierPaymentId: 'pay-again' }));
    expect(await compare()).toEqual({ ...NOTHING, matched: 1, missing_here: 1 });
    expect(await casesIn('open')).toMatchObject([{ kind: 'missing_here', subject: 'pay-again', reference: row.reference }]);
  });

  it('does not miss what was settled after the list was read', async () => {
    await bookCharges(open.db, [chargeRow(uuid(), noon, { settledAt: new Date(clock.now().getTime() + 1) })]);
    expect(await compare()).toEqual(NOTHING);
  });

  it('comes to an end where the database knows instants more finely than we do', async () => {
    await bookCharges(open.db, [chargeRow(uuid(), noon), chargeRow(uuid(), noon), chargeRow(uuid(), noon)]);
    await open.db.execute(sql`update charges set created_at = created_at + interval '400 microseconds'`);
    expect(await compare()).toEqual({ ...NOTHING, missing_there: 3 });
  });

  it('takes the list up again where it broke off, and gives up where it does not get on', async () => {
    const rows = Array.from({ length: 6 }, (_, index) => chargeRow(uuid(), new Date(noon.getTime() + index)));
    await bookCharges(open.db, rows);
    list.push(...rows.map((row) => listedCharge(row, row.createdAt)));
    listing.failNext(new CarrierUnavailableError('timed_out'));
    expect(await compare()).toEqual({ ...NOTHING, matched: 6 });

    list.length = 0;
    listing.failNext(new CarrierUnavailableError('timed_out'));
    await expect(compare()).rejects.toThrow(CarrierUnavailableError);
    expect(await open.db.select().from(reconciliationRuns)).toEqual([]);
    expect(await openKinds()).toEqual([]);
  });

  it('is made by one at a time, and by another one after a crash', async () => {
    await both();
    const first = ledger.reconciliation.byList(DAY);
    await first.next();
    await expect(compare()).rejects.toThrow(BeingComparedError);
    // The first one dies here: it is never heard of again.
    clock.by(121);
    expect(await compare()).toEqual({ ...NOTHING, matched: 1 });
    await expect(finish(first)).rejects.toThrow('another process');
    expect(await open.db.select().from(reconciliationEntries)).toEqual([]);
  });

  it('comes to the same as the rule, whatever the books', async () => {
    const midnights = [instantOf(DAY).getTime(), instantOf(NEXT).getTime()];
    const offset = fc.oneof(fc.integer({ min: -EDGE_MS, max: EDGE_MS }), fc.integer({ min: -2, max: 2 }));
    const payment = fc.record({
      midnight: fc.constantFrom(...midnights),
      here: fc.option(
        fc.record({ state: fc.constantFrom('intended', 'unknown', 'succeeded', 'denied', 'refunded'), amount: fc.constantFrom(500, 1000), offset }),
      ),
      there: fc.array(
        fc.record({ status: fc.constantFrom('succeeded', 'denied', 'processing'), amount: fc.constantFrom(500, 1000), offset, other: fc.boolean() }),
        {
          maxLength: 2,
        },
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(payment, { maxLength: 12 }), async (payments) => {
        for (const table of [charges, cases]) await open.db.delete(table);
        list.length = 0;
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
            list.push(
              listedCharge(row, new Date(midnight + one.offset), { status: one.status as 'denied', amountCents: one.amount, carrierPaymentId }),
            );
          }
        }
        await bookCharges(open.db, rows);
        const { from, to } = { from: instantOf(DAY).getTime() - EDGE_MS, to: instantOf(NEXT).getTime() + EDGE_MS };
        const inDay = (at: Date): boolean => at >= instantOf(DAY) && at <= instantOf(NEXT);
        // In the order in which the list is asked for: the day itself first.
        const shown = [...list]
          .filter(({ createdAt }) => createdAt.getTime() >= from && createdAt.getTime() <= to)
          .sort((one, two) => one.createdAt.getTime() - two.createdAt.getTime())
          .sort((one, two) => Number(inDay(two.createdAt)) - Number(inDay(one.createdAt)));
        const theirs = shown.map((one) => ({ ...one, amount: one.amountCents, at: one.createdAt }));
        const expected = reconcile(DAY, theirs, rows);
        expect(await compare()).toEqual(countsOf(expected));
        expect(await casesIn('open')).toHaveLength(expected.filter(({ kind }) => kind !== 'matched').length);
      }),
      { numRuns: 40 },
    );
  });

  it('goes by batches: more entries than one of them holds', async () => {
    const rows = Array.from({ length: 2500 }, (_, index) => chargeRow(uuid(), new Date(noon.getTime() + index)));
    await bulkInsert(open.db, charges, rows);
    list.push(...rows.slice(0, 2000).map((row) => listedCharge(row, row.createdAt)));
    list.push(
      ...rows.slice(0, 1200).map((row) => listedCharge({ ...row, reference: `X-${row.id}` }, row.createdAt, { carrierPaymentId: `x-${row.id}` })),
    );
    let steps = 0;
    const comparison = ledger.reconciliation.byList(DAY);
    for (;;) {
      const step = await comparison.next();
      if (step.done) {
        expect(step.value).toEqual({ matched: 2000, missing_here: 1200, missing_there: 500, differing: 0 });
        break;
      }
      steps++;
    }
    expect(steps).toBeGreaterThanOrEqual(9);
  });
});

describe("a carrier's file", () => {
  async function* file(...entries: PlacedEntry[]): AsyncGenerator<PlacedEntry> {
    yield* entries;
  }
  const entry = (row: ReturnType<typeof chargeRow>, place: number, change: Partial<PlacedEntry> = {}): PlacedEntry => ({
    place,
    reference: row.reference,
    carrierPaymentId: row.carrierPaymentId,
    amount: row.amount,
    status: 'succeeded',
    at: row.createdAt,
    ...change,
  });

  it('is compared as a list is, by payment id too, with the minutes around the day from the list', async () => {
    const [one, two, edge] = [chargeRow(uuid(), noon), chargeRow(uuid(), noon), chargeRow(uuid(), new Date(instantOf(NEXT).getTime() - 1000))];
    await bookCharges(open.db, [one, two, edge]);
    list.push(listedCharge(edge, new Date(instantOf(NEXT).getTime() + 1000)));
    const books = file(entry(one, 2), entry(two, 3, { reference: null }));
    expect(await finish(ledger.reconciliation.byFile(DAY, books))).toEqual({ ...NOTHING, matched: 2, edgesCompared: true });
    expect(listing.asked.map(({ from, to }) => (to.getTime() - from.getTime()) / EDGE_MS)).toEqual([1, 1]);
    expect(await ledger.reconciliation.between(DAY, NEXT)).toMatchObject([{ day: DAY, source: 'file', matched: 2 }]);
  });

  it('that names a payment twice is refused, and nothing of it is kept', async () => {
    const row = chargeRow(uuid(), noon);
    await expect(finish(ledger.reconciliation.byFile(DAY, file(entry(row, 2), entry(row, 7))))).rejects.toEqual(new DoubleEntryError(7));
    for (const table of [cases, reconciliations, reconciliationEntries, reconciliationRuns]) expect(await open.db.select().from(table)).toEqual([]);
  });

  // Issue 4 section 3: each difference becomes a case, in files too that know payments by our reference alone.
  it('that names a reference again in each of further lines, without ids, has a case for each of them, as often as it is compared', async () => {
    const row = chargeRow(uuid(), noon);
    await bookCharges(open.db, [row]);
    const lines = (...places: number[]) => file(...places.map((place) => entry(row, place, { carrierPaymentId: null })));
    const subjects = async (): Promise<string[]> => (await casesIn('open')).map(({ subject }) => subject).sort();
    for (let times = 0; times < 2; times++) {
      expect(await finish(ledger.reconciliation.byFile(DAY, lines(2, 3, 4)))).toMatchObject({ ...NOTHING, matched: 1, missing_here: 2 });
      expect(await subjects()).toEqual([`${row.reference} ${DAY} line 3`, `${row.reference} ${DAY} line 4`]);
    }
    expect(await finish(ledger.reconciliation.byFile(DAY, lines(2, 3)))).toMatchObject({ matched: 1, missing_here: 1 });
    expect(await subjects()).toEqual([`${row.reference} ${DAY} line 3`]);
    expect(await finish(ledger.reconciliation.byFile(DAY, lines(2)))).toMatchObject({ ...NOTHING, matched: 1 });
    expect(await subjects()).toEqual([]);
  });

  // Issue 4 section 3: the file is there for carriers without a list, and for days on which it is down.
  it('is compared without the minutes around the day where the list cannot be had, and says so', async () => {
    const [one, edge] = [chargeRow(uuid(), noon), chargeRow(uuid(), new Date(instantOf(NEXT).getTime() - 1000))];
    await bookCharges(open.db, [one, edge]);
    const there = new Date(instantOf(NEXT).getTime() + 1000);
    listing.failNext(new CarrierUnavailableError('timed_out'));
    expect(await finish(ledger.reconciliation.byFile(DAY, file(entry(one, 2))))).toEqual({
      ...NOTHING,
      matched: 1,
      missing_there: 1,
      edgesCompared: false,
    });
    expect(await ledger.reconciliation.between(DAY, NEXT)).toMatchObject([{ source: 'file', matched: 1, missingThere: 1 }]);
    // What was made on the other side of midnight stands in the next day's file, which settles it.
    clock.moveTo(instantOf(daysAfter(NEXT, 1), 6));
    listing.failNext(new CarrierUnavailableError('timed_out'));
    expect(await finish(ledger.reconciliation.byFile(NEXT, file(entry(edge, 2, { at: there }))))).toMatchObject({ ...NOTHING, matched: 1 });
    expect(await openKinds()).toEqual([]);
  });

  it('leaves the cases of the list alone', async () => {
    const missing = chargeRow(uuid(), noon);
    await bookCharges(open.db, [missing]);
    list.push(listedCharge(chargeRow(uuid(), noon), noon));
    expect(await compare()).toEqual({ ...NOTHING, missing_here: 1, missing_there: 1 });
    expect(await finish(ledger.reconciliation.byFile(DAY, file(entry(missing, 2))))).toMatchObject({ ...NOTHING, matched: 1 });
    expect(await openKinds()).toEqual(['missing_here']);
  });
});

describe('cases', () => {
  const balance = async (): Promise<number> => Number((await ledger.report()).balanced);
  const postedOf = async (id: string) => (await open.db.select().from(ledgerLines)).filter(({ causeId }) => causeId === id);

  it('are applied once, as an entry of their own', async () => {
    const row = chargeRow(uuid(), noon);
    await bookCharges(open.db, [row]);
    await compare();
    const [one] = await casesIn('open');
    const id = one?.id ?? '';
    expect(await ledger.cases.apply(id)).toMatchObject({ state: 'applied' });
    expect(await ledger.cases.apply(id)).toMatchObject({ state: 'applied' });
    const posted = (await postedOf(id)).map(({ account, amount, cause }) => [cause, account, amount]);
    expect(posted.sort()).toEqual(
      [
        ['case', 'carrier_receivable', -500],
        ['case', 'revenue', 435],
        ['case', 'vat_output', 65],
      ].sort(),
    );
    expect(await balance()).toBe(1);
    await expect(ledger.cases.dismiss(id, 'no')).rejects.toMatchObject({ code: 'conflict' });
    expect(await compare()).toEqual({ ...NOTHING, missing_there: 1 });
    expect(await openKinds()).toEqual([]);
  });

  it('are not applied over a charge that has changed, or is being refunded', async () => {
    const row = chargeRow(uuid(), noon);
    await bookCharges(open.db, [row]);
    await compare();
    const id = (await casesIn('open'))[0]?.id ?? '';
    await open.db.update(charges).set({ refunded: 200 });
    await expect(ledger.cases.apply(id)).rejects.toMatchObject({ code: 'conflict' });
    const refund = {
      id: uuid(),
      chargeId: row.id,
      reference: 'r',
      amount: 200,
      vat: 26,
      state: 'succeeded' as const,
      why: 'x',
      createdAt: noon,
      lookups: 0,
    };
    await open.db.insert(refunds).values(refund);
    await expect(ledger.cases.apply(id)).rejects.toMatchObject({ code: 'conflict' });
    // Compared again, the case proposes what is left.
    await compare();
    await ledger.cases.apply(id);
    expect((await postedOf(id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-300, 39, 261]);
  });

  it('without postings can only be dismissed, with a note', async () => {
    await both(chargeRow(uuid(), noon, { state: 'unknown' }));
    await compare();
    const id = (await casesIn('open'))[0]?.id ?? '';
    await expect(ledger.cases.apply(id)).rejects.toMatchObject({ code: 'conflict' });
    expect(await ledger.cases.dismiss(id, 'Dealt with.')).toMatchObject({ state: 'dismissed', note: 'Dealt with.' });
    expect(await ledger.cases.dismiss(id, 'Again.')).toMatchObject({ note: 'Dealt with.' });
    await expect(ledger.cases.apply(uuid())).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that settle themselves are settled when they are visited again; others say what came out', async () => {
    const [settled, dearer, waiting] = [0, 1, 2].map(() => chargeRow(uuid(), noon, { state: 'unknown', lookupAt: noon }));
    if (!settled || !dearer || !waiting) throw new Error('three of them');
    await both(settled);
    await both(dearer, { amountCents: 700 });
    await both(waiting);
    await compare();
    expect(await ledger.reconciliation.revisit()).toBe(true);
    await open.db.update(charges).set({ state: 'succeeded', settledAt: noon, lookupAt: null }).where(ne(charges.id, waiting.id));
    expect(await ledger.reconciliation.revisit()).toBe(true);
    expect((await casesIn('settled')).map(({ subject }) => subject)).toEqual([settled.id]);
    const words = new Map((await casesIn('open')).map(({ subject, proposal }) => [subject, proposal]));
    expect(words.get(dearer.id)).toMatchObject({ action: 'post' });
    expect(words.get(waiting.id)).toMatchObject({ action: 'look_up' });
    await open.db.update(charges).set({ state: 'denied', reason: 'not_taken', lookupAt: null }).where(eq(charges.id, waiting.id));
    expect(await ledger.reconciliation.revisit()).toBe(false);
  });
});
