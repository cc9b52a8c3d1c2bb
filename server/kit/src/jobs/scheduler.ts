import { setImmediate as turn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Clock, MovableClock } from '../clock/clock.ts';
import { CLOCKS_AGREE, type ClockAgreement } from '../clock/clock-agreement.ts';
import { addFacts, rootSpan } from '../tracing/spans.ts';
import type { WakeSignal, WakeTopic } from './wake-signal.ts';

/** Work that comes due at a time which is stored in our own tables. */
export interface ScheduledJob {
  readonly name: string;
  /**
   * A wake of this topic concerns the job. A job without a topic looks at wakes that name none, and
   * every second.
   */
  readonly topic?: WakeTopic;
  /** The earliest due time; `null` when nothing waits. */
  nextDue(): Promise<Date | null>;
  /**
   * Does the work that is due now and answers how many items that was. Several processes may call
   * it at the same time.
   */
  run(): Promise<number>;
  /** Resolves when nothing that its runs have left behind goes on. */
  ended?(): Promise<void>;
}

export interface Scheduler {
  /** The names of its jobs. */
  readonly names: readonly string[];
  /** Looks for due work now, then every second and at each wake that concerns a job. */
  start(): void;
  /** Starts no more work, and resolves when the running jobs have finished. */
  stop(): Promise<void>;
  /** Runs jobs until nothing is due at the clock's present time. */
  runDue(): Promise<void>;
  /**
   * Moves the clock to `target`. Stops at each due time on the way, in order, and runs the jobs.
   */
  advance(
    clock: MovableClock,
    target: Date,
    onMove: (instant: Date) => Promise<void>,
  ): Promise<void>;
}

const TICK_MS = 1000;
/** A job that always finds more work would stop the clock; this many rounds are an error. */
const MAX_ROUNDS = 10_000;

/**
 * Runs jobs when they are due: it looks every second, and at once when the wake signal is raised.
 * A wake that names topics concerns the jobs of these topics only: each look is a query, and a
 * sign-up that leaves one message must not have every job of every carrier look. Each job has a
 * loop of its own, so that none waits for another: a backlog of renewals at a slow carrier delays
 * neither the look-up that a waiting person needs nor a message.
 */
export function createScheduler({
  clock,
  jobs,
  wakeSignal,
  logger,
  agreement = CLOCKS_AGREE,
}: {
  readonly clock: Clock;
  readonly jobs: readonly ScheduledJob[];
  readonly wakeSignal: WakeSignal;
  readonly logger: Logger;
  /** No job begins while the clocks do not agree. */
  readonly agreement?: Pick<ClockAgreement, 'agrees'>;
}): Scheduler {
  let timer: NodeJS.Timeout | undefined;
  let stopListening = (): void => undefined;
  let chain: Promise<unknown> = Promise.resolve();
  /** How many clock moves run or wait: no loop runs meanwhile. */
  let exclusive = 0;
  let stopped = false;

  const mayRun = (): boolean => exclusive === 0 && !stopped && agreement.agrees();

  const loops = jobs.map((job) => createLoop({ job, clock, logger, mayRun }));
  const look = (...topics: readonly WakeTopic[]): void => {
    for (const loop of loops) if (loop.isConcerned(topics)) loop.look();
  };

  /**
   * Runs `work` alone in this process, once all loops rest: jobs that are due at one instant never
   * run beside jobs that are due at another.
   */
  const runExclusively = async <T>(work: () => Promise<T>): Promise<T> => {
    exclusive++;
    const result = chain.then(async () => {
      await Promise.all(loops.map((loop) => loop.rest()));
      return await work();
    });
    chain = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      exclusive--;
      if (exclusive === 0) for (const loop of loops) loop.goOn();
    }
  };

  /**
   * Runs the due jobs in their order. It asks for their due times first: that is one cheap query
   * for all, where a run that finds nothing is a transaction. Returns the earliest of these times.
   */
  const runDue = async (): Promise<{ handled: number; earliest: Date | null }> => {
    const dues = await Promise.all(jobs.map((job) => job.nextDue()));
    let handled = 0;
    for (const [index, job] of jobs.entries()) {
      const due = dues[index];
      if (due && due <= clock.now()) handled += await job.run();
    }
    return { handled, earliest: earliestOf(dues) };
  };

  /** Runs jobs until nothing is due at the clock's present time; returns the next due time. */
  const runDueNow = async (): Promise<Date | null> => {
    for (let round = 0; round <= MAX_ROUNDS; round++) {
      const { handled, earliest } = await runDue();
      if (handled === 0) return earliest;
    }
    throw new Error('the scheduler does not come to rest');
  };

  return {
    names: jobs.map(({ name }) => name),
    start: () => {
      timer = setInterval(() => look(), TICK_MS);
      // Only a started scheduler listens: a process that answers calls leaves due work to others.
      stopListening = wakeSignal.onWake(look);
      look();
    },
    stop: async () => {
      // Requests in flight may still raise the signal: the next start does the work they leave.
      stopped = true;
      clearInterval(timer);
      stopListening();
      await chain;
      await Promise.all(loops.map((loop) => loop.rest()));
    },
    runDue: () => runExclusively(async () => void (await runDueNow())),
    advance: (movable, target, onMove) =>
      runExclusively(async () => {
        const moveTo = async (instant: Date): Promise<void> => {
          movable.moveTo(instant);
          await onMove(movable.now());
        };
        let due = await runDueNow();
        while (due && due <= target) {
          if (due > clock.now()) await moveTo(due);
          due = await runDueNow();
        }
        if (target > clock.now()) await moveTo(target);
        await runDueNow();
      }),
  };
}

/** Runs a job in a trace of its own. */
function traced(job: ScheduledJob): Promise<number> {
  return rootSpan({ name: `job ${job.name}` }, async (span) => {
    const items = await job.run();
    addFacts(span, { 'bonisa.job.items': items });
    return items;
  });
}

function earliestOf(dues: readonly (Date | null)[]): Date | null {
  return dues.reduce((first, due) => (due && (!first || due < first) ? due : first), null);
}

interface LoopParts {
  readonly job: ScheduledJob;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly mayRun: () => boolean;
}

/** One job's own loop in real time: it never runs twice at once, nor while `mayRun` answers no. */
function createLoop({ job, clock, logger, mayRun }: LoopParts) {
  let running: Promise<void> | undefined;
  /** A look was asked for while the loop ran or might not run: new work may be due. */
  let wanted = false;

  /** One cheap query before the transaction that claims: most looks find nothing. */
  const isDue = async (): Promise<boolean> => {
    const due = await job.nextDue();
    return due !== null && due <= clock.now();
  };

  /** Jobs work in batches: a backlog is drained at once, not one batch a second. */
  const drain = async (): Promise<void> => {
    while (mayRun() && (await isDue())) {
      if (!mayRun()) break;
      if ((await traced(job)) === 0) return;
      // Calls that arrive get their turn between two batches, however large the backlog.
      await turn();
    }
    // The rest is done as soon as the loop may run again.
    if (!mayRun()) wanted = true;
  };

  const run = async (): Promise<void> => {
    while (wanted && mayRun()) {
      wanted = false;
      await drain().catch((error: unknown) =>
        logger.error({ err: error, job: job.name }, 'a scheduled job failed'),
      );
    }
    running = undefined;
  };

  const look = (): void => {
    wanted = true;
    if (mayRun()) running ??= run();
  };

  return {
    /** Whether a wake of these topics concerns the job; a wake without a topic concerns all. */
    isConcerned: (topics: readonly WakeTopic[]): boolean =>
      topics.length === 0 || (job.topic !== undefined && topics.includes(job.topic)),
    /** Looks for due work now, or as soon as the loop may run. */
    look,
    /** Does the look that was asked for while the loop might not run. */
    goOn: (): void => {
      if (wanted) look();
    },
    /** Resolves when nothing of it runs. */
    rest: async (): Promise<void> => {
      await running;
      await job.ended?.();
    },
  };
}
