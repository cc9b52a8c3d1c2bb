// Seams 'Clock': what comes due on the way happens at its own time, in order.
// Issue 4 section 2: a backlog at a slow carrier holds up nothing else.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createStillClock, START } from '../app.test-kit.ts';
import { createMovableClock } from './clock.ts';
import { createLogger } from './logger.ts';
import { createScheduler, type ScheduledJob } from './scheduler.ts';

const silent = createLogger('silent');

/** Things that come due at given seconds; some bring about another one later. */
function sourceOf(
  clock: { now(): Date },
  seconds: number[],
  done: string[],
  name: string,
  follows: (second: number) => number | undefined = () => undefined,
): ScheduledJob {
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
    const sources = [
      sourceOf(clock, [30, 10], done, 'a', (second) => (second === 10 ? 20 : undefined)),
      sourceOf(clock, [15, 500], done, 'b'),
    ];
    const scheduler = createScheduler({ clock, sources, logger: silent });
    await scheduler.advance(
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
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 }),
        fc.integer({ min: 0, max: 1000 }),
        async (seconds, target) => {
          const clock = createStillClock();
          const done: string[] = [];
          const scheduler = createScheduler({
            clock,
            sources: [sourceOf(clock, seconds, done, 'x')],
            logger: silent,
          });
          await scheduler.advance(
            clock,
            new Date(START.getTime() + target * 1000),
            async () => undefined,
          );
          const expected = seconds.filter((second) => second <= target).sort((a, b) => a - b);
          expect(done).toEqual(expected.map((second) => `x ${second} at ${second}`));
        },
      ),
    );
  });

  it('is refused where something never comes to rest, and stops for good when it is told to', async () => {
    const clock = createStillClock();
    let runs = 0;
    const restless: ScheduledJob = {
      name: 'restless',
      nextDue: async () => clock.now(),
      run: async () => ++runs,
    };
    const scheduler = createScheduler({ clock, sources: [restless], logger: silent });
    await expect(scheduler.runDue()).rejects.toThrow('does not come to rest');
    await scheduler.stop();
    const before = runs;
    scheduler.wake();
    await scheduler.stop();
    expect(runs).toBe(before);
  });
});

/** A gate that is passed once it is opened. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** A source whose first run hangs until it is let go; `began` is passed when it has begun. */
function hangingSource(clock: { now(): Date }) {
  const [began, letGo] = [gate(), gate()];
  let [waiting, running] = [true, 0];
  let mostAtOnce = 0;
  const source: ScheduledJob = {
    name: 'hangs',
    nextDue: async () => (waiting ? clock.now() : null),
    run: async () => {
      mostAtOnce = Math.max(mostAtOnce, ++running);
      began.open();
      await letGo.passed;
      waiting = false;
      running--;
      return 1;
    },
  };
  return {
    source,
    began: began.passed,
    letGo: letGo.open,
    get running() {
      return running;
    },
    get mostAtOnce() {
      return mostAtOnce;
    },
  };
}

/**
 * A source that does one thing each time it is told of one; `done` is passed when so many were
 * done.
 */
function eagerSource(clock: { now(): Date }) {
  let [waiting, doneSoFar] = [0, 0];
  let awaited: { count: number; open: () => void } | undefined;
  const source: ScheduledJob = {
    name: 'eager',
    nextDue: async () => (waiting > 0 ? clock.now() : null),
    run: async () => {
      waiting--;
      doneSoFar++;
      if (awaited && doneSoFar >= awaited.count) awaited.open();
      return 1;
    },
  };
  return {
    source,
    add: (count = 1): void => {
      waiting += count;
    },
    get doneSoFar() {
      return doneSoFar;
    },
    done: async (count: number) => {
      const reached = gate();
      awaited = { count, open: reached.open };
      if (doneSoFar < count) await reached.passed;
    },
  };
}

describe('in real time', () => {
  it('a source that hangs delays no other: each is looked at when it is woken, and drained', async () => {
    const clock = createStillClock();
    const [slow, quick] = [hangingSource(clock), eagerSource(clock)];
    const scheduler = createScheduler({
      clock,
      sources: [slow.source, quick.source],
      logger: silent,
    });
    scheduler.start();
    await slow.began;
    for (const count of [1, 70, 3]) {
      quick.add(count);
      scheduler.wake();
      await quick.done(quick.doneSoFar + count);
    }
    expect(slow.running).toBe(1);
    slow.letGo();
    await scheduler.stop();
    expect(slow.mostAtOnce).toBe(1);
  });

  it('a source that fails is told of by its name and stops no other', async () => {
    const clock = createStillClock();
    const told: unknown[] = [];
    const quick = eagerSource(clock);
    const failed = gate();
    const failing: ScheduledJob = {
      name: 'fails',
      nextDue: async () => clock.now(),
      run: () => Promise.reject(new Error('the carrier is down')),
    };
    const logger = Object.assign(createLogger('silent'), {
      error: (what: { source: string }) => {
        told.push(what.source);
        failed.open();
      },
    });
    const scheduler = createScheduler({ clock, sources: [failing, quick.source], logger });
    quick.add(3);
    scheduler.start();
    await Promise.all([quick.done(3), failed.passed]);
    await scheduler.stop();
    expect(told).toEqual(['fails']);
  });

  it('a stop waits for what runs, of each source, and lets nothing begin any more', async () => {
    const clock = createStillClock();
    const [slow, quick] = [hangingSource(clock), eagerSource(clock)];
    const scheduler = createScheduler({
      clock,
      sources: [slow.source, quick.source],
      logger: silent,
    });
    scheduler.start();
    await slow.began;
    let ended = false;
    const stopping = scheduler.stop().then(() => {
      ended = true;
    });
    quick.add();
    scheduler.wake();
    await new Promise(setImmediate);
    expect([ended, quick.doneSoFar]).toEqual([false, 0]);
    slow.letGo();
    await stopping;
    expect([slow.running, quick.doneSoFar]).toEqual([0, 0]);
  });

  it('a move of the clock waits for what runs and holds all sources until it is over, which then go on', async () => {
    const clock = createStillClock();
    const [slow, quick] = [hangingSource(clock), eagerSource(clock)];
    const scheduler = createScheduler({
      clock,
      sources: [slow.source, quick.source],
      logger: silent,
    });
    scheduler.start();
    await slow.began;
    const [moving, goOn] = [gate(), gate()];
    const moves: string[] = [];
    const advancing = scheduler.advance(clock, new Date(START.getTime() + 1000), async () => {
      moves.push(`${slow.running} run`);
      moving.open();
      await goOn.passed;
    });
    await new Promise(setImmediate);
    expect(moves).toEqual([]);
    slow.letGo();
    await moving.passed;
    quick.add();
    scheduler.wake();
    await new Promise(setImmediate);
    expect([moves, quick.doneSoFar]).toEqual([['0 run'], 0]);
    goOn.open();
    await advancing;
    quick.add();
    scheduler.wake();
    await quick.done(2);
    await scheduler.stop();
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
