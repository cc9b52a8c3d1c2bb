// A test must not find what another test left in the database that both borrow.
import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type OpenDatabase, rowsOf } from './database.ts';
import { borrowPglite } from './embedded-pool.test-kit.ts';
import { openTemplate } from './embedded-template.test-kit.ts';

let loaded = 0;

const borrow = (): Promise<OpenDatabase> =>
  borrowPglite(async () => {
    loaded += 1;
    return await openTemplate();
  });
const write = ({ db }: OpenDatabase) =>
  db.execute(
    sql`insert into subscribers (msisdn, created_at) values ('27820000000', '2026-11-20T10:00:00Z') returning id`,
  );
const rows = async ({ db }: OpenDatabase) => ({
  subscribers: await rowsOf(db, sql`select id from subscribers`),
  version: await rowsOf(db, sql`select * from catalogue_version`),
  role: await rowsOf(db, sql`show session_replication_role`),
});

it('restores seeds, sequences and settings of a returned database, and refuses its former user', async () => {
  const first = await borrow();
  const before = await rows(first);
  const { rows: written } = (await write(first)) as unknown as { rows: { id: number }[] };
  await first.db.execute(sql`update catalogue_version set version = version + 7`);
  await first.db.execute(sql`set session_replication_role = 'replica'`);
  await first.close();
  await expect(rows(first)).rejects.toThrow();
  const made = loaded;
  const second = await borrow();
  expect(loaded).toBe(made);
  expect(await rows(second)).toEqual(before);
  expect(((await write(second)) as unknown as { rows: unknown[] }).rows).toEqual(written);
  await second.close();
});

it('discards a test database whose schema was changed', async () => {
  // Other test files of this process may have returned some: borrow all of them, and one more.
  const all: OpenDatabase[] = [];
  for (const before = loaded; loaded === before; ) all.push(await borrow());
  const [one, ...others] = all.reverse() as [OpenDatabase, ...OpenDatabase[]];
  await one.db.execute(sql`drop trigger ledger_lines_balanced on ledger_lines`);
  await one.close();
  const made = loaded;
  const other = await borrow();
  expect(loaded).toBe(made + 1);
  expect(
    await rowsOf(
      other.db,
      sql`select 1 as held from pg_trigger where tgname = 'ledger_lines_balanced'`,
    ),
  ).toEqual([{ held: 1 }]);
  for (const lent of [other, ...others]) await lent.close();
});
