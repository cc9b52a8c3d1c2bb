import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from './database.test-kit.ts';
import {
  type Database,
  isUniqueViolation,
  lockFor,
  type OpenDatabase,
  rowsOf,
} from './database.ts';

describe('the database', () => {
  let open: OpenDatabase;
  beforeAll(async () => {
    open = await createTestDatabase();
  });
  afterAll(() => open.close());

  it('answers and recognises a violated unique key', async () => {
    await open.ping();
    const insert = () =>
      open.db.execute(
        sql`insert into inbound_seen (id, at) values ('one', ${new Date(0).toISOString()})`,
      );
    await insert();
    const error = await insert().catch((reason: unknown) => reason);
    expect(isUniqueViolation(error)).toBe(true);
    expect(isUniqueViolation(error, 'inbound_seen_pkey')).toBe(true);
    expect(isUniqueViolation(error, 'another_key')).toBe(false);
  });

  it('refuses to change the audit, and refuses an unbalanced ledger entry', async () => {
    const at = new Date(0).toISOString();
    const id = '019a0000-0000-7000-8000-000000000001';
    await open.db.execute(
      sql`insert into subscription_events (subscription_id, place, type, at, data) values (${id}, 0, 'expired', ${at}, '{}')`,
    );
    await expect(
      open.db.execute(sql`update subscription_events set type = 'active'`),
    ).rejects.toThrow();
    await expect(open.db.execute(sql`delete from subscription_events`)).rejects.toThrow();
    const line = sql`insert into ledger_lines (id, entry_id, carrier_id, account, amount, cause, cause_id, at) values (${id}, ${id}, 'karoo', 'revenue', 500, 'charge', ${id}, ${at})`;
    await expect(open.db.execute(line)).rejects.toThrow();
  });

  it('holds a named lock until the end of a transaction', async () => {
    const heldLocks = async (database: Database): Promise<number> => {
      const [row] = await rowsOf<{ held: number }>(
        database,
        sql`select count(*)::int as held from pg_locks
            where locktype = 'advisory' and granted
              and database = (select oid from pg_database where datname = current_database())`,
      );
      return row?.held ?? 0;
    };
    const before = await heldLocks(open.db);
    await open.db.transaction(async (tx) => {
      await lockFor(tx, 'a name');
      expect(await heldLocks(tx)).toBe(before + 1);
    });
    expect(await heldLocks(open.db)).toBe(before);
  });
});
