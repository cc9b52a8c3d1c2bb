// What PGlite keeps for us it answers as it would have answered otherwise; design.md: the embedded
// database is what `npm start` runs on.
import { PGlite } from '@electric-sql/pglite';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keptStatementsOf } from './kept-statements.ts';
import { leanPglite } from './lean-pglite.ts';

let pglite: PGlite;
beforeAll(async () => {
  pglite = await PGlite.create();
});
beforeEach(() =>
  pglite.exec(
    'drop table if exists things; create table things (id int primary key, name text, at timestamptz)',
  ),
);
afterAll(() => pglite.close());

const send = (statement: string, values: readonly unknown[] = [], options = {}) =>
  keptStatementsOf(pglite).send(statement, values, options);
const keptNow = async (): Promise<number> =>
  Number(
    (await pglite.query<{ n: string }>('select count(*) as n from pg_prepared_statements')).rows[0]
      ?.n,
  );

describe('a statement that is kept', () => {
  it('answers as PGlite does, whatever its values, the first time and the next', async () => {
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
      fc.asyncProperty(given, fc.constantFrom('array', 'object'), async (values, rowMode) => {
        expect(await send(statement, values, { rowMode })).toEqual(
          await pglite.query(statement, [...values], { rowMode: rowMode as 'array' }),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('says how many rows it wrote, and answers what it returns', async () => {
    const insert = 'insert into things (id, name) values ($1, $2), ($3, null) returning id';
    expect(await send(insert, [1, 'a', 2])).toMatchObject({
      affectedRows: 2,
      rows: [{ id: 1 }, { id: 2 }],
    });
    expect(await send('update things set name = $1', ['b'])).toMatchObject({
      affectedRows: 2,
      rows: [],
    });
  });

  it('is parsed once', async () => {
    const before = await keptNow();
    for (let time = 0; time < 5; time++)
      await send('select name from things where id = $1 and 1 = 1', [time]);
    expect(await keptNow()).toBe(before + 1);
  });

  it('is refused with the words and the code of the database, and the next is not', async () => {
    await send('insert into things (id) values ($1)', [1]);
    await expect(send('insert into things (id) values ($1)', [1])).rejects.toMatchObject({
      code: '23505',
      constraint: 'things_pkey',
    });
    await expect(send('select $1::int / 0 as none', [1])).rejects.toMatchObject({ code: '22012' });
    await expect(send('select $1 from nowhere', [1])).rejects.toMatchObject({ code: '42P01' });
    expect(await send('insert into things (id) values ($1)', [2])).toMatchObject({
      affectedRows: 1,
    });
  });

  it('outlives a change of its table', async () => {
    const all = 'select * from things where id > $1';
    await send('insert into things (id) values ($1)', [1]);
    await send(all, [0]);
    await pglite.exec('alter table things add column more int default 5');
    expect((await send(all, [0]))?.rows).toEqual([{ id: 1, name: null, at: null, more: 5 }]);
  });

  it('outlives the end of a transaction that was rolled back', async () => {
    const lean = leanPglite(pglite);
    const insert = 'insert into things (id, name) values ($1, $2)';
    await expect(
      lean.transaction(async (tx) => {
        await tx.query(insert, [1, 'a']);
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await lean.query(insert, [1, 'b']);
    expect((await pglite.query('select name from things')).rows).toEqual([{ name: 'b' }]);
  });
});

it.each([
  ['by rows that it was seen to be given', 1],
  ['in the end where nobody saw it', 5000],
])('is planned again once its table has grown, %s', async (_how, afterwards) => {
  const isSeen = afterwards === 1;
  await pglite.exec('create index things_at on things (at)');
  const find = `select name from things where at = $1 and ${afterwards} = ${afterwards}`;
  const plan = async (): Promise<string> => {
    const [kept] = (
      await pglite.query<{ name: string }>(
        'select name from pg_prepared_statements where statement = $1',
        [find],
      )
    ).rows;
    return JSON.stringify(
      (await pglite.query(`explain (costs off) execute ${kept?.name}('2026-10-18')`)).rows,
    );
  };
  await pglite.exec(
    "insert into things select n, 'a', '2026-10-18'::timestamptz + n * interval '1 second' from generate_series(1, 20) as n; analyze things",
  );
  for (let time = 0; time < 10; time++) await send(find, ['2026-10-18']);
  expect(await plan()).toContain('Seq Scan');
  const grow =
    "insert into things select n, 'a', '2026-10-18'::timestamptz + n * interval '1 second' from generate_series(21, 40000) as n where $1 = 1";
  if (isSeen) await send(grow, [1]);
  else {
    await pglite.exec(grow.replace('$1', '1'));
    for (let time = 0; time < 10; time++) await send(find, ['2026-10-18']);
    expect(await plan()).toContain('Seq Scan');
  }
  for (let time = 0; time < afterwards; time++) await send('select $1::int as nothing', [time]);
  await send(find, ['2026-10-18']);
  expect(await plan()).not.toContain('Seq Scan');
});

describe('many at once', () => {
  it('wait for each other, and nobody comes into the transaction of somebody else', async () => {
    const lean = leanPglite(pglite);
    await lean.query('insert into things (id, name) values ($1, $2)', [1, '0']);
    const add = () =>
      lean.transaction(async (tx) => {
        const { rows } = (await tx.query('select name from things where id = $1', [1])) as {
          rows: { name: string }[];
        };
        await tx.query('update things set name = $1 where id = $2', [
          String(Number(rows[0]?.name) + 1),
          1,
        ]);
      });
    const look = () => lean.query('select name from things where id = $1', [1]);
    await Promise.all([add(), look(), add(), look(), add(), look(), add()]);
    expect((await pglite.query('select name from things')).rows).toEqual([{ name: '4' }]);
  });

  it('are not all kept', async () => {
    for (let length = 1; length <= 520; length++)
      await send(`select $1::int as a${length}`, [length]);
    expect(await keptNow()).toBeLessThanOrEqual(500);
    expect((await send('select $1::int as a520', [520]))?.rows).toEqual([{ a520: 520 }]);
  });
});

it('nothing is sent in a transaction that has ended', async () => {
  let late: (() => Promise<unknown>) | undefined;
  await leanPglite(pglite).transaction(async (tx) => {
    late = () => tx.query('select 1');
  });
  await expect(late?.()).rejects.toThrow('the transaction has ended');
});
