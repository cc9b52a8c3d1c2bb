import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import { careActs, careCounts, careDisputes, careNotes } from './care.tables.ts';

export type CareNote = typeof careNotes.$inferSelect;
export type CareDispute = typeof careDisputes.$inferSelect;
export type DisputeRow = typeof careDisputes.$inferInsert;

/** A counter's window, after one more. */
export interface CountedWindow {
  readonly count: number;
  readonly windowStart: Date;
}

/** Word for word the condition of an index, which a parameter would hide from the planner. */
const UNDECIDED = sql`${careDisputes.state} in ('open', 'answered')`;

/** Who has closed a dispute that was undecided when its subscriber removed their data. */
const REMOVED = 'Removal of personal data';

/** SQL of care: notes, disputes, acts by key, counters. */
export function createCareRepository(db: Database) {
  return {
    db,
    within: (tx: Database) => createCareRepository(tx),

    insertNote: async (note: CareNote): Promise<void> => {
      await db.insert(careNotes).values(note).onConflictDoNothing();
    },
    notesOf: (subscriberIds: readonly number[]): Promise<CareNote[]> =>
      subscriberIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(careNotes)
            .where(inArray(careNotes.subscriberId, [...subscriberIds]))
            .orderBy(asc(careNotes.at), asc(careNotes.id)),

    insertDispute: async (dispute: DisputeRow): Promise<void> => {
      await db.insert(careDisputes).values(dispute);
    },
    /** The disputes about these charges, the oldest first. */
    disputesOf: (chargeIds: readonly string[]): Promise<CareDispute[]> =>
      chargeIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(careDisputes)
            .where(inArray(careDisputes.chargeId, [...chargeIds]))
            .orderBy(asc(careDisputes.openedAt), asc(careDisputes.id)),
    disputesOfSubscriber: (subscriberId: number): Promise<CareDispute[]> =>
      db
        .select()
        .from(careDisputes)
        .where(eq(careDisputes.subscriberId, subscriberId))
        .orderBy(asc(careDisputes.openedAt), asc(careDisputes.id)),
    dispute: async (id: string): Promise<CareDispute | undefined> => {
      const [row] = await db.select().from(careDisputes).where(eq(careDisputes.id, id));
      return row;
    },
    lockDispute: async (id: string): Promise<CareDispute | undefined> => {
      const [row] = await db
        .select()
        .from(careDisputes)
        .where(eq(careDisputes.id, id))
        .for('update');
      return row;
    },
    writeDispute: async (id: string, change: Partial<CareDispute>): Promise<CareDispute> => {
      const [row] = await db
        .update(careDisputes)
        .set(change)
        .where(eq(careDisputes.id, id))
        .returning();
      if (!row) throw new Error('a locked dispute is not there');
      return row;
    },
    /** The newest disputes first. */
    disputes: (query: {
      readonly state?: CareDispute['state'] | 'undecided' | undefined;
      readonly before?: string | undefined;
      readonly limit: number;
    }): Promise<CareDispute[]> =>
      db
        .select()
        .from(careDisputes)
        .where(
          and(
            query.state === 'undecided'
              ? UNDECIDED
              : query.state && eq(careDisputes.state, query.state),
            query.before === undefined ? undefined : lt(careDisputes.id, query.before),
          ),
        )
        .orderBy(desc(careDisputes.id))
        .limit(query.limit),

    /** How many disputes wait for a decision. */
    undecidedDisputes: async (): Promise<number> => {
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(careDisputes)
        .where(UNDECIDED);
      return row?.count ?? 0;
    },

    /** Claims a key of a person; `undefined` if it was used before. */
    beginAct: async (act: typeof careActs.$inferInsert): Promise<boolean> => {
      const begun = await db
        .insert(careActs)
        .values(act)
        .onConflictDoNothing()
        .returning({ key: careActs.key });
      return begun.length === 1;
    },
    act: async (actorId: string, key: string) => {
      const [row] = await db.select().from(careActs).where(isAct(actorId, key));
      return row;
    },
    /**
     * Writes another sign of life of an act without an answer, in place of the one of `since`: for
     * the process that does it, or for one that takes it over. `false` if another process did.
     */
    takeOverAct: async (actorId: string, key: string, since: Date, at: Date): Promise<boolean> => {
      const taken = await db
        .update(careActs)
        .set({ at })
        .where(isHeldSince(actorId, key, since))
        .returning({ key: careActs.key });
      return taken.length === 1;
    },
    /** Records the answer of an act; the first one stays. */
    endAct: async (actorId: string, key: string, answer: Record<string, unknown>) => {
      await db
        .update(careActs)
        .set({ answer })
        .where(and(isAct(actorId, key), isNull(careActs.answer)));
    },
    /** Frees the key of a refused act, unless another process has taken it over meanwhile. */
    dropAct: async (actorId: string, key: string, since: Date): Promise<void> => {
      await db.delete(careActs).where(isHeldSince(actorId, key, since));
    },

    /** Counts one more in the window of a key; a window that is over begins again. */
    count: async (key: string, now: Date, windowMs: number): Promise<CountedWindow> => {
      const oldest = new Date(now.getTime() - windowMs).toISOString();
      const isOver = sql`${careCounts.windowStart} <= ${oldest}::timestamptz`;
      const [row] = await db
        .insert(careCounts)
        .values({ key, windowStart: now, count: 1 })
        .onConflictDoUpdate({
          target: careCounts.key,
          set: {
            count: sql`case when ${isOver} then 1 else ${careCounts.count} + 1 end`,
            windowStart: sql`case when ${isOver} then excluded.window_start else ${careCounts.windowStart} end`,
          },
        })
        .returning({ count: careCounts.count, windowStart: careCounts.windowStart });
      return row ?? { count: 1, windowStart: now };
    },

    /**
     * Deletes the words about a subscriber. Disputes stay without them; one that nobody has decided
     * is closed, because its number, by which it would be decided, is gone.
     */
    removeAllOf: async (subscriberId: number): Promise<void> => {
      await db.delete(careNotes).where(eq(careNotes.subscriberId, subscriberId));
      await db
        .update(careDisputes)
        .set({
          subscriberId: null,
          words: '',
          state: sql`case when ${UNDECIDED} then 'rejected' else ${careDisputes.state} end`,
          decidedBy: sql`case when ${UNDECIDED} then ${REMOVED} else ${careDisputes.decidedBy} end`,
          answer: sql`case when ${careDisputes.answer} is null then null else '' end`,
          decidedReason: sql`case when ${careDisputes.decidedReason} is null then null else '' end`,
        })
        .where(eq(careDisputes.subscriberId, subscriberId));
    },

    /** Deletes keys of acts and counters from before an instant, and notes from before another. */
    purge: async (before: Date, notesBefore: Date): Promise<void> => {
      await db.delete(careNotes).where(lt(careNotes.at, notesBefore));
      await db.delete(careActs).where(lt(careActs.at, before));
      await db.delete(careCounts).where(lt(careCounts.windowStart, before));
    },
  };
}

function isAct(actorId: string, key: string) {
  return and(eq(careActs.actorId, actorId), eq(careActs.key, key));
}

function isHeldSince(actorId: string, key: string, since: Date) {
  return and(isAct(actorId, key), eq(careActs.at, since), isNull(careActs.answer));
}

export type CareRepository = ReturnType<typeof createCareRepository>;
