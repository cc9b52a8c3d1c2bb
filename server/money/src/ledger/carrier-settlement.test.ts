// The settlement of each carrier's month: what belongs to it, what is written off, what is booked
// once, and that the ledger then owes what the settlement shows as outstanding.
import { setTimeout } from 'node:timers/promises';
import { sumLedger } from '@bonisa/backoffice/reports/ledger-sums.repository';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import { createMetrics } from '@bonisa/kit/metrics';
import { createStillClock } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MonthStatement } from './carrier-settlement.service.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { chargeTaken, chargeTakenBack } from './postings.ts';

const NOVEMBER = '2026-11';
const DECEMBER = '2026-12';
const IN_NOVEMBER = new Date('2026-11-20T08:00:00Z');
const IN_DECEMBER = new Date('2026-12-03T08:00:00Z');

let open: OpenDatabase;
let ledger: Ledger;
const ledgerAt = (share: number): Ledger =>
  createLedger({
    open: { long: open.db },
    clock,
    newId,
    metrics: createMetrics(),
    carriers: {
      terms: [
        { id: karoo, share },
        { id: vula, share },
      ],
    },
    sums: sumLedger,
  });
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

const clock = createStillClock();
let carriers = 0;
/** Each test has carriers of its own, because nothing is deleted from a ledger. */
let karoo: string;
let vula: string;
beforeEach(() => {
  clock.moveTo(IN_NOVEMBER);
  [karoo, vula] = [`karoo-${++carriers}`, `vula-${carriers}`];
  ledger = ledgerAt(3000);
});

const VAT = 65;
const CHARGE = chargeTaken(500, VAT);
/** Posts a charge of R5.00, or another entry, now. */
const post = (entry: Partial<Parameters<Ledger['post']>[1][number]> = {}) => {
  const whole = { cause: 'charge', causeId: newId(), carrierId: karoo, at: clock.now() };
  return ledger.post(open.db, [{ ...whole, lines: CHARGE, ...entry }]);
};
const statement = async (month: '2026-11' | '2026-12' = NOVEMBER): Promise<MonthStatement> => {
  const [one] = await ledger.settlement.statements(month, karoo);
  if (!one) throw new Error('a carrier without its statement');
  return one;
};
const receivable = () => ledger.settlement.owed(karoo, open.db);
const book = (paid: number, month: '2026-11' | '2026-12' = NOVEMBER, carrier = karoo) =>
  ledger.settlement.book({ carrier, month, paid, reference: `${month} ${carrier} ${newId()}` });
const writeOff = (amount: number, vat: number | null = null) =>
  ledger.settlement.writeOff({
    carrier: karoo,
    month: NOVEMBER,
    amount,
    vat,
    reason: 'It will not pay',
    onceKey: null,
  });

describe('a write-off', () => {
  it('of a charge leaves the month and its share, so that nothing is outstanding in the end', async () => {
    await post();
    await post();
    expect(await statement()).toMatchObject({ carrierShare: 261, outstanding: 739 });
    const { row } = await writeOff(500, VAT);
    expect(row).toMatchObject({ amount: 500, share: 131, month: NOVEMBER });
    expect(await statement()).toMatchObject({
      gross: 500,
      vat: VAT,
      writtenOffCharges: 500,
      carrierShare: 131,
      outstanding: 369,
    });
    expect(await receivable()).toBe(369);
    await book(369);
    expect((await statement()).outstanding).toBe(0);
    expect(await receivable()).toBe(0);
  });

  it('takes back the share that a payment posted for the charge', async () => {
    await post();
    await post();
    await book(100);
    expect((await writeOff(500, VAT)).row.share).toBe(131 - 261);
    expect((await statement()).outstanding).toBe(269);
    expect(await receivable()).toBe(269);
  });

  it('of what is owed after the share is never more than is outstanding', async () => {
    await post();
    await post();
    await expect(writeOff(740)).rejects.toMatchObject({ code: 'conflict' });
    await book(39);
    await expect(writeOff(701)).rejects.toMatchObject({ code: 'conflict' });
    await writeOff(700);
    expect(await statement()).toMatchObject({ gross: 1000, writtenOff: 700, outstanding: 0 });
    expect(await receivable()).toBe(0);
    await expect(writeOff(1)).rejects.toMatchObject({ code: 'conflict' });
    // Of a charge too: the carrier has settled it.
    await expect(writeOff(500, VAT)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of before write-offs had a month changes no month, but is never written off twice', async () => {
    await post();
    const old = { id: newId(), carrierId: karoo, amount: 500, reason: 'Before', at: IN_NOVEMBER };
    await open.db.execute(
      `insert into write_offs (id, carrier_id, amount, reason, at)
       values ('${old.id}', '${karoo}', 500, 'Before', '${IN_NOVEMBER.toISOString()}')`,
    );
    const lines = [
      { account: 'write_off', amount: 500 },
      { account: 'carrier_receivable', amount: -500 },
    ] as const;
    await post({ cause: 'write_off', causeId: old.id, lines });
    expect(await statement()).toMatchObject({ writtenOff: 0, outstanding: 369 });
    await expect(writeOff(100)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('what belongs to a month', () => {
  it('is what the carrier made in it, whenever that was recorded', async () => {
    await post();
    clock.moveTo(IN_DECEMBER);
    await post({ month: NOVEMBER });
    await post();
    expect(await statement()).toMatchObject({
      gross: 1000,
      vat: 2 * VAT,
      postedElsewhere: { amount: 500, lastAt: IN_DECEMBER },
    });
    expect(await statement(DECEMBER)).toMatchObject({ gross: 500, postedElsewhere: undefined });
    expect(await receivable()).toBe(1500);
    const [other] = await ledger.settlement.statements(NOVEMBER, vula);
    expect(other).toMatchObject({ gross: 0, postedElsewhere: undefined });
  });

  it('may change after it was paid: its share follows with the next booking of any month', async () => {
    await post();
    await post();
    await book(739);
    clock.moveTo(IN_DECEMBER);
    await post({ cause: 'case', month: NOVEMBER, lines: chargeTakenBack(500, VAT) });
    // The carrier has paid R3.70 too much, and its share of the charge is posted still.
    expect((await statement()).outstanding).toBe(-370);
    expect(await receivable()).toBe(-500);
    await post();
    await book(100, DECEMBER);
    const [november, december] = [await statement(), await statement(DECEMBER)];
    expect([november.outstanding, december.outstanding]).toEqual([-370, 269]);
    expect(await receivable()).toBe(-370 + 269);
    expect(november.settlements.map(({ paid, share }) => [paid, share])).toEqual([
      [739, 261],
      [0, -130],
    ]);
    await book(100, DECEMBER);
    expect((await statement()).settlements).toHaveLength(2);
  });

  it('keeps the share that was agreed when it was paid', async () => {
    await post();
    await post();
    await book(739);
    clock.moveTo(IN_DECEMBER);
    await post({ cause: 'case', month: NOVEMBER, lines: chargeTakenBack(500, VAT) });
    ledger = ledgerAt(2500);
    await book(100, DECEMBER);
    expect((await statement()).postedShare).toBe(261);
  });

  it('is known of each charge', async () => {
    const [here, late] = [newId(), newId()];
    await post({ causeId: here });
    clock.moveTo(IN_DECEMBER);
    await post({ causeId: late, month: NOVEMBER });
    const months = [here, late, newId()].map((id) => ledger.monthOfCharge(open.db, id));
    expect(await Promise.all(months)).toEqual([NOVEMBER, NOVEMBER, undefined]);
  });
});

describe('a payment', () => {
  const given = (carrier: string, paid: number) =>
    ({ carrier, month: NOVEMBER, paid, reference: 'NOV-2026' }) as const;

  it('is booked once for each reference of its carrier: another carrier may use the same one', async () => {
    await post();
    expect((await ledger.settlement.book(given(karoo, 100))).isNew).toBe(true);
    expect((await ledger.settlement.book(given(vula, 200))).isNew).toBe(true);
    expect((await ledger.settlement.book(given(karoo, 100))).isNew).toBe(false);
    await expect(ledger.settlement.book(given(karoo, 200))).rejects.toMatchObject({
      code: 'conflict',
    });
  });
});

// PGlite runs one transaction after the other: only a server shows what two at once do.
describe("a carrier's statement that is sent several times at once", () => {
  it('is one statement', async () => {
    const figures = { gross: 500, refunds: 0, vat: VAT, carrierShare: 131, toBePaid: 369 };
    const sent = { carrier: karoo, month: NOVEMBER, reference: 'ST-1', ...figures } as const;
    const recorded: string[] = [];
    const answers = await Promise.all(
      [1, 2, 3].map(() =>
        ledger.statements.enter([sent], async (_tx, { reference }) => {
          recorded.push(reference);
          // The first one stays open until the others have begun.
          await setTimeout(500);
        }),
      ),
    );
    expect(answers.map(([one]) => one?.theirs?.reference)).toEqual(['ST-1', 'ST-1', 'ST-1']);
    expect(recorded).toEqual(['ST-1']);
  });
});
