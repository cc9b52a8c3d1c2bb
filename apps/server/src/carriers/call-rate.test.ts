import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerFloor, windowOf } from './call-rate.ts';

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
    const floor = createAnswerFloor();
    for (let call = 0; call < 49; call++) floor.add(400);
    expect(floor.ms()).toBe(0);
    floor.add(300);
    expect(floor.ms()).toBe(240);
    floor.add(90);
    expect(floor.ms()).toBe(40);
    floor.add(3);
    expect(floor.ms()).toBe(0);
  });

  it('follows a carrier that has become slower', () => {
    const floor = createAnswerFloor();
    for (let call = 0; call < 60; call++) floor.add(20);
    for (let call = 0; call < 100; call++) floor.add(500);
    expect(floor.ms()).toBe(400);
  });
});
