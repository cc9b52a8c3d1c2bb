// The embedded database is what `npm start` runs on: prepared statements must return what PGlite's
// own `query` returns, and transactions must exclude each other.
import type { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, rowsOf, wrapPglite } from './database.ts';
import { openTemplate } from './embedded-template.test-kit.ts';
import { createPgliteClient, type PgliteClient } from './prepared-statements.ts';

let pglite: PGlite;
let client: PgliteClient;
beforeAll(async () => {
  pglite = await openTemplate();
  client = createPgliteClient(pglite);
});
beforeEach(() =>
  pglite.exec(
    'drop table if exists things; create table things (id int primary key, name text, at timestamptz)',
  ),
);
afterAll(() => pglite.close());

const namesNow = async (): Promise<unknown[]> =>
  (await pglite.query('select name from things order by id')).rows;
const preparedNow = async (): Promise<number> =>
  Number(
    (await pglite.query<{ n: string }>('select count(*) as n from pg_prepared_statements')).rows[0]
      ?.n,
  );

describe('a prepared statement', () => {
  it('returns what PGlite returns for any values, when it is prepared and when it is reused', async () => {
    const statement = `select $1::int as whole, $2::text as words, $3::jsonb as json, $4::timestamptz as at, $5::boolean as yes, $6::text[] as list,
      $7::numeric as amount, $8::bytea as bytes, $1::int8 + 1 as big`;
    const given = fc.tuple(
      fc.option(fc.integer({ min: -1000, max: 1000 })),
      fc.option(fc.string({ unit: fc.constantFrom(...'aé"\'\\,{}😀 ') })),
      fc.option(
        fc.record({
          a: fc.integer(),
          b: fc.string({ unit: 'binary-ascii' }).map((text) => text.replaceAll('\0', '')),
        }),
      ),
      fc.option(
        fc.date({ min: new Date('1971-01-01'), max: new Date('2999-01-01'), noInvalidDate: true }),
      ),
      fc.option(fc.boolean()),
      fc.option(fc.array(fc.constantFrom('one', 'two, "three"', '{}'), { maxLength: 3 })),
      fc.option(fc.constantFrom('0.01', '12345678901234567890.5')),
      fc.option(fc.uint8Array({ maxLength: 4 })),
    );
    await fc.assert(
      fc.asyncProperty(given, fc.constantFrom('array', 'object'), async (values, mode) => {
        const rowMode = mode as 'array' | 'object';
        expect(await client.query(statement, values, { rowMode })).toEqual(
          await pglite.query(statement, [...values], { rowMode }),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('returns the number of rows it wrote and the rows of its returning clause', async () => {
    const insert = 'insert into things (id, name) values ($1, $2), ($3, null) returning id';
    expect(await client.query(insert, [1, 'a', 2])).toMatchObject({
      affectedRows: 2,
      rows: [{ id: 1 }, { id: 2 }],
    });
    expect(await client.query('update things set name = $1', ['b'])).toMatchObject({
      affectedRows: 2,
      rows: [],
    });
  });

  it('is parsed once for five uses', async () => {
    const before = await preparedNow();
    for (let time = 0; time < 5; time++)
      await client.query('select name from things where id = $1 and 1 = 1', [time]);
    expect(await preparedNow()).toBe(before + 1);
  });

  it('fails with the code and the constraint of the database, and works the next time', async () => {
    const insert = 'insert into things (id) values ($1)';
    await client.query(insert, [1]);
    await expect(client.query(insert, [1])).rejects.toMatchObject({
      code: '23505',
      constraint: 'things_pkey',
    });
    await expect(client.query('select $1::int / 0 as none', [1])).rejects.toMatchObject({
      code: '22012',
    });
    await expect(client.query('select $1 from nowhere', [1])).rejects.toMatchObject({
      code: '42P01',
    });
    expect(await client.query(insert, [2])).toMatchObject({ affectedRows: 1 });
  });

  it('is refused after the database was closed', async () => {
    const other = await openTemplate();
    const late = createPgliteClient(other);
    await late.query('select 1');
    await other.close();
    await expect(late.query('select 1')).rejects.toThrow('PGlite is closed');
  });
});

describe('a plan', () => {
  it.each([
    ['1,000 rows that a statement inserted', 1],
    ['1,000 statements where rows were inserted unseen', 1000],
  ])('is made again once its table has grown: after %s', async (_when, afterwards) => {
    const isCounted = afterwards === 1;
    await pglite.exec('create index things_at on things (at)');
    const find = `select name from things where at = $1 and ${afterwards} = ${afterwards}`;
    const plan = async (): Promise<string> => {
      const { rows } = await pglite.query<{ name: string }>(
        'select name from pg_prepared_statements where statement = $1',
        [find],
      );
      const asked = `explain (costs off) execute ${rows[0]?.name}('2026-10-18')`;
      return JSON.stringify((await pglite.query(asked)).rows);
    };
    const rowsOfNumbers = (from: number, to: number): string =>
      `insert into things select n, 'a', '2026-10-18'::timestamptz + n * interval '1 second' from generate_series(${from}, ${to}) as n`;
    await pglite.exec(`${rowsOfNumbers(1, 20)}; analyze things`);
    for (let time = 0; time < 10; time++) await client.query(find, ['2026-10-18']);
    expect(await plan()).toContain('Seq Scan');
    if (isCounted) await client.query(`${rowsOfNumbers(21, 40_000)} where $1 = 1`, [1]);
    else await pglite.exec(rowsOfNumbers(21, 40_000));
    for (let time = 0; time < afterwards; time++)
      await client.query('select $1::int as nothing', [time]);
    await client.query(find, ['2026-10-18']);
    expect(await plan()).not.toContain('Seq Scan');
  });
});

describe('a transaction', () => {
  it('rolls back when its work throws, and the statement works in the next one', async () => {
    const insert = 'insert into things (id, name) values ($1, $2)';
    await expect(
      client.transaction(async (tx) => {
        await tx.query(insert, [1, 'a']);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await client.query(insert, [1, 'b']);
    expect(await namesNow()).toEqual([{ name: 'b' }]);
  });

  it('excludes other transactions, other statements and statements of PGlite itself', async () => {
    await client.query('insert into things (id, name) values ($1, $2)', [1, '0']);
    const add = () =>
      client.transaction(async (tx) => {
        const found = await tx.query('select name from things where id = $1', [1]);
        const [thing] = (found?.rows ?? []) as { name: string }[];
        const next = String(Number(thing?.name) + 1);
        await tx.query('update things set name = $1 where id = $2', [`unfinished ${next}`, 1]);
        await tx.query('update things set name = $1 where id = $2', [next, 1]);
      });
    const seen: string[] = [];
    const note = (result: { rows: unknown[] } | undefined) =>
      seen.push(...((result?.rows ?? []) as { name: string }[]).map(({ name }) => name));
    const look = async () => note(await client.query('select name from things where id = $1', [1]));
    const lookBeside = async () => note(await pglite.query('select name from things'));
    await Promise.all([add(), look(), lookBeside(), add(), lookBeside(), look(), add()]);
    expect(await namesNow()).toEqual([{ name: '3' }]);
    expect(seen).toHaveLength(4);
    expect(seen.filter((name) => name.startsWith('unfinished'))).toEqual([]);
  });

  it('runs statements that were started side by side one after the other', async () => {
    await client.transaction(async (tx) => {
      const found = await Promise.all(
        [1, 2, 3, 4].map((n) => tx.query(`select $1::int as side_by_side_${n}`, [n])),
      );
      expect(found.map((one) => one?.rows)).toEqual(
        [1, 2, 3, 4].map((n) => [{ [`side_by_side_${n}`]: n }]),
      );
    });
  });

  it('fails instead of committing when one of its statements has failed', async () => {
    await expect(
      client.transaction(async (tx) => {
        await tx.query('insert into things (id) values ($1)', [1]);
        await tx.query('insert into things (id) values ($1)', [1]).catch(() => undefined);
      }),
    ).rejects.toThrow(/rolled back/i);
    expect(await namesNow()).toEqual([]);
  });
});

describe('an instant', () => {
  const INSTANT =
    "select timestamptz '2026-11-20 08:00:00+02' as at, date '2026-11-20' as day, 5::int8 as count";

  it('is text for drizzle and a Date for PGlite, in either order of reading', async () => {
    const asPglite = [{ at: new Date('2026-11-20T06:00:00Z'), count: 5 }];
    expect((await pglite.query(INSTANT)).rows).toMatchObject(asPglite);

    const { db } = wrapPglite(pglite);
    const asDrizzle = [
      { at: expect.stringMatching(/^2026-11-20 0[68]:00:00\+0[02]$/), day: '2026-11-20', count: 5 },
    ];
    expect(await rowsOf(db, sql.raw(INSTANT))).toEqual(asDrizzle);
    expect((await pglite.query(INSTANT)).rows).toMatchObject(asPglite);
    expect(
      await db.transaction((tx) => rowsOf(tx as unknown as Database, sql.raw(INSTANT))),
    ).toEqual(asDrizzle);
  });
});

// Last, because it uses up the places of this PGlite.
it('parses a statement at each use when 500 others are already prepared', async () => {
  for (let length = 1; length <= 520; length++)
    await client.query(`select $1::int as a${length}`, [length]);
  expect(await preparedNow()).toBeLessThanOrEqual(500);
  expect((await client.query('select $1::int as a520', [520]))?.rows).toEqual([{ a520: 520 }]);
});
