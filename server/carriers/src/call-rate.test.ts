import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerTimes, windowOf } from './call-rate.ts';

describe('the window of a rate', () => {
  it('is a second for a whole number of calls, and as long as the whole part needs for others', () => {
    expect(windowOf(50)).toEqual({ tickets: 50, windowMs: 1000 });
    expect(windowOf(2.5)).toEqual({ tickets: 2, windowMs: 800 });
    expect(windowOf(0.5)).toEqual({ tickets: 1, windowMs: 2000 });
  });

  it('holds the rate exactly, for any rate', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 10_000, noNaN: true }), (perSecond) => {
        const { tickets, windowMs } = windowOf(perSecond);
        expect(Number.isInteger(tickets) && tickets >= 1).toBe(true);
        expect((tickets / windowMs) * 1000).toBeCloseTo(perSecond, 6);
      }),
    );
  });
});

describe("the carrier's least time for an answer", () => {
  it('is zero until fifty answers, and then never more than the fastest of them less a margin', () => {
    const times = createAnswerTimes();
    for (let call = 0; call < 49; call++) times.add(400);
    expect(times.leastMs()).toBe(0);
    times.add(300);
    expect(times.leastMs()).toBe(240);
    times.add(90);
    expect(times.leastMs()).toBe(40);
    times.add(3);
    expect(times.leastMs()).toBe(0);
  });

  it('follows a carrier that has become slower', () => {
    const times = createAnswerTimes();
    for (let call = 0; call < 60; call++) times.add(20);
    for (let call = 0; call < 100; call++) times.add(500);
    expect(times.leastMs()).toBe(400);
  });
});
