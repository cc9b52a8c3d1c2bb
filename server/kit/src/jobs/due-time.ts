import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { leaseEnd, renewLease } from './lease.ts';
import { scheduledJobs } from './scheduled-jobs.tables.ts';

/** When a job of the whole service is due next, and which process runs it. */
export interface DueTime {
  /** `undefined`: it has never been set. */
  read(): Promise<Date | undefined>;
  /** A query of `earliestDue`: when it is due while `condition` holds; at once if never set. */
  dueWhile(condition: SQL): SQL;
  /**
   * Runs `work` where the job is due, in one process of all. `work` answers when the job is due
   * next. The process holds the job by a lease that it renews while `work`
   * runs, so that another process runs the job soon after a crash. A process that was frozen, and
   * whose job another one has taken meanwhile, leaves the due time as it is. Where `work` throws,
   * the job is due again when the lease ends. Returns false where the job is not due, or another
   * process was faster.
   */
  hold(work: () => Promise<Date>): Promise<boolean>;
  /** Has the job be due at `latest`, unless it is due before. */
  notAfter(latest: Date): Promise<void>;
}

/** The due time of the job `name` in the database. */
export function createDueTime(db: Database, { name, clock }: DueTimeOptions): DueTime {
  const claim = async (until: Date): Promise<boolean> => {
    const claimed = await db
      .insert(scheduledJobs)
      .values({ name, nextRunAt: until })
      .onConflictDoUpdate({
        target: scheduledJobs.name,
        set: { nextRunAt: until },
        setWhere: lte(scheduledJobs.nextRunAt, clock.now()),
      })
      .returning();
    return claimed.length > 0;
  };

  /** The end of a lease is its token: whoever takes the job over writes a later one. */
  const move = async (from: Date, to: Date): Promise<boolean> => {
    const moved = await db
      .update(scheduledJobs)
      .set({ nextRunAt: to })
      .where(and(eq(scheduledJobs.name, name), eq(scheduledJobs.nextRunAt, from)))
      .returning();
    return moved.length > 0;
  };

  return {
    async read() {
      const [job] = await db
        .select({ nextRunAt: scheduledJobs.nextRunAt })
        .from(scheduledJobs)
        .where(eq(scheduledJobs.name, name));
      return job?.nextRunAt;
    },
    dueWhile: (condition) =>
      sql`select coalesce((select ${scheduledJobs.nextRunAt} from ${scheduledJobs} where ${scheduledJobs.name} = ${name}), to_timestamp(0)) where ${condition}`,
    async hold(work) {
      let until = leaseEnd(clock.now());
      if (!(await claim(until))) return false;
      const renewal = renewLease(async () => {
        const next = leaseEnd(clock.now());
        if (await move(until, next)) until = next;
      });
      let next: Date;
      try {
        next = await work();
      } finally {
        await renewal.stop();
      }
      await move(until, next);
      return true;
    },
    async notAfter(latest) {
      await db
        .insert(scheduledJobs)
        .values({ name, nextRunAt: latest })
        .onConflictDoUpdate({
          target: scheduledJobs.name,
          set: { nextRunAt: latest },
          setWhere: gt(scheduledJobs.nextRunAt, latest),
        });
    },
  };
}

export interface DueTimeOptions {
  readonly name: string;
  readonly clock: Clock;
}
