import type { Database } from '@bonisa/kit/database/database';
import { eq, lt } from 'drizzle-orm';
import { reportRuns } from './reports.tables.ts';

/** The rows of `report_runs`: one for each job that counts for reports. */
const RUNS = { facts: 1, plays: 2 } as const;

/** How far one of the jobs has counted. */
export function createReportRun(db: Database, job: keyof typeof RUNS) {
  const id = RUNS[job];
  return {
    /** Everything that had happened by then was counted; null: the job has not finished a run. */
    countedUntil: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ at: reportRuns.countedUntil })
        .from(reportRuns)
        .where(eq(reportRuns.id, id));
      return row?.at ?? null;
    },

    /** Never moves back: a process that was frozen may write after the one that took its job. */
    setCountedUntil: async (at: Date): Promise<void> => {
      await db
        .insert(reportRuns)
        .values({ id, countedUntil: at })
        .onConflictDoUpdate({
          target: reportRuns.id,
          set: { countedUntil: at },
          setWhere: lt(reportRuns.countedUntil, at),
        });
    },
  };
}

export type ReportRun = ReturnType<typeof createReportRun>;
