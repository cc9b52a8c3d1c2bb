// Limits by network: processes of one database limit a network together.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../database/database.test-kit.ts';
import type { OpenDatabase } from '../database/database.ts';
import { createNetworkCountsRepository } from './network-counts.repository.ts';
import { networkCounts } from './network-counts.tables.ts';
import { createNetworkCounts } from './network-counts.ts';

const LIMIT = { rule: 'site POST /api/subscribe', max: 100 };
const NETWORK = '196.25.1.1';
const KEY = randomBytes(32);

let open: OpenDatabase;
beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open.close());
beforeEach(async () => void (await open.db.delete(networkCounts)));

/** One process, in a time that stands still until the test moves it. */
function createProcess(now: { readonly at: number }) {
  const counts = createNetworkCounts(() => new Date(now.at));
  const share = () =>
    counts.share({
      repository: createNetworkCountsRepository(open.db),
      key: KEY,
      onShare: (result) => expect(result).toBe('shared'),
      logger: { debug: () => undefined },
    });
  const take = (times: number): number => {
    let current = 0;
    for (let one = 0; one < times; one++) current = counts.take(LIMIT, NETWORK).current;
    return current;
  };
  return { share, take };
}

it('adds the requests of all processes', async () => {
  const now = { at: Date.now() };
  const [a, b, c] = [createProcess(now), createProcess(now), createProcess(now)];
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

it('stores no network address, and no row for long after its window', async () => {
  const now = { at: Date.now() };
  const a = createProcess(now);
  a.take(50);
  await a.share();
  const rows = await open.db.select().from(networkCounts);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(NETWORK);
  expect(rows[0]?.mark).toMatch(/^[A-Za-z0-9_-]{43}$/);
  now.at += 60_000;
  await a.share();
  expect(await open.db.select().from(networkCounts)).toEqual([]);
});

it('counts each minute by itself', async () => {
  const now = { at: Date.now() };
  const [a, b] = [createProcess(now), createProcess(now)];
  a.take(60);
  await a.share();
  now.at += 60_000;
  b.take(10);
  await b.share();
  expect(b.take(1)).toBe(11);
});
