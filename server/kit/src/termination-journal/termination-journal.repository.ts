import { and, desc, eq, inArray, isNotNull, lt, or, sql } from 'drizzle-orm';
import { type Database, type OpenDatabase, rowsOf } from '../database/database.ts';
import { databaseIdentity } from '../database/database-identity.ts';
import { earliestDue } from '../jobs/earliest-due.ts';
import { purgeRows } from '../jobs/purge.ts';
import type { End } from './termination.ts';
import { endReplays, terminationJournal } from './termination-journal.tables.ts';

export type EndRow = Omit<typeof terminationJournal.$inferSelect, 'beforeReplay'>;
type State = EndRow['state'];
type CountedState = Exclude<State, 'written' | 'released'>;

const nextOf = (state: State) =>
  sql`
    select min(${terminationJournal.dueAt}) from ${terminationJournal}
    where ${terminationJournal.dueAt} is not null and ${terminationJournal.state} = ${state}
  `.inlineParams();
const NEXT = { waiting: nextOf('waiting'), removing: nextOf('removing') };

/** The transaction that writes the row of `end_replays`, which is later the row's own `xmin`. */
const THIS_TRANSACTION = sql`pg_current_xact_id()::xid::text`;
const REPLAY = 'ends';
/** What came back after a restore stays so much longer. */
const LOOKED_AT_MS = 30 * 24 * 3600 * 1000;

/** SQL of the ends that are also in the file store. */
export function createTerminationJournalRepository(open: OpenDatabase, db: Database = open.db) {
  const database = databaseIdentity(open);
  const isHere = sql`(
    ${endReplays.database} = ${database} and ${endReplays.writtenBy} = ${endReplays}.xmin::text
  )`;
  const beforeReplay = sql<boolean>`not exists (
    select from ${endReplays} where ${isHere} and ${endReplays.finishedAt} is not null
  )`;
  /** Rows that say how far this database knows the file store. */
  const saysHowFar = sql`${terminationJournal.beforeReplay} is not true`;

  return {
    db,
    within: (tx: Database) => createTerminationJournalRepository(open, tx),

    /** Writes a row; `false` if it is there already. */
    insert: async (row: EndRow): Promise<boolean> => {
      const rows = await db
        .insert(terminationJournal)
        .values({ ...row, beforeReplay })
        .onConflictDoNothing()
        .returning({ name: terminationJournal.name });
      return rows.length > 0;
    },

    /** When the next row of a state is due. */
    nextDue: (state: keyof typeof NEXT): Promise<Date | null> => earliestDue(db, NEXT[state]),

    /** Claims due rows until then; another process continues after a crash. */
    claim: async (
      state: keyof typeof NEXT,
      { now, until, limit }: { now: Date; until: Date; limit: number },
    ): Promise<{ name: string; at: Date; end: End }[]> => {
      const at = (instant: Date) => sql.param(instant, terminationJournal.dueAt);
      const due = sql`select ${terminationJournal.name} from ${terminationJournal}
        where ${terminationJournal.state} = ${state} and ${terminationJournal.dueAt} <= ${at(now)}
        order by ${terminationJournal.dueAt} limit ${limit} for update skip locked`;
      const rows = await db
        .update(terminationJournal)
        .set({ dueAt: until })
        .where(sql`${terminationJournal.name} = any(array(${due}))`)
        .returning({
          name: terminationJournal.name,
          at: terminationJournal.at,
          record: terminationJournal.record,
        });
      return rows.map(({ name, at, record }) => ({ name, at, end: record as End }));
    },

    /** Records that rows are done: what they say is not kept here. */
    finish: async (names: readonly string[], state: 'written' | 'replayed'): Promise<void> => {
      if (names.length === 0) return;
      await db
        .update(terminationJournal)
        .set({ state, record: null, dueAt: null })
        .where(inArray(terminationJournal.name, [...names]));
    },

    /** Tries rows again later, unless another process has finished them meanwhile. */
    postpone: async (names: readonly string[], dueAt: Date): Promise<void> => {
      if (names.length === 0) return;
      await db
        .update(terminationJournal)
        .set({ dueAt })
        .where(
          and(inArray(terminationJournal.name, [...names]), isNotNull(terminationJournal.dueAt)),
        );
    },

    /** Which of these this database knows. */
    known: async (names: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await db
        .select({ name: terminationJournal.name })
        .from(terminationJournal)
        .where(inArray(terminationJournal.name, [...names]));
      return new Set(rows.map(({ name }) => name));
    },

    /**
     * The newest record of those up to which this database knows all, anywhere or in the file
     * store. What people end between a restore and the replay is in the store that is mounted then,
     * which may be another one.
     */
    newest: async (
      where: 'anywhere' | 'in the store',
    ): Promise<{ name: string; at: Date } | undefined> => {
      const [row] = await db
        .select({ name: terminationJournal.name, at: terminationJournal.at })
        .from(terminationJournal)
        .where(
          and(
            saysHowFar,
            where === 'in the store'
              ? inArray(terminationJournal.state, ['written', 'replayed'])
              : undefined,
          ),
        )
        .orderBy(desc(terminationJournal.at))
        .limit(1);
      return row;
    },

    /** Records that the file store is read, which a replay of this very database has begun. */
    beginReplay: async (): Promise<void> => {
      const begun = { database, writtenBy: THIS_TRANSACTION, finishedAt: null };
      await db
        .insert(endReplays)
        .values({ id: REPLAY, ...begun })
        .onConflictDoUpdate({ target: endReplays.id, set: begun, setWhere: sql`not ${isHere}` });
    },

    /**
     * Records that the file store was read to its end, so that all rows say how far. Nothing where
     * another database, after a failover, has taken the place of the one that began.
     */
    finishReplay: (at: Date): Promise<void> =>
      db.transaction(async (tx) => {
        const [finished] = await tx
          .update(endReplays)
          .set({ finishedAt: at, writtenBy: THIS_TRANSACTION })
          .where(isHere)
          .returning({ id: endReplays.id });
        if (!finished) return;
        await tx
          .update(terminationJournal)
          .set({ beforeReplay: false })
          .where(eq(terminationJournal.beforeReplay, true));
      }),

    /** How many are in a state that is not final, or came back after a restore. */
    counts: async (): Promise<Record<CountedState, number>> => {
      const rows = await rowsOf<{ state: CountedState; n: number }>(
        db,
        sql`
          select ${terminationJournal.state} as state, count(*)::int as n
          from ${terminationJournal}
          where ${terminationJournal.dueAt} is not null or ${terminationJournal.state} = 'replayed'
          group by 1
        `,
      );
      const counts = { waiting: 0, replayed: 0, removing: 0 };
      for (const { state, n } of rows) counts[state] = n;
      return counts;
    },

    /** The files of all rows are lost, and an operator does without them. */
    release: async (): Promise<void> => {
      await db
        .update(terminationJournal)
        .set({ state: 'released' })
        .where(inArray(terminationJournal.state, ['written', 'replayed']));
    },

    /**
     * Deletes what is done, except the newest of the known and those from `slackMs` before it on: a
     * start looks so far back, and must know what it finds there.
     */
    purge: async (before: Date, slackMs: number): Promise<number> =>
      await purgeRows(
        db,
        terminationJournal,
        and(
          lt(terminationJournal.at, before),
          sql`${terminationJournal.dueAt} is null`,
          sql`${terminationJournal.at} < (
            select max(newest.at) from end_records newest where newest.before_replay is not true
          ) - ${slackMs} * interval '1 millisecond'`,
          // What an operator looks at after a restore stays longer.
          or(
            eq(terminationJournal.state, 'written'),
            lt(terminationJournal.at, new Date(before.getTime() - LOOKED_AT_MS)),
          ),
        ) ?? sql`false`,
      ),
  };
}
