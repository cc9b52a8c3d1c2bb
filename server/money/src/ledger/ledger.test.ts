// The database itself refuses an unbalanced or changed posting.

import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import { sql } from 'drizzle-orm';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedgerRepository } from './ledger.repository.ts';
import { ledgerLines } from './ledger.tables.ts';
import { createPosting } from './posting.repository.ts';
import {
  type Account,
  chargeRefunded,
  chargeTaken,
  settlementReceived,
  writtenOff,
} from './postings.ts';

const post = createPosting(newId);

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());

const AT = new Date('2026-11-20T08:00:00.000Z');
const line = (entryId: string, account: Account, amount: number) => ({
  id: uuid(),
  entryId,
  account,
  amount,
  carrierId: 'karoo',
  cause: 'test',
  causeId: uuid(),
  at: AT,
});
const insert = (...lines: ReturnType<typeof line>[]) => open.db.insert(ledgerLines).values(lines);
const lineCount = async (): Promise<number> => (await open.db.select().from(ledgerLines)).length;

/** Drizzle's error has the database's own message in its cause. */
async function refusalOf(work: PromiseLike<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    return error instanceof Error && error.cause instanceof Error
      ? error.cause.message
      : String(error);
  }
  return 'not refused';
}

describe('the ledger in the database', () => {
  // The amount that the carrier owes us is the account `carrier_receivable`, from the first day on.
  it('has all of its accounts before the first posting', async () => {
    const nothing = { debit: '0.00', credit: '0.00' };
    expect(await createLedgerRepository(open.db).report()).toEqual({
      balanced: true,
      accounts: [
        'carrier_receivable',
        'carrier_share',
        'refunds',
        'revenue',
        'settlement',
        'vat_output',
        'write_off',
      ].map((account) => ({
        account,
        ...nothing,
      })),
      carriers: [],
    });
  });

  it('accepts balanced entries, many at once', async () => {
    await post(open.db, [
      { cause: 'charge', causeId: uuid(), carrierId: 'karoo', at: AT, lines: chargeTaken(500, 65) },
      {
        cause: 'charge',
        causeId: uuid(),
        carrierId: 'karoo',
        at: AT,
        lines: chargeTaken(1000, 130),
      },
      {
        cause: 'refund',
        causeId: uuid(),
        carrierId: 'karoo',
        at: AT,
        lines: chargeRefunded(500, 65),
      },
      {
        cause: 'settlement',
        causeId: uuid(),
        carrierId: 'karoo',
        at: AT,
        lines: settlementReceived(609, 261),
      },
      {
        cause: 'write_off',
        causeId: uuid(),
        carrierId: 'karoo',
        at: AT,
        lines: writtenOff(130, 0),
      },
    ]);
    expect(await createLedgerRepository(open.db).report()).toEqual({
      balanced: true,
      accounts: [
        { account: 'carrier_receivable', debit: '15.00', credit: '15.00' },
        { account: 'carrier_share', debit: '2.61', credit: '0.00' },
        { account: 'refunds', debit: '4.35', credit: '0.00' },
        { account: 'revenue', debit: '0.00', credit: '13.05' },
        { account: 'settlement', debit: '6.09', credit: '0.00' },
        { account: 'vat_output', debit: '0.65', credit: '1.95' },
        { account: 'write_off', debit: '1.30', credit: '0.00' },
      ],
      carriers: [{ carrier: 'karoo', accounts: expect.any(Array) }],
    });
  });

  it.each<[string, () => PromiseLike<unknown>]>([
    [
      'an entry that does not balance',
      () => insert(line(ENTRY, 'carrier_receivable', 500), line(ENTRY, 'revenue', -499)),
    ],
    ['an entry of one line', () => insert(line(ENTRY, 'carrier_receivable', 500))],
    ['an entry of one line of nothing', () => insert(line(ENTRY, 'carrier_receivable', 0))],
    [
      'one bad entry among good ones',
      () =>
        insert(
          line(ENTRY, 'carrier_receivable', 5),
          line(ENTRY, 'revenue', -5),
          line(uuid(), 'revenue', 5),
        ),
    ],
  ])('refuses %s', async (_name, work) => {
    const before = await lineCount();
    expect(await refusalOf(work())).toBe('a ledger entry must balance');
    expect(await lineCount()).toBe(before);
  });
  const ENTRY = uuid();

  it('refuses a line that is added to an old entry', async () => {
    const [old] = await open.db.select().from(ledgerLines).limit(1);
    expect(await refusalOf(insert(line(old?.entryId ?? '', 'revenue', 1)))).toBe(
      'a ledger entry must balance',
    );
  });

  it('refuses an unbalanced entry in code too, before it reaches the database', async () => {
    const lines = [{ account: 'revenue', amount: 1 }] as const;
    await expect(
      post(open.db, [{ cause: 'test', causeId: uuid(), carrierId: 'karoo', at: AT, lines }]),
    ).rejects.toThrow('must balance');
  });

  it.each(['ledger_lines', 'ledger_months', 'subscription_events', 'paid_periods'])(
    'allows only appending to %s',
    async (table) => {
      const before = await lineCount();
      const column = table.startsWith('ledger') ? 'carrier_id' : 'subscription_id';
      for (const statement of [
        `update ${table} set ${column} = ${column}`,
        `delete from ${table}`,
        `truncate ${table}`,
        `truncate ${table} cascade`,
      ]) {
        expect(await refusalOf(open.db.execute(sql.raw(statement)))).toBe(
          `${table} is append only`,
        );
      }
      expect(await lineCount()).toBe(before);
    },
  );
});
