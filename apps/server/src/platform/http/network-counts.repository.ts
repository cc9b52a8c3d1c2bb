import { gt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { networkCounts } from './network-counts.tables.ts';
import { MOST_APART_MS, type SharedCount } from './network-counts.ts';

/** What one process adds to a count. */
export interface AddedCount extends SharedCount {
  readonly mark: string;
  /** How long a window of this count lasts. */
  readonly windowMs: number;
}

export type NetworkCountsRepository = ReturnType<typeof createNetworkCountsRepository>;

/** The SQL of the shared counts. */
export function createNetworkCountsRepository(db: Database) {
  return {
    /**
     * Adds counts in one statement and returns the sums by mark. A count whose window has ended
     * before `now`, or ends later than any of these can, begins again.
     */
    async add(added: readonly AddedCount[], now: Date): Promise<ReadonlyMap<string, SharedCount>> {
      // In one order at every process: two statements never wait for each other's rows.
      const rows = [...added].sort((a, b) => (a.mark < b.mark ? -1 : 1));
      const marks = rows.map(({ mark }) => mark);
      const counts = rows.map(({ count }) => count);
      const untils = rows.map(({ until }) => until.toISOString());
      const ended = isOver(now, Math.max(...added.map(({ windowMs }) => windowMs)));
      const sums = await db
        .insert(networkCounts)
        .select(
          sql`select * from unnest(${sql.param(marks)}::text[], ${sql.param(counts)}::int[], ${sql.param(untils)}::timestamptz[])`,
        )
        .onConflictDoUpdate({
          target: networkCounts.mark,
          set: {
            count: sql`case when ${ended} then excluded.count else ${networkCounts.count} + excluded.count end`,
            until: sql`case when ${ended} then excluded.until else ${networkCounts.until} end`,
          },
        })
        .returning();
      return new Map(sums.map(({ mark, count, until }) => [mark, { count, until }]));
    },

    /**
     * Deletes the counts of windows that ended before `now`, or end later than the longest can: a
     * clock that was ahead has begun them.
     */
    async purge(now: Date, longestMs: number): Promise<void> {
      await db.delete(networkCounts).where(isOver(now, longestMs));
    },
  };
}

function isOver(now: Date, windowMs: number): SQL | undefined {
  const latest = new Date(now.getTime() + windowMs + MOST_APART_MS);
  return or(lte(networkCounts.until, now), gt(networkCounts.until, latest));
}
