// Seams 'Clock': what comes due on the way happens at its own time, in order.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStillClock, START } from '../app.test-kit.ts';
import { createMovableClock } from './clock.ts';
import { createLogger } from './logger.ts';
import { createTimetable, type DueSource } from './timetable.ts';

const silent = createLogger('silent');

/** Things that come due at given seconds; some bring about another one later. */
function sourceOf(
  clock: { now(): Date },
  seconds: number[],
  done: string[],
  name: string,
  follows: (second: number) => number | undefined = () => undefined,
): DueSource {
  const waiting = seconds.map((second) => START.getTime() + second * 1000);
  return {
    name,
    nextDue: async () => (waiting.length === 0 ? null : new Date(Math.min(...waiting))),
    run: async () => {
      const due = waiting.filter((at) => at <= clock.now().getTime());
      for (const at of due) {
        waiting.splice(waiting.indexOf(at), 1);
        const second = (at - START.getTime()) / 1000;
        done.push(`${name} ${second} at ${(clock.now().getTime() - START.getTime()) / 1000}`);
        const next = follows(second);
        if (next !== undefined) waiting.push(START.getTime() + next * 1000);
      }
      return due.length;
    },
  };
}

describe('moving the clock', () => {
  it('does each thing at its own time, in order, with what it brings about', async () => {
    const clock = createStillClock();
    const done: string[] = [];
    const moves: number[] = [];
    const sources = [sourceOf(clock, [30, 10], done, 'a', (second) => (second === 10 ? 20 : undefined)), sourceOf(clock, [15, 500], done, 'b')];
    const timetable = createTimetable({ clock, sources, logger: silent });
    await timetable.advance(
      clock,
      new Date(START.getTime() + 100_000),
      async (instant) => void moves.push((instant.getTime() - START.getTime()) / 1000),
    );
    expect(done).toEqual(['a 10 at 10', 'b 15 at 15', 'a 20 at 20', 'a 30 at 30']);
    expect(moves).toEqual([10, 15, 20, 30, 100]);
    expect(clock.now().getTime() - START.getTime()).toBe(100_000);
  });

  it('misses nothing, whatever is due', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 }), fc.integer({ min: 0, max: 1000 }), async (seconds, target) => {
        const clock = createStillClock();
        const done: string[] = [];
        const timetable = createTimetable({ clock, sources: [sourceOf(clock, seconds, done, 'x')], logger: silent });
        await timetable.advance(clock, new Date(START.getTime() + target * 1000), async () => undefined);
        const expected = seconds.filter((second) => second <= target).sort((a, b) => a - b);
        expect(done).toEqual(expected.map((second) => `x ${second} at ${second}`));
      }),
    );
  });

  it('is refused where something never comes to rest, and stops for good when it is told to', async () => {
    const clock = createStillClock();
    let runs = 0;
    const restless: DueSource = { name: 'restless', nextDue: async () => clock.now(), run: async () => ++runs };
    const timetable = createTimetable({ clock, sources: [restless], logger: silent });
    await expect(timetable.settle()).rejects.toThrow('does not come to rest');
    await timetable.stop();
    const before = runs;
    timetable.wake();
    await timetable.stop();
    expect(runs).toBe(before);
  });
});

describe('the movable clock', () => {
  it('runs on from where it was moved to, and never goes back', () => {
    const clock = createMovableClock(60_000);
    expect(clock.now().getTime() - Date.now()).toBeGreaterThanOrEqual(59_000);
    const target = new Date(clock.now().getTime() + 3_600_000);
    clock.moveTo(target);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
    expect(() => clock.moveTo(new Date())).toThrow(RangeError);
  });
});
