import { eq, lte } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { scheduledJobs } from './scheduled-jobs.tables.ts';

/** When a job of the whole service is due next, whichever process runs it. */
export interface DueTime {
  /** `undefined`: it has never been set. */
  read(): Promise<Date | undefined>;
  /**
   * Moves it to `next` where it is due at `now`; false: it is not, or another process was faster.
   */
  claim(now: Date, next: Date): Promise<boolean>;
  set(next: Date): Promise<void>;
}

/** The due time of the job `name` in the database. */
export function createDueTime(db: Database, name: string): DueTime {
  return {
    async read() {
      const [job] = await db
        .select({ nextRunAt: scheduledJobs.nextRunAt })
        .from(scheduledJobs)
        .where(eq(scheduledJobs.name, name));
      return job?.nextRunAt;
    },
    async claim(now, nextRunAt) {
      const claimed = await db
        .insert(scheduledJobs)
        .values({ name, nextRunAt })
        .onConflictDoUpdate({
          target: scheduledJobs.name,
          set: { nextRunAt },
          setWhere: lte(scheduledJobs.nextRunAt, now),
        })
        .returning();
      return claimed.length > 0;
    },
    async set(nextRunAt) {
      await db.update(scheduledJobs).set({ nextRunAt }).where(eq(scheduledJobs.name, name));
    },
  };
}
