// One PGlite for drizzle and for the job queue: each reads dates as it always did, whoever came
// first.
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rowsOf, wrapPglite } from './database.ts';
import { ownReading } from './lean-pglite.ts';

const INSTANT =
  "select timestamptz '2026-11-20 08:00:00+02' as at, date '2026-11-20' as day, 5::int8 as count";

let pglite: PGlite;
beforeAll(async () => {
  pglite = await PGlite.create();
});
afterAll(() => pglite.close());

it('hands drizzle text and the job queue dates, before and after each other', async () => {
  const own = ownReading(pglite);
  const asPglite = (await pglite.query(INSTANT)).rows;
  expect(asPglite).toMatchObject([{ at: new Date('2026-11-20T06:00:00Z'), count: 5 }]);
  expect((await own.query(INSTANT, [])).rows).toEqual(asPglite);

  const { db } = wrapPglite(pglite);
  const asDrizzle = [
    { at: expect.stringMatching(/^2026-11-20 0[68]:00:00\+0[02]$/), day: '2026-11-20', count: 5 },
  ];
  expect(await rowsOf(db, sql.raw(INSTANT))).toEqual(asDrizzle);
  expect((await own.query(INSTANT, [])).rows).toEqual(asPglite);
  expect((await own.exec(INSTANT)).flatMap(({ rows }) => rows)).toEqual(asPglite);
  expect(await db.transaction((tx) => rowsOf(tx as never, sql.raw(INSTANT)))).toEqual(asDrizzle);
});
