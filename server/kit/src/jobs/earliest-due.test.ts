// Looking for due work costs one statement.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { dueQueryByCarrier, earliestDue } from './earliest-due.ts';

const EARLY = sql`select min(at) from (values ('2026-10-18T06:00:00.123Z'::timestamptz), ('2026-10-18T07:00:00Z')) as given(at)`;
const NONE = sql`select min(at) from (values ('2026-10-18T06:00:00Z'::timestamptz)) as given(at) where at < ${'2026-01-01'}::timestamptz`;
const ROWLESS = sql`select at from (values ('2026-10-18T06:00:00Z'::timestamptz)) as given(at) limit 0`;
const REFUSED = sql`select at from "no such table"`;

let database: OpenDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** A database that counts its statements. */
function counted() {
  let statements = 0;
  const db = new Proxy(database.db, {
    get: (target, name) => {
      if (name === 'execute') statements++;
      const value = Reflect.get(target, name) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return {
    db,
    get statements() {
      return statements;
    },
  };
}

describe('the earliest due time', () => {
  it('has the precision of milliseconds, and is null without rows', async () => {
    expect(await earliestDue(database.db, EARLY)).toEqual(new Date('2026-10-18T06:00:00.123Z'));
    expect(await earliestDue(database.db, NONE)).toBeNull();
    expect(await earliestDue(database.db, ROWLESS)).toBeNull();
  });

  it('shares one statement with all queries of the same turn, and takes another in the next', async () => {
    const counter = counted();
    const both = (async () => await earliestDue(counter.db, NONE))();
    expect(
      await Promise.all([earliestDue(counter.db, EARLY), both, earliestDue(counter.db, EARLY)]),
    ).toEqual([new Date('2026-10-18T06:00:00.123Z'), null, new Date('2026-10-18T06:00:00.123Z')]);
    expect(counter.statements).toBe(1);
    await earliestDue(counter.db, EARLY);
    expect(counter.statements).toBe(2);
  });

  it('rejects for every query of a statement that the database refuses, and for none after it', async () => {
    const [refused, beside] = await Promise.allSettled([
      earliestDue(database.db, REFUSED),
      earliestDue(database.db, EARLY),
    ]);
    expect([refused.status, beside.status]).toEqual(['rejected', 'rejected']);
    expect(await earliestDue(database.db, EARLY)).not.toBeNull();
  });

  it('builds the text of a query once for each carrier, with the carrier id quoted', async () => {
    let built = 0;
    const dueAt = dueQueryByCarrier((carrierId) => {
      built++;
      return sql`select min(at) from (values ('karoo', '2026-10-18T06:00:00Z'::timestamptz), ('o''clock', '2026-10-18T07:00:00Z')) as given(carrier, at) where carrier = ${carrierId}`;
    });
    const dues = ['karoo', "o'clock", 'vula', 'karoo'].map((id) =>
      earliestDue(database.db, dueAt(id)),
    );
    expect(await Promise.all(dues)).toEqual([
      new Date('2026-10-18T06:00:00Z'),
      new Date('2026-10-18T07:00:00Z'),
      null,
      new Date('2026-10-18T06:00:00Z'),
    ]);
    expect(built).toBe(3);
  });
});
