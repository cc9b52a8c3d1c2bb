// Counts by network, alone and with what other processes have counted.
import { describe, expect, it } from 'vitest';
import { createNetworkCounts } from './network-counts.ts';

const LIMIT = { rule: 'site POST /api/subscribe', max: 100, windowMs: 60_000 };
const NETWORK = '196.25.1.1';
const DAY_MS = 86_400_000;

function counting() {
  let at = 1_000_000;
  const counts = createNetworkCounts({ now: () => at });
  const take = (times = 1) => {
    let last = { current: 0, ttl: 0 };
    for (let one = 0; one < times; one++) last = counts.take(LIMIT, NETWORK);
    return last;
  };
  const pass = (ms: number): void => {
    at += ms;
  };
  return { counts, take, pass, now: () => at };
}

describe('counts by network', () => {
  it('count each route and network by itself, from the first request to the end of the window', () => {
    const { counts, take, pass } = counting();
    expect(take(3)).toEqual({ current: 3, ttl: 60_000 });
    expect(counts.take(LIMIT, '196.25.1.2').current).toBe(1);
    expect(counts.take({ ...LIMIT, rule: 'site GET /api/viewer' }, NETWORK).current).toBe(1);
    pass(59_000);
    expect(take()).toEqual({ current: 4, ttl: 1000 });
    pass(1000);
    expect(take()).toEqual({ current: 1, ttl: 60_000 });
  });

  it('share what is new since the last time, and add what others have counted', () => {
    const { counts, take, now } = counting();
    take(10);
    const first = counts.unshared(10);
    expect(first.counts).toEqual([
      {
        rule: LIMIT.rule,
        windowMs: LIMIT.windowMs,
        network: NETWORK,
        count: 10,
        until: new Date(now() + 60_000),
      },
    ]);
    // Requests during the statement are shared the next time.
    take(2);
    first.learn([{ count: 50, until: new Date(now() + 40_000) }]);
    expect(take()).toEqual({ current: 53, ttl: 40_000 });
    const second = counts.unshared(10);
    expect(second.counts.map(({ count }) => count)).toEqual([3]);
    second.learn([{ count: 53, until: new Date(now() + 40_000) }]);
    expect(counts.unshared(10).counts).toEqual([]);
  });

  it('go on without a database, and share the sum afterwards', () => {
    const { counts, take } = counting();
    take(5);
    expect(counts.unshared(10).counts.map(({ count }) => count)).toEqual([5]);
    expect(take(95).current).toBe(100);
    expect(counts.unshared(10).counts.map(({ count }) => count)).toEqual([100]);
  });

  it('share nothing about a network that has asked for little', () => {
    const { counts, take } = counting();
    take();
    expect(counts.unshared(10).counts).toEqual([]);
    take();
    expect(counts.unshared(10).counts.map(({ count }) => count)).toEqual([2]);
  });

  it('ask to be shared at once when one network uses a tenth of its limit', () => {
    const { counts, take } = counting();
    let bursts = 0;
    counts.onBurst(() => void bursts++);
    take(9);
    expect(bursts).toBe(0);
    take();
    expect(bursts).toBe(1);
  });

  it('begin again where a clock that was ahead has begun the window', () => {
    const { counts, take, pass, now } = counting();
    take(100);
    // This process itself was two days ahead.
    pass(-2 * DAY_MS);
    expect(take()).toEqual({ current: 1, ttl: 60_000 });
    // Another process was, and has shared its count.
    take(9);
    counts.unshared(10).learn([{ count: 500, until: new Date(now() + 2 * DAY_MS) }]);
    expect(take()).toEqual({ current: 1, ttl: 60_000 });
    // What was counted then is shared by nobody any more, and held by nobody.
    take(9);
    pass(-2 * DAY_MS);
    counts.sweep();
    expect([counts.unshared(10).counts, counts.size]).toEqual([[], 0]);
  });

  it('go on where the clock of another process differs by seconds', () => {
    const { counts, take, now } = counting();
    take(10);
    counts.unshared(10).learn([{ count: 50, until: new Date(now() + 65_000) }]);
    expect(take()).toEqual({ current: 51, ttl: 65_000 });
  });

  it('hold no network after its window', () => {
    const { counts, take, pass } = counting();
    take(20);
    expect(counts.size).toBe(1);
    pass(60_000);
    counts.sweep();
    expect(counts.size).toBe(0);
    expect(counts.unshared(10).counts).toEqual([]);
  });
});
