import type { Database } from '@bonisa/kit/database/database';
import { lt, lte } from 'drizzle-orm';
import { headerLog } from './telemetry.tables.ts';

/** The SQL of the header log, a ring buffer. */
export function createHeaderLogRepository(db: Database) {
  return {
    insert: async (
      entry: { at: Date; headers: Record<string, string> },
      max: number,
    ): Promise<void> => {
      const [row] = await db.insert(headerLog).values(entry).returning({ id: headerLog.id });
      if (row) await db.delete(headerLog).where(lte(headerLog.id, row.id - max));
    },
    /** Deletes entries from before an instant. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(headerLog).where(lt(headerLog.at, before));
    },
  };
}

export type HeaderLogRepository = ReturnType<typeof createHeaderLogRepository>;
