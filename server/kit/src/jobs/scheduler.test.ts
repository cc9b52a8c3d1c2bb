import { createStillClock, START } from '@bonisa/server/app.test-kit';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, createMovableClock } from '../clock/clock.ts';
import { createLogger } from '../logger.ts';
import { createScheduler, type ScheduledJob } from './scheduler.ts';
import { createWakeSignal, type WakeTopic } from './wake-signal.ts';

const silent = createLogger('silent');

/** A scheduler with a wake signal of its own. */
function schedulerOf(clock: Clock, jobs: readonly ScheduledJob[], logger = silent) {
  const wakeSignal = createWakeSignal();
  const scheduler = createScheduler({ clock, jobs, wakeSignal, logger });
  return { scheduler, wake: wakeSignal.wake };
}

/** A job with work due at given seconds; `follows` answers when work that it causes is due. */
function jobOf(
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

describe('a scheduler that moves the clock', () => {
  it('runs each job at its due time, in order, and the work that follows from it', async () => {
    const clock = createStillClock();
    const done: string[] = [];
    const moves: number[] = [];
    const jobs = [
      jobOf(clock, [30, 10], done, 'a', (second) => (second === 10 ? 20 : undefined)),
      jobOf(clock, [15, 500], done, 'b'),
    ];
    const { scheduler } = schedulerOf(clock, jobs);
    await scheduler.advance(
      clock,
      new Date(START.getTime() + 100_000),
      async (instant) => void moves.push((instant.getTime() - START.getTime()) / 1000),
    );
    expect(done).toEqual(['a 10 at 10', 'b 15 at 15', 'a 20 at 20', 'a 30 at 30']);
    expect(moves).toEqual([10, 15, 20, 30, 100]);
    expect(clock.now().getTime() - START.getTime()).toBe(100_000);
  });

  it('runs every item that is due, whatever the due times', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1000 }), { maxLength: 20 }),
        fc.integer({ min: 0, max: 1000 }),
        async (seconds, target) => {
          const clock = createStillClock();
          const done: string[] = [];
          const { scheduler } = schedulerOf(clock, [jobOf(clock, seconds, done, 'x')]);
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

  it('fails when a job never comes to rest, and a stopped scheduler runs nothing more', async () => {
    const clock = createStillClock();
    let runs = 0;
    const restless: ScheduledJob = {
      name: 'restless',
      nextDue: async () => clock.now(),
      run: async () => ++runs,
    };
    const { scheduler, wake } = schedulerOf(clock, [restless]);
    await expect(scheduler.runDue()).rejects.toThrow('does not come to rest');
    await scheduler.stop();
    const before = runs;
    wake();
    await scheduler.stop();
    expect(runs).toBe(before);
  });
});

describe('what a run leaves behind', () => {
  it('has ended before the scheduler has stopped', async () => {
    const clock = createStillClock();
    const { open, passed } = gate();
    const done: string[] = [];
    const left = passed.then(() => void done.push('left behind'));
    const job: ScheduledJob = {
      name: 'leaving',
      nextDue: async () => null,
      run: async () => 0,
      ended: () => left,
    };
    const stopped = schedulerOf(clock, [job])
      .scheduler.stop()
      .then(() => void done.push('stopped'));
    open();
    await stopped;
    expect(done).toEqual(['left behind', 'stopped']);
  });
});

/** A promise and the function that resolves it. */
function gate() {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, passed };
}

/** A job whose first run hangs until `letGo`; `began` resolves when that run has started. */
function hangingJob(clock: { now(): Date }) {
  const [began, letGo] = [gate(), gate()];
  let [waiting, running] = [true, 0];
  let mostAtOnce = 0;
  const job: ScheduledJob = {
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
    job,
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

/** A job that does one item at each run; `done` resolves when so many items are done. */
function eagerJob(clock: { now(): Date }) {
  let [waiting, doneSoFar] = [0, 0];
  let awaited: { count: number; open: () => void } | undefined;
  const job: ScheduledJob = {
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
    job,
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

describe('a started scheduler', () => {
  // A slow machine may reach the look of each second in the middle of a test.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
  afterEach(() => void vi.useRealTimers());

  it('runs and drains the other jobs while one job hangs', async () => {
    const clock = createStillClock();
    const [slow, quick] = [hangingJob(clock), eagerJob(clock)];
    const { scheduler, wake } = schedulerOf(clock, [slow.job, quick.job]);
    scheduler.start();
    await slow.began;
    for (const count of [1, 70, 3]) {
      quick.add(count);
      wake();
      await quick.done(quick.doneSoFar + count);
    }
    expect(slow.running).toBe(1);
    slow.letGo();
    await scheduler.stop();
    expect(slow.mostAtOnce).toBe(1);
  });

  it("has only the jobs of a wake's topics look, and every job at a wake without a topic", async () => {
    const clock = createStillClock();
    const looks = new Map<string, number>();
    const idleJob = (name: string, topic?: WakeTopic): ScheduledJob => ({
      name,
      ...(topic && { topic }),
      nextDue: async () => {
        looks.set(name, (looks.get(name) ?? 0) + 1);
        return null;
      },
      run: async () => 0,
    });
    const { scheduler, wake } = schedulerOf(clock, [
      idleJob('messages', 'messages'),
      idleJob('charges at one carrier', 'charges'),
      idleJob('charges at another carrier', 'charges'),
      idleJob('refunds', 'refunds'),
      idleJob('without a topic'),
    ]);
    /** The names of the jobs that look at a wake. */
    const lookingAt = async (...topics: WakeTopic[]): Promise<string[]> => {
      looks.clear();
      wake(...topics);
      await new Promise(setImmediate);
      return [...looks].map(([name, count]) => `${name}: ${count}`);
    };
    scheduler.start();
    await new Promise(setImmediate);
    expect(await lookingAt('messages')).toEqual(['messages: 1']);
    expect(await lookingAt('refunds', 'charges')).toEqual([
      'charges at one carrier: 1',
      'charges at another carrier: 1',
      'refunds: 1',
    ]);
    expect(await lookingAt()).toHaveLength(5);
    await scheduler.stop();
  });

  it('has a job look once more for all the wakes that come while it runs', async () => {
    const clock = createStillClock();
    const [slow, begun] = [gate(), gate()];
    let looks = 0;
    const job: ScheduledJob = {
      name: 'messages',
      topic: 'messages',
      nextDue: async () => {
        looks++;
        return looks === 1 ? clock.now() : null;
      },
      run: async () => {
        begun.open();
        await slow.passed;
        return 0;
      },
    };
    const { scheduler, wake } = schedulerOf(clock, [job]);
    scheduler.start();
    await begun.passed;
    for (let count = 0; count < 20; count++) wake('messages');
    slow.open();
    await new Promise(setImmediate);
    expect(looks).toBe(2);
    await scheduler.stop();
  });

  it('logs a failing job by its name and runs the other jobs', async () => {
    const clock = createStillClock();
    const logged: unknown[] = [];
    const quick = eagerJob(clock);
    const failed = gate();
    const failing: ScheduledJob = {
      name: 'fails',
      nextDue: async () => clock.now(),
      run: () => Promise.reject(new Error('the carrier is down')),
    };
    const logger = Object.assign(createLogger('silent'), {
      error: (fields: { job: string }) => {
        logged.push(fields.job);
        failed.open();
      },
    });
    const { scheduler } = schedulerOf(clock, [failing, quick.job], logger);
    quick.add(3);
    scheduler.start();
    await Promise.all([quick.done(3), failed.passed]);
    await scheduler.stop();
    expect(logged).toEqual(['fails']);
  });

  it('waits at a stop for each running job and starts no other', async () => {
    const clock = createStillClock();
    const [slow, quick] = [hangingJob(clock), eagerJob(clock)];
    const { scheduler, wake } = schedulerOf(clock, [slow.job, quick.job]);
    scheduler.start();
    await slow.began;
    let ended = false;
    const stopping = scheduler.stop().then(() => {
      ended = true;
    });
    quick.add();
    wake();
    await new Promise(setImmediate);
    expect([ended, quick.doneSoFar]).toEqual([false, 0]);
    slow.letGo();
    await stopping;
    expect([slow.running, quick.doneSoFar]).toEqual([0, 0]);
  });

  it('waits for running jobs before it moves the clock, and holds all jobs during the move', async () => {
    const clock = createStillClock();
    const [slow, quick] = [hangingJob(clock), eagerJob(clock)];
    const { scheduler, wake } = schedulerOf(clock, [slow.job, quick.job]);
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
    wake();
    await new Promise(setImmediate);
    expect([moves, quick.doneSoFar]).toEqual([['0 run'], 0]);
    goOn.open();
    await advancing;
    quick.add();
    wake();
    await quick.done(2);
    await scheduler.stop();
  });
});

describe('the movable clock', () => {
  it('begins no job while the clocks do not agree, and goes on when they do', async () => {
    const clock = createStillClock();
    const done: string[] = [];
    let agrees = true;
    const wakeSignal = createWakeSignal();
    const scheduler = createScheduler({
      clock,
      jobs: [jobOf(clock, [0], done, 'a'), jobOf(clock, [5], done, 'b')],
      wakeSignal,
      logger: silent,
      agreement: { agrees: () => agrees },
    });
    scheduler.start();
    await vi.waitFor(() => expect(done).toEqual(['a 0 at 0']));
    agrees = false;
    clock.by(5);
    wakeSignal.wake();
    // Another scheduler of the same wakes has looked meanwhile.
    const others: string[] = [];
    const jobs = [jobOf(clock, [5], others, 'c')];
    const other = createScheduler({ clock, jobs, wakeSignal, logger: silent });
    other.start();
    await vi.waitFor(() => expect(others).toEqual(['c 5 at 5']));
    await other.stop();
    expect(done).toEqual(['a 0 at 0']);
    agrees = true;
    await vi.waitFor(() => expect(done).toEqual(['a 0 at 0', 'b 5 at 5']));
    await scheduler.stop();
  });

  it('runs on from the instant it was moved to, and refuses to go back', () => {
    const clock = createMovableClock(60_000);
    expect(clock.now().getTime() - Date.now()).toBeGreaterThanOrEqual(59_000);
    const target = new Date(clock.now().getTime() + 3_600_000);
    clock.moveTo(target);
    expect(clock.now().getTime()).toBeGreaterThanOrEqual(target.getTime());
    expect(() => clock.moveTo(new Date())).toThrow(RangeError);
  });
});
