// Rows that travel as arrays: every value arrives as it was, whatever its text contains.
import { asc, sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anyOf, bulkInsert, bulkUpdate } from './bulk.ts';
import { instant } from './columns.ts';
import { createTestDatabase } from './database.test-kit.ts';
import type { OpenDatabase } from './database.ts';

const things = pgTable('bulk_things', {
  id: integer('id').primaryKey(),
  key: uuid('key'),
  name: text('name'),
  words: text('words').array(),
  data: jsonb('data'),
  at: instant('at'),
  isOn: boolean('is_on').notNull().default(true),
});

const NASTY = [
  '',
  'NULL',
  'null',
  '{}',
  '{"a"}',
  '"',
  '\\',
  '\\"',
  'a,b',
  ' spaces ',
  'two\nlines\tand a tab',
  "it's 100 % $1",
  'Zoë 🎬',
];

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
  await open.db.execute(
    sql`create table bulk_things (id integer primary key, key uuid, name text, words text[], data jsonb, at timestamptz, is_on boolean not null default true)`,
  );
});
afterAll(() => open.close());
beforeEach(() => open.db.delete(things));

const all = () => open.db.select().from(things).orderBy(asc(things.id));

describe('rows written together', () => {
  const rows = NASTY.map((name, id) => ({
    id,
    key: `01a22ccb-9239-722e-9128-${String(id).padStart(12, '0')}`,
    name,
    words: [name, 'two'],
    data: { [name]: [name, null, { n: 1.5 }] },
    at: new Date(Date.UTC(2026, 10, 30, 12, 0, id, 123)),
    isOn: id % 2 === 0,
  }));

  it('arrive as they were', async () => {
    await bulkInsert(open.db, things, rows);
    expect(await all()).toEqual(rows);
  });

  it('have null where they name nothing, and the default where no row names a column', async () => {
    await bulkInsert(open.db, things, [
      { id: 1, name: 'one', words: [] },
      { id: 2, name: null },
    ]);
    const none = { key: null, data: null, at: null, isOn: true };
    expect(await all()).toEqual([
      { id: 1, name: 'one', words: [], ...none },
      { id: 2, name: null, words: null, ...none },
    ]);
  });

  it('keep JSON that is a list or a text apart from lists and texts', async () => {
    await bulkInsert(open.db, things, [
      { id: 1, data: ['a', 'b"'] },
      { id: 2, data: 'a "text"' },
      { id: 3, data: 7 },
    ]);
    const kinds = await open.db
      .select({ data: things.data, kind: sql<string>`jsonb_typeof(${things.data})` })
      .from(things)
      .orderBy(asc(things.id));
    expect(kinds).toEqual([
      { data: ['a', 'b"'], kind: 'array' },
      { data: 'a "text"', kind: 'string' },
      { data: 7, kind: 'number' },
    ]);
  });

  it('skip what violates a key, if told to', async () => {
    await bulkInsert(open.db, things, [{ id: 1, name: 'first' }]);
    await bulkInsert(
      open.db,
      things,
      [
        { id: 1, name: 'second' },
        { id: 2, name: 'new' },
      ],
      { onConflict: 'ignore' },
    );
    expect((await all()).map(({ name }) => name)).toEqual(['first', 'new']);
  });
});

describe('rows changed together', () => {
  it('get these columns, and nothing happens to others or to rows that are not there', async () => {
    await bulkInsert(
      open.db,
      things,
      NASTY.map((name, id) => ({ id, name, isOn: false })),
    );
    await bulkUpdate(
      open.db,
      things,
      'id',
      ['words', 'data'],
      [
        { id: 3, name: 'not written', words: NASTY, data: { NASTY } },
        { id: 4, words: null, data: null },
        { id: 999, words: [], data: 1 },
      ],
    );
    const rows = await all();
    expect(rows[3]).toMatchObject({ name: NASTY[3], words: NASTY, data: { NASTY }, isOn: false });
    expect(rows[4]).toMatchObject({ name: NASTY[4], words: null, data: null });
    expect(rows).toHaveLength(NASTY.length);
  });

  it('are found by any list of values', async () => {
    await bulkInsert(open.db, things, [{ id: 1 }, { id: 2 }, { id: 3 }]);
    const found = open.db.select().from(things);
    expect(await found.where(sql`${things.id} = ${anyOf([3, 1, 9], 'bigint')}`)).toHaveLength(2);
  });
});
