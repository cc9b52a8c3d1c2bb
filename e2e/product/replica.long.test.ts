// Interfaces 'Operations': reads from a streaming replica of PostgreSQL, and what happens to them
// when it is behind, lost, in conflict, promoted, or a replica of something else.

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readConfig } from '../../apps/server/src/config.ts';
import {
  type OpenDatabase,
  openPostgres,
} from '../../apps/server/src/platform/database/database.ts';
import { checkReplica } from '../../apps/server/src/setup/replica.check.ts';
import { type Cluster, startCluster, startReplica } from '../drills/cluster.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

let primary: Cluster;
let replica: Cluster;
let open: OpenDatabase;
let log: string[];
beforeAll(async () => {
  primary = await startCluster();
  replica = await startReplica(primary, ['max_standby_streaming_delay=0']);
  const admin = await openPostgres(primary.url);
  await admin.db.execute(`create table changes (number integer not null)`);
  await admin.close();
});
afterAll(async () => {
  await replica?.remove();
  await primary?.remove();
});
beforeEach(async () => {
  open = await openPostgres(primary.url, { readUrl: replica.url });
  log = [];
  await open.db.execute(`delete from changes`);
});
afterEach(() => open?.close());

const waitFor = (holds: () => unknown): Promise<void> =>
  vi.waitFor(() => expect(holds()).toBeTruthy(), { timeout: 60_000, interval: 5 });
const start = async (): Promise<void> => {
  const write = (fields: object, line?: string) =>
    void log.push(`${line} ${JSON.stringify(fields)}`);
  open.replica?.start({ warn: write as never, info: write as never });
};
const started = async (): Promise<void> => {
  await start();
  await waitFor(() => open.replica?.gate.isOpen);
};
const write = (number: number) => open.db.execute(`insert into changes values (${number})`);
/** The rows of a statement. */
async function rowsOf<Row>(db: OpenDatabase['db'], statement: string): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}
const newest = async (): Promise<number | undefined> =>
  (await rowsOf<{ n: number }>(open.reads, `select max(number) as n from changes`))[0]?.n;

/** Runs a statement at the replica itself. */
async function atReplica(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

it('go to the replica, and never miss what was committed before a fence', async () => {
  await started();
  for (let number = 1; number <= 200; number++) {
    await write(number);
    open.replica?.fence();
    expect(await newest()).toBe(number);
  }
  await waitFor(() => open.replica?.gate.isOpen);
  const before = open.replica?.pool.counts.replica ?? 0;
  expect(await newest()).toBe(200);
  expect(open.replica?.pool.counts.replica).toBe(before + 1);
  expect(log).toEqual([]);
});

it('go to the primary while the replica has not replayed a change, and then back', async () => {
  await started();
  await atReplica('select pg_wal_replay_pause()');
  await write(7);
  // Without a fence nobody needs the change yet.
  expect(await newest()).toBeNull();
  open.replica?.fence();
  expect(await newest()).toBe(7);
  // Ten seconds later the replica is too far behind for any read.
  await waitFor(() => log.length > 0);
  expect(log).toEqual([expect.stringMatching(/is too far behind: reads go to the primary/)]);
  expect(open.replica?.gate.lagSeconds).toBeGreaterThan(10);
  await atReplica('select pg_wal_replay_resume()');
  await waitFor(() => open.replica?.gate.isOpen);
  await waitFor(() => log.length === 2);
  expect(log[1]).toMatch(/^reads go to the replica again {"seconds":\d+}$/);
  expect(await newest()).toBe(7);
});

it('fail for nobody when the replica crashes and comes back', async () => {
  await started();
  await write(1);
  let going = true;
  let reads = 0;
  const readers = Array.from({ length: 8 }, async () => {
    while (going) {
      await newest();
      reads++;
    }
  });
  await replica.stop('immediate');
  await waitFor(() => log.length === 1);
  const without = reads;
  await waitFor(() => reads > without + 100);
  await replica.start();
  await waitFor(() => open.replica?.gate.isOpen);
  going = false;
  await Promise.all(readers);
  await waitFor(() => log.length === 2);
  expect(log[0]).toMatch(/^DATABASE_READ_URL does not answer .*: reads go to the primary/);
  expect(log[1]).toMatch(/^reads go to the replica again/);
});

it('go on at the replica while the primary is away', async () => {
  await started();
  await write(3);
  open.replica?.fence();
  await waitFor(() => open.replica?.gate.isOpen);
  await primary.stop('immediate');
  expect(await newest()).toBe(3);
  await primary.start();
});

it('are repeated at the primary where replaying cancels them', async () => {
  await started();
  await write(1);
  open.replica?.fence();
  await waitFor(() => open.replica?.gate.isOpen);
  const slow = rowsOf<{ n: number }>(
    open.reads,
    `select count(*)::int as n from changes, pg_sleep(2)`,
  );
  const client = new pg.Client({ connectionString: replica.url });
  await client.connect();
  const running =
    "select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(2)%'";
  await vi.waitFor(async () => expect((await client.query(running)).rows[0]?.n).toBeGreaterThan(1));
  await client.end();
  const { primary: before = 0 } = open.replica?.pool.counts ?? {};
  await open.db.execute(`truncate changes`);
  expect(await slow).toEqual([{ n: 0 }]);
  expect(open.replica?.pool.counts.primary).toBe(before + 1);
  expect(log).toEqual([]);
});

it('never write, whichever server answers', async () => {
  const hidden = `with a as (insert into changes values (1) returning 1) select * from a`;
  await started();
  await expect(open.reads.execute(`delete from changes`)).rejects.toThrow();
  await expect(open.reads.execute(hidden)).rejects.toThrow();
  expect((await rowsOf(open.db, `select * from changes`)).length).toBe(0);
});

it('go to the primary where the address is of another system', async () => {
  const other = await startCluster();
  const wrong = await openPostgres(primary.url, { readUrl: other.url });
  try {
    const note = (_: object, line?: string) => void log.push(String(line));
    wrong.replica?.start({ warn: note as never, info: note as never });
    await waitFor(() => log.length === 1);
    expect(log[0]).toMatch(/is of another database system/);
    await write(5);
    expect(await rowsOf(wrong.reads, `select number from changes`)).toEqual([{ number: 5 }]);
  } finally {
    await wrong.close();
    await other.remove();
  }
});

it('are tried by check-config', async () => {
  const found = async (url: string) =>
    await checkReplica(readConfig({ DATABASE_URL: primary.url, DATABASE_READ_URL: url }));
  expect(await found(replica.url)).toMatchObject([
    { level: 'ok', says: expect.stringMatching(/^a replica, which has replayed after \d+ ms/) },
  ]);
  await atReplica('select pg_wal_replay_pause()');
  await write(1);
  expect(await found(replica.url)).toMatchObject([
    { level: 'warning', says: expect.stringMatching(/has not replayed within 3 s/) },
  ]);
  await atReplica('select pg_wal_replay_resume()');
  const same = new URL(primary.url);
  same.searchParams.set('application_name', 'again');
  expect(await found(same.href)).toMatchObject([
    { level: 'error', says: expect.stringMatching(/is not a replica/) },
  ]);
  expect(await found('postgres://bonisa@127.0.0.1:9/x')).toMatchObject([
    { level: 'warning', says: expect.stringMatching(/reads go to the primary: .*ECONNREFUSED/) },
  ]);
});

it('go to the primary once the replica was promoted', async () => {
  await started();
  await write(1);
  await replica.promote();
  await atReplica('insert into changes values (99)');
  await waitFor(() => log.length === 1);
  expect(log[0]).toMatch(/is not a replica/);
  expect(await newest()).toBe(1);
});
