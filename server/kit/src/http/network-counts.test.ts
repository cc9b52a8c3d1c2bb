// Counts by network, alone and with what other processes have counted.
import { expect, it } from 'vitest';
import type { AddedCount } from './network-counts.repository.ts';
import { createNetworkCounts } from './network-counts.ts';

const LIMIT = { rule: 'site POST /api/subscribe', max: 100 };
const NETWORK = '196.25.1.1';
const MINUTE = 60_000;

/** Counts in a time that the test moves; `sum` is what all processes have together. */
function counting() {
  const world = { at: 20 * MINUTE, sum: 0, fails: false };
  const added: { count: number; until: number }[] = [];
  const results: string[] = [];
  const counts = createNetworkCounts(() => new Date(world.at));
  const take = (times = 1) => {
    let last = { current: 0, ttl: 0 };
    for (let one = 0; one < times; one++) last = counts.take(LIMIT, NETWORK);
    return last;
  };
  const add = async (rows: readonly AddedCount[], until: Date) => {
    if (world.fails) throw new Error('away');
    added.push(...rows.map(({ count }) => ({ count, until: until.getTime() })));
    return new Map(rows.map(({ mark }) => [mark, world.sum]));
  };
  const share = () =>
    counts.share({
      repository: { add, purge: async () => undefined },
      key: Buffer.alloc(32),
      onShare: (result) => results.push(result),
      logger: { debug: () => undefined },
    });
  return { counts, take, share, world, added, results };
}

it('counts each route and network by itself, to the end of the minute', () => {
  const { counts, take, world } = counting();
  world.at += 1000;
  expect(take(3)).toEqual({ current: 3, ttl: 59_000 });
  expect(counts.take(LIMIT, '196.25.1.2').current).toBe(1);
  expect(counts.take({ ...LIMIT, rule: 'site GET /api/viewer' }, NETWORK).current).toBe(1);
  world.at += 58_000;
  expect(take()).toEqual({ current: 4, ttl: 1000 });
  world.at += 1000;
  expect(take()).toEqual({ current: 1, ttl: 60_000 });
});

it('shares what is new since the last time, and adds what others have counted', async () => {
  const { take, share, world, added } = counting();
  take(10);
  world.sum = 50;
  const sharing = share();
  // Requests during the statement are shared the next time.
  take(2);
  await sharing;
  expect(added).toEqual([{ count: 10, until: 21 * MINUTE }]);
  expect(take().current).toBe(53);
  world.sum = 53;
  await share();
  await share();
  expect(added.map(({ count }) => count)).toEqual([10, 3]);
});

it('goes on without a database, and shares the sum afterwards', async () => {
  const { take, share, world, added, results } = counting();
  world.fails = true;
  take(5);
  await share();
  expect(take(95).current).toBe(100);
  world.fails = false;
  await share();
  expect([added.map(({ count }) => count), results]).toEqual([[100], ['failed', 'shared']]);
});

it('shares nothing about a network that has asked for little', async () => {
  const { take, share, added } = counting();
  take();
  await share();
  expect(added).toEqual([]);
  take();
  await share();
  expect(added.map(({ count }) => count)).toEqual([2]);
});

it('begins again, and shares nothing of before, in another minute and where the clock is set back', async () => {
  const { take, share, world, added } = counting();
  for (const move of [MINUTE, -30 * MINUTE]) {
    take(20);
    world.at += move;
    await share();
    expect([added, take().current]).toEqual([[], 1]);
  }
});
