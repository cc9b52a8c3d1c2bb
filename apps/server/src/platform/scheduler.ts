import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, MovableClock } from './clock.ts';

/** Something that comes due by a time which stands in our own tables. */
export interface ScheduledJob {
  readonly name: string;
  /** When the next of it is due; `null` where nothing waits. */
  nextDue(): Promise<Date | null>;
  /**
   * Does all that is due by now and answers how much that was. Safe to run in several processes at
   * once.
   */
  run(): Promise<number>;
}

export interface Scheduler {
  start(): void;
  /** Ends after what runs has finished. */
  stop(): Promise<void>;
  /** Something new may be due: look at once rather than at the next tick. */
  wake(): void;
  /** Runs until nothing is due at the clock's present time. */
  runDue(): Promise<void>;
  /**
   * Moves the clock, stopping at each due time on the way, in order, and doing there what is due.
   */
  advance(
    clock: MovableClock,
    target: Date,
    onMove: (instant: Date) => Promise<void>,
  ): Promise<void>;
}

const TICK_MS = 1000;
/**
 * A source that always finds more due would keep the clock from moving on; after this many rounds
 * it is an error.
 */
const MAX_ROUNDS = 10_000;

/**
 * Runs the sources when they are due: a look every second, and at once after {@link
 * Scheduler.wake}. Each source has a loop of its own, so that none waits for another: a backlog of
 * renewals at a slow carrier holds up neither the look-up that a waiting person needs nor a
 * message, and the other way round.
 */
export function createScheduler({
  clock,
  sources,
  logger,
}: {
  clock: Clock;
  sources: readonly ScheduledJob[];
  logger: Logger;
}): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let chain: Promise<unknown> = Promise.resolve();
  /** How many moves of the clock and the like run or wait: no loop goes on meanwhile. */
  let alone = 0;
  let stopped = false;

  const loops = sources.map((source) =>
    createLoop({ source, clock, logger, mayRun: () => alone === 0 && !stopped }),
  );
  const look = (): void => {
    for (const loop of loops) loop.look();
  };

  /**
   * One such thing at a time in this process, once all loops have come to rest: what is due at one
   * instant never runs beside what is due at another.
   */
  const byItself = async <T>(work: () => Promise<T>): Promise<T> => {
    alone++;
    const result = chain.then(async () => {
      await Promise.all(loops.map((loop) => loop.rest()));
      return await work();
    });
    chain = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      alone--;
      if (alone === 0) for (const loop of loops) loop.goOn();
    }
  };

  /**
   * Runs what is due, in the sources' order. Which are is asked first: that is one cheap look each,
   * where a run that finds nothing is a transaction.
   */
  const runDue = async (): Promise<number> => {
    const dues = await Promise.all(sources.map((source) => source.nextDue()));
    let handled = 0;
    for (const [index, source] of sources.entries()) {
      const due = dues[index];
      if (due && due <= clock.now()) handled += await source.run();
    }
    return handled;
  };

  const runDueNow = async (): Promise<void> => {
    for (let round = 0; (await runDue()) > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error('the scheduler does not come to rest');
    }
  };

  const earliest = async (): Promise<Date | null> => {
    const dues = await Promise.all(sources.map((source) => source.nextDue()));
    return dues.reduce((first, due) => (due && (!first || due < first) ? due : first), null);
  };

  return {
    start: () => {
      timer = setInterval(look, TICK_MS);
      look();
    },
    stop: async () => {
      // Requests that are still in flight may wake it: what they leave is done after the next
      // start.
      stopped = true;
      clearInterval(timer);
      await chain;
      await Promise.all(loops.map((loop) => loop.rest()));
    },
    // A process that only answers calls leaves what is due to those whose role it is.
    wake: () => {
      if (timer) look();
    },
    runDue: () => byItself(runDueNow),
    advance: (movable, target, onMove) =>
      byItself(async () => {
        const moveTo = async (instant: Date): Promise<void> => {
          movable.moveTo(instant);
          await onMove(movable.now());
        };
        await runDueNow();
        for (let due = await earliest(); due && due <= target; due = await earliest()) {
          if (due > clock.now()) await moveTo(due);
          await runDueNow();
        }
        if (target > clock.now()) await moveTo(target);
        await runDueNow();
      }),
  };
}

interface LoopParts {
  readonly source: ScheduledJob;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mayRun: () => boolean;
}

/** One source's own loop in real time: it never runs beside itself, nor while `mayRun` says no. */
function createLoop({ source, clock, logger, mayRun }: LoopParts) {
  let running: Promise<void> | undefined;
  /**
   * It was told to look while it ran or was not allowed to: something may be due that it has not
   * seen.
   */
  let wanted = false;

  /** One cheap look before the transaction that claims: most looks find nothing. */
  const isDue = async (): Promise<boolean> => {
    const due = await source.nextDue();
    return due !== null && due <= clock.now();
  };

  /** Sources work in batches: what has piled up is not left to one batch a second. */
  const drain = async (): Promise<void> => {
    while (mayRun() && (await isDue())) {
      if (!mayRun()) break;
      if ((await source.run()) === 0) return;
      // However much is due: calls that come in have their turn between two batches.
      await turn();
    }
    // What it had to leave is gone on with as soon as it may.
    if (!mayRun()) wanted = true;
  };

  const run = async (): Promise<void> => {
    while (wanted && mayRun()) {
      wanted = false;
      await drain().catch((error: unknown) =>
        logger.error({ err: error, source: source.name }, 'what was due could not be done'),
      );
    }
    running = undefined;
  };

  const look = (): void => {
    wanted = true;
    if (mayRun()) running ??= run();
  };

  return {
    /** Sees to what is due now, or once it may and what runs has ended. */
    look,
    /** Looks where it was told to while it could not. */
    goOn: (): void => {
      if (wanted) look();
    },
    /** Ends once nothing of it runs. */
    rest: async (): Promise<void> => await running,
  };
}
