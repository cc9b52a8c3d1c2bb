import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { createDueTime } from './due-time.ts';
import type { ScheduledJob } from './scheduler.ts';

export interface RepeatedJobOptions {
  readonly db: Database;
  readonly clock: Clock;
  /** Names the job in the database; another name is another job. */
  readonly name: string;
  readonly everySeconds: number;
  /** Must be safe to run twice: after a crash another process runs it again within a minute. */
  readonly work: () => Promise<void>;
}

/**
 * A job that runs at its first look and then at most once in each interval, in one process of all
 * that share the database: the process that gets the lease runs the job. Work that throws runs
 * again after the interval; the scheduler logs the error.
 */
export function createRepeatedJob(options: RepeatedJobOptions): ScheduledJob {
  const { db, clock, name, everySeconds, work } = options;
  const due = createDueTime(db, { name, clock });
  return {
    name,
    nextDue: async () => (await due.read()) ?? clock.now(),
    run: async () => {
      const next = new Date(clock.now().getTime() + everySeconds * 1000);
      let failure: { readonly error: unknown } | undefined;
      const held = await due.hold(async () => {
        await work().catch((error: unknown) => {
          failure = { error };
        });
        return next;
      });
      if (failure) throw failure.error;
      return held ? 1 : 0;
    },
  };
}
