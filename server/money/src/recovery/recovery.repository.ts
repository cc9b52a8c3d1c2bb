import type { OpenDatabase } from '@bonisa/kit/database/database';
import { databaseIdentity } from '@bonisa/kit/database/database-identity';
import type { NewId } from '@bonisa/kit/ids';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { and, desc, eq, isNotNull, isNull, max, ne, type SQL, sql } from 'drizzle-orm';
import { carrierChecks, holds } from './recovery.tables.ts';

export type Hold = typeof holds.$inferSelect;
export type CarrierCheck = typeof carrierChecks.$inferSelect;
export type HoldCounts = Pick<
  Hold,
  'missing' | 'attached' | 'exceptions' | 'refunds' | 'refundsUnread'
>;

/** The transaction that writes a row, which is later the row's own `xmin`. */
const THIS_TRANSACTION = sql`pg_current_xact_id()::xid::text`;

/** SQL of a carrier's holds, and of the comparison with its list after a start. */
export function createRecoveryRepository(
  open: OpenDatabase,
  { carrierId, newId }: { readonly carrierId: string; readonly newId: NewId },
) {
  const { db } = open;
  const ofCarrier = eq(holds.carrierId, carrierId);
  const openHold = sql`(${ofCarrier} and ${isNull(holds.releasedAt)})`;
  const here = eq(carrierChecks.carrierId, carrierId);
  const database = databaseIdentity(open);
  /** Whether the row was written in this very database, by the server that runs now. */
  const isOfThisDatabase = sql`(${carrierChecks.database} = ${database} and ${carrierChecks.writtenBy} = ${carrierChecks}.xmin::text)`;
  const isChecked = sql`exists (select from ${carrierChecks} where ${here} and ${carrierChecks.checkedAt} is not null and ${isOfThisDatabase})`;
  const isAttaching = sql`exists (select from ${holds} where ${openHold} and ${holds.attachedAt} is null)`;
  const never = sql`to_timestamp(0)`;
  const closed =
    sql`select ${never} where not ${isChecked} or exists (select from ${holds} where ${openHold})`.inlineParams();
  const held =
    sql`select ${never} where exists (select from ${holds} where ${openHold})`.inlineParams();
  const undecided = sql`select ${never} where not ${isChecked} or ${isAttaching}`.inlineParams();
  const nextCheck =
    sql`select case when ${carrierChecks.carrierId} is null or not ${isOfThisDatabase} then ${never}
    when ${carrierChecks.checkedAt} is null or ${isAttaching}
      then greatest(coalesce(${carrierChecks.until}, ${never}), coalesce(${carrierChecks.retryAt}, ${never})) end
    from (select 1) as one left join ${carrierChecks} on ${here}`.inlineParams();

  const write = async (run: string, set: Record<string, unknown>): Promise<boolean> => {
    const rows = await db
      .update(carrierChecks)
      .set({ ...set, writtenBy: THIS_TRANSACTION })
      .where(and(here, eq(carrierChecks.run, run)))
      .returning({ run: carrierChecks.run });
    return rows.length > 0;
  };

  return {
    db,

    /**
     * An instant if money must not be moved and messages must not be sent: the list is unread, or
     * an operator must release the hold. `null` if everything may run.
     */
    closedSince: (): Promise<Date | null> => earliestDue(db, closed),

    /** An instant if an operator must release the hold; otherwise `null`. */
    heldSince: (): Promise<Date | null> => earliestDue(db, held),

    /** An instant if the carrier's list is not completely written here yet; otherwise `null`. */
    undecidedSince: (): Promise<Date | null> => earliestDue(db, undecided),

    /** When the list is to be read; `null` if it was. */
    nextCheck: (): Promise<Date | null> => earliestDue(db, nextCheck),

    /**
     * Claims the reading of the list for this process; `undefined` if another process has it, or if
     * nothing is to be read now.
     */
    claim: async (now: Date, until: Date): Promise<{ run: string; tries: number } | undefined> => {
      const run = newId();
      const kept = (
        column:
          | SQL
          | typeof carrierChecks.checkedAt
          | typeof carrierChecks.tries
          | typeof carrierChecks.problem,
        other: SQL,
      ) => sql`case when ${isOfThisDatabase} then ${column} else ${other} end`;
      const [taken] = await db
        .insert(carrierChecks)
        .values({ carrierId, database, writtenBy: THIS_TRANSACTION, run, until, tries: 0 })
        .onConflictDoUpdate({
          target: carrierChecks.carrierId,
          set: {
            database,
            writtenBy: THIS_TRANSACTION,
            run,
            until,
            retryAt: null,
            checkedAt: kept(carrierChecks.checkedAt, sql`null`),
            tries: kept(carrierChecks.tries, sql`0`),
            problem: kept(carrierChecks.problem, sql`null`),
          },
          setWhere: sql`not ${isOfThisDatabase} or (${carrierChecks.checkedAt} is null or ${isAttaching})
            and coalesce(${carrierChecks.until} <= ${now}, true) and coalesce(${carrierChecks.retryAt} <= ${now}, true)`,
        })
        .returning({ tries: carrierChecks.tries });
      return taken && { run, tries: taken.tries };
    },

    /** Extends the claim; `false` if another process has taken it over. */
    prolong: (run: string, until: Date): Promise<boolean> => write(run, { until }),

    /** Records that the list was read to its end. */
    markChecked: (run: string, at: Date): Promise<boolean> =>
      write(run, { checkedAt: at, run: null, until: null, retryAt: null, problem: null, tries: 0 }),

    /** Records that the list could not be read. */
    postpone: (
      run: string,
      { problem, tries, retryAt }: Pick<CarrierCheck, 'problem' | 'tries' | 'retryAt'>,
    ): Promise<boolean> => write(run, { run: null, until: null, problem, tries, retryAt }),

    check: async (): Promise<(CarrierCheck & { isOfThisDatabase: boolean }) | undefined> => {
      const [row] = await db
        .select({ check: carrierChecks, isOfThisDatabase: sql<boolean>`${isOfThisDatabase}` })
        .from(carrierChecks)
        .where(here);
      return row && { ...row.check, isOfThisDatabase: row.isOfThisDatabase };
    },

    openHold: async (): Promise<Hold | undefined> => {
      const [row] = await db.select().from(holds).where(openHold);
      return row;
    },

    /** The latest holds, the newest first. */
    latestHolds: (limit: number): Promise<Hold[]> =>
      db.select().from(holds).where(ofCarrier).orderBy(desc(holds.since)).limit(limit),

    /** Begins a hold; a carrier has at most one. */
    begin: async (hold: Omit<Hold, 'carrierId'>): Promise<void> => {
      await db.insert(holds).values({ ...hold, carrierId });
    },

    /** Records that everything that was found is written. */
    markAttached: async (
      id: string,
      counts: HoldCounts,
      windowTo: Date,
      at: Date,
    ): Promise<void> => {
      await db
        .update(holds)
        .set({ ...counts, windowTo, attachedAt: at })
        .where(eq(holds.id, id));
    },

    /** Releases a hold that is completely written; returns whether this call did it. */
    release: async (id: string, note: string, at: Date): Promise<boolean> => {
      const rows = await db
        .update(holds)
        .set({ releasedAt: at, note })
        .where(and(eq(holds.id, id), openHold, isNotNull(holds.attachedAt)))
        .returning({ id: holds.id });
      return rows.length > 0;
    },

    /** Counts the list as read although it was not, because an operator decided so. */
    checkUnread: async (at: Date): Promise<void> => {
      const set = {
        database,
        writtenBy: THIS_TRANSACTION,
        checkedAt: at,
        run: null,
        until: null,
        retryAt: null,
        problem: null,
        tries: 0,
      };
      await db
        .insert(carrierChecks)
        .values({ carrierId, ...set })
        .onConflictDoUpdate({ target: carrierChecks.carrierId, set });
    },

    /** More payments were found after everything was written: the writing starts again. */
    extend: async (
      id: string,
      { missing, windowFrom }: Pick<Hold, 'missing' | 'windowFrom'>,
    ): Promise<void> => {
      await db
        .update(holds)
        .set({ missing, windowFrom, why: 'missing_here', attachedAt: null })
        .where(eq(holds.id, id));
    },

    /**
     * The end of the last list that was read and written to the database. A release without the
     * list has read none.
     */
    writtenUntil: async (): Promise<Date | null> => {
      const [written] = await db
        .select({ at: max(holds.windowTo) })
        .from(holds)
        .where(and(ofCarrier, isNotNull(holds.attachedAt), ne(holds.why, 'list_unread')));
      return written?.at ?? null;
    },
  };
}

export type RecoveryRepository = ReturnType<typeof createRecoveryRepository>;
