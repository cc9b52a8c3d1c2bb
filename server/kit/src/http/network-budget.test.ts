import { describe, expect, it } from 'vitest';
import { createNetworkBudget } from './network-budget.ts';

function setUp() {
  const world = { now: 1_000_000 };
  const budget = createNetworkBudget({
    burst: 3,
    perSecond: 2,
    clock: { now: () => new Date(world.now) },
  });
  const taken = (address: string, times: number) =>
    Array.from({ length: times }, () => budget.take(address)).filter(Boolean).length;
  return { world, budget, taken };
}

describe('the budget of a network', () => {
  it('allows a burst and refills each second', () => {
    const { world, budget, taken } = setUp();
    expect(taken('203.0.113.7', 10)).toBe(3);
    expect(budget.waitOf('203.0.113.7')).toBe(1);
    world.now += 1000;
    expect(taken('203.0.113.7', 10)).toBe(2);
    world.now += 3_600_000;
    expect(taken('203.0.113.7', 10)).toBe(3);
  });

  it('is shared by a whole /64 and separate for each IPv4 address', () => {
    const { taken } = setUp();
    expect(taken('2001:db8::1', 2) + taken('2001:db8::2', 2)).toBe(3);
    expect(taken('203.0.113.7', 3) + taken('203.0.113.8', 3)).toBe(6);
  });

  it('does not grow when the clock is set back', () => {
    const { world, taken } = setUp();
    taken('203.0.113.7', 3);
    world.now -= 60_000;
    expect(taken('203.0.113.7', 1)).toBe(0);
  });

  it('remembers a limited number of networks', () => {
    const { taken } = setUp();
    expect(taken('203.0.113.7', 4)).toBe(3);
    for (let host = 0; host < 20_000; host += 1) taken(`10.${host >> 8}.${host & 255}.1`, 1);
    expect(taken('203.0.113.7', 4)).toBe(3);
  });
});
