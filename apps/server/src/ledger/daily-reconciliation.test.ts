// Issue 4 section 3: daily reconciliation: each day once on the next morning, gaps caught up, a carrier without an answer, large days.
import type { Counts } from '@bonisa/domain/reconciliation';
import { type Day, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createStillClock } from '../app.test-kit.ts';
import { type CarrierCharge, CarrierUnavailableError } from '../carrier/carrier.port.ts';
import { bulkInsert } from '../platform/bulk.ts';
import { createTestDatabase } from '../platform/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database.ts';
import { charges } from '../subscription/subscription.tables.ts';
import { cases, reconciliationEntries, reconciliationRuns, reconciliations } from './ledger.tables.ts';
import { createLedger } from './ledger.ts';
import { createReconciliationRepository } from './reconciliation.repository.ts';
import { finish } from './reconciliation.service.ts';
import { bookCharges, chargeRow, createListingCarrier, listedCharge } from './reconciliation.test-kit.ts';

const DAY: Day = '2026-11-20';
const NEXT = daysAfter(DAY, 1);
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
const build = () => createLedger({ db: open.db, carrier: listing.carrier, clock, carrierShare: 3000, lookAgain: async () => undefined });

beforeEach(async () => {
  for (const table of [charges, cases, reconciliations, reconciliationRuns, reconciliationEntries]) await open.db.delete(table);
  list = [];
  clock = createStillClock(instantOf(NEXT, 6));
  listing = createListingCarrier(list);
  ledger = build();
});

const compare = (day: Day = DAY): Promise<Counts> => finish(ledger.reconciliation.byList(day));
/** Books a charge and lists it at the carrier. */
async function both(row = chargeRow(uuid(), noon)): Promise<void> {
  await bookCharges(open.db, [row]);
  list.push(listedCharge(row, row.createdAt));
}

describe('each morning', () => {
  const settle = async (): Promise<number> => {
    const isDue = async (): Promise<boolean> => ((await ledger.daily.nextDue())?.getTime() ?? Number.POSITIVE_INFINITY) <= clock.now().getTime();
    for (let done = 0; ; ) {
      if (!(await isDue())) return done;
      done += await ledger.daily.run();
    }
  };
  const doneDays = async (): Promise<string[]> =>
    (await createReconciliationRepository(open.db).between('2026-01-01', '2027-01-01')).map(({ day }) => day);
  /** Moves the clock as the timetable does, and says when it stopped. */
  const goTo = async (target: Date): Promise<Date[]> => {
    const stops: Date[] = [];
    for (let due = await ledger.daily.nextDue(); due && due <= target; due = await ledger.daily.nextDue()) {
      if (due > clock.now()) clock.moveTo(due);
      stops.push(clock.now());
      await settle();
    }
    clock.moveTo(target);
    return stops;
  };

  it('nothing is asked for while there are no charges', async () => {
    await settle();
    expect(await ledger.daily.nextDue()).toBeNull();
    expect(listing.asked).toEqual([]);
  });

  it('the day before is compared at six, once', async () => {
    clock = createStillClock(instantOf(DAY, 13));
    ledger = build();
    await both();
    await goTo(instantOf(DAY, 13));
    expect(await ledger.daily.nextDue()).toEqual(instantOf(NEXT, 6));
    // What an operator compares while the day still runs does not stand for it.
    expect(await compare()).toMatchObject({ matched: 1 });
    await goTo(instantOf(NEXT, 23));
    expect(await doneDays()).toEqual([DAY]);
    expect((await createReconciliationRepository(open.db).latest())?.at).toEqual(instantOf(NEXT, 6));
    expect(await ledger.daily.nextDue()).toEqual(instantOf(daysAfter(NEXT, 1), 6));
    // Another process, or the same one after a start, has nothing to do.
    ledger = build();
    await settle();
    expect(await ledger.daily.nextDue()).toEqual(instantOf(daysAfter(NEXT, 1), 6));
  });

  it('a long gap is caught up day by day', async () => {
    await both();
    clock.moveTo(instantOf('2026-12-24', 9));
    expect(await settle()).toBeGreaterThan(0);
    await goTo(instantOf('2026-12-24', 10));
    const days = await doneDays();
    expect([days.length, days[0], days.at(-1)]).toEqual([34, DAY, '2026-12-23']);
  });

  it('a list that cannot be had is tried again in a quarter of an hour, without spinning', async () => {
    await both(chargeRow(uuid(), instantOf(DAY, 1)));
    await settle();
    await open.db.delete(reconciliations);
    ledger = build();
    list.length = 0;
    listing.failNext(new CarrierUnavailableError('timed_out'), new CarrierUnavailableError('not_connected'));
    const stops = await goTo(instantOf(NEXT, 7));
    const minutes = stops.map((stop) => (stop.getTime() - instantOf(NEXT, 6).getTime()) / 60_000);
    expect(minutes.filter((minute) => Number.isInteger(minute / 15))).toEqual(expect.arrayContaining([0, 15, 30]));
    expect(stops.length).toBeLessThan(8);
    expect(await doneDays()).toEqual([DAY]);
  });

  it('what goes wrong in our own house is told and does not spin either', async () => {
    await both();
    listing.failNext(new Error('broken'));
    await expect(ledger.daily.run()).rejects.toThrow('broken');
    expect(await ledger.daily.nextDue()).toEqual(new Date(clock.now().getTime() + 15 * 60_000));
    expect(await ledger.daily.run()).toBe(0);
  });

  it('two processes compare a day once between them', async () => {
    await both();
    const other = build();
    await Promise.all([ledger.daily.run(), other.daily.run()]);
    await settle();
    await other.daily.run();
    expect(listing.asked.filter(({ from, to }) => from <= instantOf(DAY) && to > instantOf(DAY))).toHaveLength(1);
    expect(await doneDays()).toEqual([DAY]);
  });

  it('a large day takes many turns, so that others have theirs', async () => {
    const rows = Array.from({ length: 9000 }, (_, index) => chargeRow(uuid(), new Date(noon.getTime() + index)));
    await bulkInsert(open.db, charges, rows);
    list.push(...rows.map((row) => listedCharge(row, row.createdAt)));
    let turns = 1;
    while ((await ledger.daily.run()) === 0) turns++;
    expect(turns).toBeGreaterThanOrEqual(3);
    expect(await createReconciliationRepository(open.db).latest()).toMatchObject({ day: DAY, matched: 9000 });
  });
});
