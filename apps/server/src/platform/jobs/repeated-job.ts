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
  /** Must be safe to run twice: it may be cut off by a crash and run again after the interval. */
  readonly work: () => Promise<void>;
}

/**
 * A job that runs at its first look and then at most once in each interval, in one process of all
 * that share the database: the process that moves the due time on runs the job. Work that throws
 * runs again after the interval; the scheduler logs the error.
 */
export function createRepeatedJob(options: RepeatedJobOptions): ScheduledJob {
  const { db, clock, name, everySeconds, work } = options;
  const due = createDueTime(db, name);
  return {
    name,
    nextDue: async () => (await due.read()) ?? clock.now(),
    run: async () => {
      const now = clock.now();
      if (!(await due.claim(now, new Date(now.getTime() + everySeconds * 1000)))) return 0;
      await work();
      return 1;
    },
  };
}
