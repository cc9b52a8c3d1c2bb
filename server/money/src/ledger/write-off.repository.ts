import type { Database } from '@bonisa/kit/database/database';
import { and, asc, desc, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { writeOffRequests } from './ledger.tables.ts';

export type WriteOffRequest = typeof writeOffRequests.$inferSelect;
/** `expired`: nobody has decided in time. */
export type WriteOffState = WriteOffRequest['state'] | 'expired';

/** A page of requests. */
export interface WriteOffQuery {
  readonly state?: WriteOffState | undefined;
  readonly now: Date;
  /** The last request of the page before. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** SQL of the write-offs that people ask for. */
export function createWriteOffRepository(db: Database) {
  const stateIs = (state: WriteOffState, now: Date): SQL | undefined => {
    const waiting = eq(writeOffRequests.state, 'waiting');
    if (state === 'waiting') return and(waiting, gt(writeOffRequests.expiresAt, now));
    if (state === 'expired') return and(waiting, lte(writeOffRequests.expiresAt, now));
    return eq(writeOffRequests.state, state);
  };
  return {
    within: (tx: Database) => createWriteOffRepository(tx),

    insert: async (request: WriteOffRequest): Promise<void> => {
      await db.insert(writeOffRequests).values(request);
    },

    byKey: async (onceKey: string): Promise<WriteOffRequest | undefined> => {
      const [row] = await db
        .select()
        .from(writeOffRequests)
        .where(eq(writeOffRequests.onceKey, onceKey));
      return row;
    },

    lock: async (id: string): Promise<WriteOffRequest | undefined> => {
      const [row] = await db
        .select()
        .from(writeOffRequests)
        .where(eq(writeOffRequests.id, id))
        .for('update');
      return row;
    },

    write: async (id: string, change: Partial<WriteOffRequest>): Promise<WriteOffRequest> => {
      const [row] = await db
        .update(writeOffRequests)
        .set(change)
        .where(eq(writeOffRequests.id, id))
        .returning();
      if (!row) throw new Error('a request that was read is not there');
      return row;
    },

    /** What of a carrier's debt waits for a second person. */
    waitingOf: (carrierId: string, now: Date): Promise<WriteOffRequest[]> =>
      db
        .select()
        .from(writeOffRequests)
        .where(and(eq(writeOffRequests.carrierId, carrierId), stateIs('waiting', now))),

    /**
     * The requests of these reconciliation exceptions that wait for a second person: at most one of
     * each.
     */
    waitingOfExceptions: (exceptionIds: readonly string[], now: Date): Promise<WriteOffRequest[]> =>
      db
        .select()
        .from(writeOffRequests)
        .where(
          and(inArray(writeOffRequests.exceptionId, [...exceptionIds]), stateIs('waiting', now)),
        ),

    /** What an account asked for and nobody has decided yet. */
    waitingBy: (accountId: string, now: Date): Promise<WriteOffRequest[]> =>
      db
        .select()
        .from(writeOffRequests)
        .where(and(eq(writeOffRequests.askedBy, accountId), stateIs('waiting', now)))
        .orderBy(writeOffRequests.askedAt, writeOffRequests.id),

    /**
     * Those that wait by their end, so that none is over before it is seen; others the newest
     * first.
     */
    list: ({ state, now, before, limit }: WriteOffQuery): Promise<WriteOffRequest[]> => {
      const order =
        state === 'waiting'
          ? [asc(writeOffRequests.expiresAt), asc(writeOffRequests.id)]
          : [desc(writeOffRequests.askedAt), desc(writeOffRequests.id)];
      return db
        .select()
        .from(writeOffRequests)
        .where(and(state && stateIs(state, now), after(state, before)))
        .orderBy(...order)
        .limit(limit);
    },

    /** All that wait: within the days after which a request ends. */
    allWaiting: (now: Date): Promise<WriteOffRequest[]> =>
      db.select().from(writeOffRequests).where(stateIs('waiting', now)),
  };
}

/** What comes after a request in the order of its list; a request is never deleted. */
function after(state: WriteOffState | undefined, id: string | undefined): SQL | undefined {
  if (id === undefined) return undefined;
  return state === 'waiting'
    ? sql`(${writeOffRequests.expiresAt}, ${writeOffRequests.id}) >
        (select last.expires_at, last.id from ${writeOffRequests} as last where last.id = ${id})`
    : sql`(${writeOffRequests.askedAt}, ${writeOffRequests.id}) <
        (select last.asked_at, last.id from ${writeOffRequests} as last where last.id = ${id})`;
}

export type WriteOffRepository = ReturnType<typeof createWriteOffRepository>;
