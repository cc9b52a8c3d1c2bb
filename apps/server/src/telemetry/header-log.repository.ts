import { lte } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { headerLog } from './telemetry.tables.ts';

/** SQL of the header log: a ring. */
export function createHeaderLogRepository(db: Database) {
  return {
    insert: async (entry: { at: Date; headers: Record<string, string> }, max: number): Promise<void> => {
      const [row] = await db.insert(headerLog).values(entry).returning({ id: headerLog.id });
      if (row) await db.delete(headerLog).where(lte(headerLog.id, row.id - max));
    },
  };
}

export type HeaderLogRepository = ReturnType<typeof createHeaderLogRepository>;
