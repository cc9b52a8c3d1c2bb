import { and, desc, eq, lt, type SQL } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { staffAudit } from './staff.tables.ts';

export type AuditRow = typeof staffAudit.$inferSelect;

export interface AuditQuery {
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly subject?: string | undefined;
  /** Entries before this one. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** SQL of the audit: rows are added and read, and the database refuses anything else. */
export function createAuditRepository(db: Database) {
  return {
    insert: async (row: AuditRow, tx?: Database): Promise<void> => {
      await (tx ?? db).insert(staffAudit).values(row);
    },

    /** The newest entries first. */
    page: ({ actorId, action, subject, before, limit }: AuditQuery): Promise<AuditRow[]> => {
      const conditions: SQL[] = [];
      if (actorId !== undefined) conditions.push(eq(staffAudit.actorId, actorId));
      if (action !== undefined) conditions.push(eq(staffAudit.action, action));
      if (subject !== undefined) conditions.push(eq(staffAudit.subject, subject));
      if (before !== undefined) conditions.push(lt(staffAudit.id, before));
      return db
        .select()
        .from(staffAudit)
        .where(and(...conditions))
        .orderBy(desc(staffAudit.id))
        .limit(limit);
    },
  };
}

export type AuditRepository = ReturnType<typeof createAuditRepository>;
