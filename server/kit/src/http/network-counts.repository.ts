import { lte, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { networkCounts } from './network-counts.tables.ts';

/** What one process adds to a count. */
export interface AddedCount {
  readonly mark: string;
  readonly count: number;
}

export type NetworkCountsRepository = ReturnType<typeof createNetworkCountsRepository>;

/** The SQL of the shared counts. */
export function createNetworkCountsRepository(db: Database) {
  return {
    /** Adds counts in one statement and returns the sums by mark; rows are kept `until` then. */
    async add(added: readonly AddedCount[], until: Date): Promise<ReadonlyMap<string, number>> {
      // In one order at every process: two statements never wait for each other's rows.
      const rows = [...added].sort((a, b) => (a.mark < b.mark ? -1 : 1));
      const marks = rows.map(({ mark }) => mark);
      const counts = rows.map(({ count }) => count);
      const sums = await db
        .insert(networkCounts)
        .select(
          sql`select mark, count, ${until.toISOString()}::timestamptz
            from unnest(${sql.param(marks)}::text[], ${sql.param(counts)}::int[])
              as added(mark, count)`,
        )
        .onConflictDoUpdate({
          target: networkCounts.mark,
          set: { count: sql`${networkCounts.count} + excluded.count` },
        })
        .returning();
      return new Map(sums.map(({ mark, count }) => [mark, count]));
    },

    /** Deletes the counts of windows that ended before `now`. */
    async purge(now: Date): Promise<void> {
      await db.delete(networkCounts).where(lte(networkCounts.until, now));
    },
  };
}
