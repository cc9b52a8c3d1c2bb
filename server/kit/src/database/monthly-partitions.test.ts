// S8 Interfaces 'Operations': partitions of months (decision 58), with the playback log.
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { playbackLog } from '../../../viewers/src/telemetry/telemetry.tables.ts';
import { purgeRows } from '../jobs/purge.ts';
import { createTestDatabase } from './database.test-kit.ts';
import { type Database, type OpenDatabase, rowsOf } from './database.ts';
import { createMonthlyPartitions, MONTHS_AHEAD } from './monthly-partitions.ts';

const TABLE = { name: 'playback_log', mostDays: 90 };
/** The first instants of months in South Africa. */
const DECEMBER = '2026-11-30T22:00:00.000Z';
const JANUARY = '2026-12-31T22:00:00.000Z';
const DAY_MS = 24 * 60 * 60 * 1000;

let open: OpenDatabase;
let now: Date;
const clock = { now: () => now };
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open?.close());
beforeEach(async () => {
  for (const name of await monthsMade()) await open.db.execute(sql.raw(`drop table ${name}`));
  await open.db.execute(sql`truncate playback_log`);
  now = new Date('2026-11-10T10:00:00Z');
});

const tend = (db: Database = open.db) => createMonthlyPartitions({ db, clock }).tend(TABLE);
const ahead = () => createMonthlyPartitions({ db: open.db, clock }).aheadOf(TABLE.name);

async function monthsMade(): Promise<string[]> {
  const rows = await rowsOf<{ name: string }>(
    open.db,
    sql`select relname as name from pg_class where relkind = 'r' and relname ~ '^playback_log_[0-9]{4}_' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Writes an entry as the product does, without an id; returns the partition where it is. */
async function written(at: string): Promise<string> {
  const [row] = await rowsOf<{ where: string }>(
    open.db,
    sql`insert into playback_log (uuid, video, status, at) values (gen_random_uuid(), 'isibane', 'started', ${at})
        returning tableoid::regclass::text as where`,
  );
  return row?.where ?? '';
}

async function instants(): Promise<string[]> {
  const rows = await open.db.select({ at: playbackLog.at }).from(playbackLog);
  return rows.map(({ at }) => at.toISOString()).sort();
}

describe('partitions of months', () => {
  it('are made before their months begin, once', async () => {
    expect(await ahead()).toBe(0);
    await tend();
    await tend();
    expect(await monthsMade()).toEqual([
      'playback_log_2026_12',
      'playback_log_2027_01',
      'playback_log_2027_02',
    ]);
    expect(await ahead()).toBe(MONTHS_AHEAD);
    now = new Date('2027-01-05T00:00:00Z');
    expect(await ahead()).toBe(1);
    await tend();
    expect(await ahead()).toBe(MONTHS_AHEAD);
  });

  it('begin and end with the South African month', async () => {
    await tend();
    expect(await written('2026-11-30T21:59:59.999Z')).toBe('playback_log_rest');
    expect(await written(DECEMBER)).toBe('playback_log_2026_12');
    expect(await written('2026-12-31T21:59:59.999Z')).toBe('playback_log_2026_12');
    expect(await written(JANUARY)).toBe('playback_log_2027_01');
  });

  it('leave a month that begins within a week in the default partition', async () => {
    now = new Date('2026-11-24T10:00:00Z');
    await tend();
    expect(await monthsMade()).toEqual(['playback_log_2027_01', 'playback_log_2027_02']);
    expect(await written(DECEMBER)).toBe('playback_log_rest');
  });

  it('lose nothing while nobody makes them, and go on with the months after', async () => {
    await tend();
    now = new Date('2027-05-10T10:00:00Z');
    expect(await ahead()).toBe(0);
    const entries = [DECEMBER, '2027-03-20T10:00:00.000Z', '2027-06-02T10:00:00.000Z'];
    for (const at of entries) await written(at);
    await tend();
    // June has a row already: it stays where it is. December was too old.
    expect((await monthsMade()).filter((name) => name > 'playback_log_2027_04')).toEqual([
      'playback_log_2027_07',
      'playback_log_2027_08',
    ]);
    expect(await instants()).toEqual(entries.slice(1));
    expect(await written('2027-06-03T10:00:00.000Z')).toBe('playback_log_rest');
  });

  it('are dropped when their first row may be too old, and not a moment before', async () => {
    await tend();
    await written(DECEMBER);
    await written(JANUARY);
    const due = Date.parse(DECEMBER) + TABLE.mostDays * DAY_MS;
    now = new Date(due - 1);
    await tend();
    expect(await instants()).toEqual([DECEMBER, JANUARY]);
    now = new Date(due);
    await tend();
    expect(await instants()).toEqual([JANUARY]);
    expect(await monthsMade()).not.toContain('playback_log_2026_12');
  });

  it('are whole or not there when a process ends while it makes or drops one', async () => {
    await expect(tend(endsAt('attach partition'))).rejects.toThrow(AggregateError);
    expect(await monthsMade()).toEqual([]);
    await tend();
    await written(DECEMBER);
    now = new Date(Date.parse(DECEMBER) + TABLE.mostDays * DAY_MS);
    await expect(tend(endsAt('drop table', 'after'))).rejects.toThrow(AggregateError);
    expect(await instants()).toEqual([DECEMBER]);
    await tend();
    expect(await instants()).toEqual([]);
    expect(await ahead()).toBe(MONTHS_AHEAD);
  });

  it('are purged by their own rows, although rows of several have the same place', async () => {
    await tend();
    await written('2026-11-01T00:00:00.000Z');
    await written(DECEMBER);
    await written(JANUARY);
    expect(await purgeRows(open.db, playbackLog, sql`${playbackLog.at} < ${DECEMBER}`)).toBe(1);
    expect(await instants()).toEqual([DECEMBER, JANUARY]);
    expect(await purgeRows(open.db, playbackLog, sql`${playbackLog.at} < ${'2028-01-01'}`)).toBe(2);
  });

  it('number entries on from those that were there', async () => {
    await written(DECEMBER);
    const [{ id } = { id: 0 }] = await open.db.select({ id: playbackLog.id }).from(playbackLog);
    await tend();
    await written(JANUARY);
    const ids = (await open.db.select({ id: playbackLog.id }).from(playbackLog)).map(
      (row) => row.id,
    );
    expect(ids.sort()).toEqual([id, id + 1]);
  });
});

/** A database whose transactions end at the first such statement, before or after it. */
function endsAt(words: string, when: 'before' | 'after' = 'before'): Database {
  const ending = (tx: Database): Database =>
    new Proxy(tx, {
      get: (target, key) =>
        key !== 'execute'
          ? Reflect.get(target, key)
          : async (query: Parameters<Database['execute']>[0]) => {
              const hit = statementOf(query).includes(words);
              if (hit && when === 'before') throw new Error('the process ended');
              const result = await target.execute(query);
              if (hit) throw new Error('the process ended');
              return result;
            },
    });
  return new Proxy(open.db, {
    get: (target, key) =>
      key !== 'transaction'
        ? Reflect.get(target, key)
        : (work: (tx: Database) => Promise<unknown>) =>
            target.transaction((tx) => work(ending(tx as Database))),
  });
}

function statementOf(query: Parameters<Database['execute']>[0]): string {
  return JSON.stringify((query as { queryChunks?: unknown }).queryChunks ?? query);
}
