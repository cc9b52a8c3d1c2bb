// Limits by network: processes of one database limit a network together.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createNetworkCountsRepository } from './network-counts.repository.ts';
import { networkCounts } from './network-counts.tables.ts';
import { createNetworkCounts } from './network-counts.ts';
import { createCountSharing } from './share-counts.ts';

const LIMIT = { rule: 'site POST /api/subscribe', max: 100, windowMs: 60_000 };
const NETWORK = '196.25.1.1';
const KEY = randomBytes(32);

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => void (await open.db.delete(networkCounts)));

/** One process; `away.is` says that it believes the database to be away. */
function createProcess(now = () => new Date()) {
  const counts = createNetworkCounts({ now: () => now().getTime() });
  const away = { is: false };
  const shared: (number | undefined)[] = [];
  const sharing = createCountSharing({
    counts,
    repository: createNetworkCountsRepository(open.db),
    key: KEY,
    away: () => away.is,
    now,
    onShare: (number) => void shared.push(number),
    logger: { debug: () => undefined },
  });
  const take = (times: number): number => {
    let current = 0;
    for (let one = 0; one < times; one++) current = counts.take(LIMIT, NETWORK).current;
    return current;
  };
  return { ...sharing, take, away, shared };
}

it('adds the requests of all processes', async () => {
  const [a, b, c] = [createProcess(), createProcess(), createProcess()];
  a.take(40);
  b.take(30);
  c.take(30);
  for (const one of [a, b, c, a, b]) await one.share();
  // `a` and `b` learned of the others only with something to share; a next request counts on.
  expect(c.take(1)).toBe(101);
  a.take(1);
  await a.share();
  expect(a.take(1)).toBe(102);
});

it('counts alone while the database is away, and makes up for it afterwards', async () => {
  const [a, b] = [createProcess(), createProcess()];
  a.away.is = true;
  expect(a.take(60)).toBe(60);
  await a.share();
  expect(a.shared).toEqual([]);
  b.take(50);
  await b.share();
  a.away.is = false;
  await a.share();
  expect(a.take(1)).toBe(111);
});

it('stores no network address, and no row after its window', async () => {
  const a = createProcess();
  a.take(50);
  await a.share();
  const rows = await open.db.select().from(networkCounts);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(NETWORK);
  expect(rows[0]?.mark).toMatch(/^[A-Za-z0-9_-]{43}$/);
  await createNetworkCountsRepository(open.db).purge(new Date(Date.now() + 61_000), LIMIT.windowMs);
  expect(await open.db.select().from(networkCounts)).toEqual([]);
});

it('begins a window again that has ended, and keeps the window of the first process', async () => {
  const repository = createNetworkCountsRepository(open.db);
  const at = (seconds: number) => new Date(1_700_000_000_000 + seconds * 1000);
  const add = async (count: number, until: Date, now: Date) =>
    (await repository.add([{ mark: 'm', windowMs: 60_000, count, until }], now)).get('m');
  expect(await add(5, at(60), at(0))).toEqual({ count: 5, until: at(60) });
  expect(await add(5, at(90), at(30))).toEqual({ count: 10, until: at(60) });
  expect(await add(3, at(120), at(60))).toEqual({ count: 3, until: at(120) });
});

it('begins a window again that a clock which was two days ahead has begun, and deletes it', async () => {
  const ahead = 2 * 86_400_000;
  const before = createProcess(() => new Date(Date.now() + ahead));
  before.take(100);
  await before.share();
  const [row] = await open.db.select().from(networkCounts);
  expect(row?.until.getTime()).toBeGreaterThan(Date.now() + ahead);
  // The clock is right again, and another process counts.
  const after = createProcess();
  after.take(10);
  await after.share();
  expect(after.take(1)).toBe(11);
  const [again] = await open.db.select().from(networkCounts);
  expect(again?.count).toBe(10);
  expect(again?.until.getTime()).toBeLessThanOrEqual(Date.now() + LIMIT.windowMs);

  await open.db.update(networkCounts).set({ until: new Date(Date.now() + ahead) });
  await createProcess().share();
  expect(await open.db.select().from(networkCounts)).toEqual([]);
});
