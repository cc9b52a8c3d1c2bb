import { and, desc, eq, inArray, isNotNull, lt, sql } from 'drizzle-orm';
import { type Database, rowsOf } from '../database/database.ts';
import { earliestDue } from '../jobs/earliest-due.ts';
import { purgeRows } from '../jobs/purge.ts';
import type { End } from './end-record.ts';
import { endRecords } from './end-records.tables.ts';

export type EndRow = typeof endRecords.$inferSelect;
type State = EndRow['state'];
type CountedState = Exclude<State, 'written' | 'released'>;

const nextOf = (state: State) =>
  sql`select min(${endRecords.dueAt}) from ${endRecords} where ${endRecords.dueAt} is not null and ${endRecords.state} = ${state}`.inlineParams();
const NEXT = { waiting: nextOf('waiting'), removing: nextOf('removing') };

/** SQL of the ends that are also in the file store. */
export function createEndRecordRepository(db: Database) {
  return {
    db,
    within: (tx: Database) => createEndRecordRepository(tx),

    /** Writes a row; `false` if it is there already. */
    insert: async (row: EndRow): Promise<boolean> => {
      const rows = await db
        .insert(endRecords)
        .values(row)
        .onConflictDoNothing()
        .returning({ name: endRecords.name });
      return rows.length > 0;
    },

    /** When the next row of a state is due. */
    nextDue: (state: keyof typeof NEXT): Promise<Date | null> => earliestDue(db, NEXT[state]),

    /** Claims due rows until then; another process continues after a crash. */
    claim: async (
      state: keyof typeof NEXT,
      { now, until, limit }: { now: Date; until: Date; limit: number },
    ): Promise<{ name: string; at: Date; end: End }[]> => {
      const at = (instant: Date) => sql.param(instant, endRecords.dueAt);
      const due = sql`select ${endRecords.name} from ${endRecords}
        where ${endRecords.state} = ${state} and ${endRecords.dueAt} <= ${at(now)}
        order by ${endRecords.dueAt} limit ${limit} for update skip locked`;
      const rows = await db
        .update(endRecords)
        .set({ dueAt: until })
        .where(sql`${endRecords.name} = any(array(${due}))`)
        .returning({ name: endRecords.name, at: endRecords.at, record: endRecords.record });
      return rows.map(({ name, at, record }) => ({ name, at, end: record as End }));
    },

    /** Records that rows are done: what they say is not kept here. */
    finish: async (names: readonly string[], state: 'written' | 'replayed'): Promise<void> => {
      if (names.length === 0) return;
      await db
        .update(endRecords)
        .set({ state, record: null, dueAt: null })
        .where(inArray(endRecords.name, [...names]));
    },

    /** Tries rows again later, unless another process has finished them meanwhile. */
    postpone: async (names: readonly string[], dueAt: Date): Promise<void> => {
      if (names.length === 0) return;
      await db
        .update(endRecords)
        .set({ dueAt })
        .where(and(inArray(endRecords.name, [...names]), isNotNull(endRecords.dueAt)));
    },

    /** Which of these this database knows. */
    known: async (names: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await db
        .select({ name: endRecords.name })
        .from(endRecords)
        .where(inArray(endRecords.name, [...names]));
      return new Set(rows.map(({ name }) => name));
    },

    /** The newest record that this database knows, or knows to be in the file store. */
    newest: async (
      where: 'anywhere' | 'in the store',
    ): Promise<{ name: string; at: Date } | undefined> => {
      const [row] = await db
        .select({ name: endRecords.name, at: endRecords.at })
        .from(endRecords)
        .where(
          where === 'anywhere' ? undefined : inArray(endRecords.state, ['written', 'replayed']),
        )
        .orderBy(desc(endRecords.at))
        .limit(1);
      return row;
    },

    /** How many are in a state that is not final, or came back after a restore. */
    counts: async (): Promise<Record<CountedState, number>> => {
      const rows = await rowsOf<{ state: CountedState; n: number }>(
        db,
        sql`select ${endRecords.state} as state, count(*)::int as n from ${endRecords} where ${endRecords.dueAt} is not null or ${endRecords.state} = 'replayed' group by 1`,
      );
      const counts = { waiting: 0, replayed: 0, removing: 0 };
      for (const { state, n } of rows) counts[state] = n;
      return counts;
    },

    /** The files of all rows are lost, and an operator does without them. */
    release: async (): Promise<void> => {
      await db
        .update(endRecords)
        .set({ state: 'released' })
        .where(inArray(endRecords.state, ['written', 'replayed']));
    },

    /**
     * Deletes what is done, except the newest and those of `slackMs` before it: a start looks so
     * far back, and must know what it finds there.
     */
    purge: async (before: Date, slackMs: number): Promise<number> =>
      await purgeRows(
        db,
        endRecords,
        and(
          lt(endRecords.at, before),
          sql`${endRecords.dueAt} is null`,
          sql`${endRecords.at} < (select max(newest.at) from end_records newest) - ${slackMs} * interval '1 millisecond'`,
          // What an operator looks at after a restore stays longer.
          sql`(${eq(endRecords.state, 'written')} or ${endRecords.at} < ${sql.param(new Date(before.getTime() - 30 * 24 * 3600 * 1000), endRecords.at)})`,
        ) ?? sql`false`,
      ),
  };
}

export type EndRecordRepository = ReturnType<typeof createEndRecordRepository>;
