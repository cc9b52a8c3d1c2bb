import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { anyOf, bulkInsert, bulkUpdate } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { earliestDue } from '../platform/earliest-due.ts';
import { messages } from './messaging.tables.ts';

export type MessageTemplate = typeof messages.$inferInsert.template;
export type Message = typeof messages.$inferSelect;
export type NewMessage = typeof messages.$inferInsert;

/** What became of a message that was claimed. */
export type MessageOutcome =
  | {
      readonly id: string;
      readonly state: 'sent';
      readonly attempts: number;
      readonly sentAt: Date;
      /** The carrier that took it. */
      readonly carrierId: string | null;
      readonly carrierMessageId: string;
    }
  /** Due again. */
  | {
      readonly id: string;
      readonly state: 'queued';
      readonly attempts: number;
      readonly dueAt: Date;
    }
  /** It is not sent any more. */
  | { readonly id: string; readonly state: 'failed'; readonly attempts: number };

const NEXT_DUE = sql`select min(${messages.dueAt}) from ${messages} where ${messages.dueAt} is not null`;

const OLDEST_UNLINKED = sql`select min(${messages.createdAt}) from ${messages} where ${messages.subscriptionId} is null`;

/** What is said although the subscription it is about has ended. */
const OUTLIVES_THE_END: readonly MessageTemplate[] = ['goodbye', 'ended', 'refund', 'blocked'];

/** SQL of the outbox. */
export function createMessageRepository(db: Database) {
  return {
    within: (tx: Database) => createMessageRepository(tx),

    /** Writes new messages; one whose `onceKey` is there already is left out. */
    insertAll: (rows: readonly NewMessage[]): Promise<void> =>
      bulkInsert(db, messages, rows, { onConflict: 'ignore' }),

    /**
     * Gives up what waits to be said about these subscriptions: `only` of these kinds, else
     * everything but their end and money given back.
     */
    dropAbout: async (
      subscriptionIds: readonly string[],
      only?: readonly MessageTemplate[],
    ): Promise<void> => {
      if (subscriptionIds.length === 0) return;
      const which = only
        ? inArray(messages.template, [...only])
        : notInArray(messages.template, [...OUTLIVES_THE_END]);
      const waiting = db
        .select({ id: messages.id })
        .from(messages)
        .where(
          and(isNotNull(messages.dueAt), among(messages.subscriptionId, subscriptionIds), which),
        )
        .orderBy(asc(messages.id))
        .for('update');
      await db
        .update(messages)
        .set({ state: 'failed', dueAt: null })
        .where(inArray(messages.id, waiting));
    },

    /**
     * Takes some of what is due by moving its time on: whoever crashes now, it comes up again.
     * Answers them with the time at which they were due.
     */
    claim: (now: Date, leaseUntil: Date, limit: number): Promise<Message[]> =>
      db.transaction(async (tx) => {
        const due = await tx
          .select()
          .from(messages)
          .where(and(isNotNull(messages.dueAt), lte(messages.dueAt, now)))
          .orderBy(asc(messages.dueAt), asc(messages.id))
          .limit(limit)
          .for('update', { skipLocked: true });
        if (due.length > 0)
          await tx
            .update(messages)
            .set({ dueAt: leaseUntil })
            .where(among(messages.id, due.map(idOf)));
        return due;
      }),

    /**
     * Writes what became of claimed messages, for all of them in a few statements. What was sent is
     * sent whatever happened meanwhile; what is due again or given up stays as it is where it was
     * dropped meanwhile. `gone`: those of somebody whose data was removed, with what stands for the
     * number from now on.
     */
    recordDelivery: (
      outcomes: readonly MessageOutcome[],
      gone: readonly Pick<Message, 'id' | 'msisdn'>[],
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const waiting = await lockAll(tx, outcomes.map(idOf));
        const sent = outcomes
          .filter((one) => one.state === 'sent')
          .map((one) => ({ ...one, dueAt: null }));
        await bulkUpdate(
          tx,
          messages,
          'id',
          ['state', 'attempts', 'dueAt', 'sentAt', 'carrierId', 'carrierMessageId'],
          sent,
        );
        const others = outcomes.filter((one) => one.state !== 'sent' && waiting.has(one.id));
        await bulkUpdate(tx, messages, 'id', ['state', 'attempts', 'dueAt'], others);
        await bulkUpdate(tx, messages, 'id', ['msisdn'], gone);
      }),

    /** All that was said under these names of a number and is to be said, the oldest first. */
    of: (...names: readonly string[]): Promise<Message[]> =>
      db
        .select()
        .from(messages)
        .where(inArray(messages.msisdn, [...names]))
        .orderBy(asc(messages.createdAt), asc(messages.id)),

    /**
     * What was said to a number and waits to be said, the newest first; what was given up before it
     * was ever sent was not said.
     */
    newestOf: (msisdn: string, limit: number): Promise<Message[]> =>
      db
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.msisdn, msisdn),
            or(ne(messages.state, 'failed'), gt(messages.attempts, 0)),
          ),
        )
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .limit(limit),

    nextDue: (): Promise<Date | null> => earliestDue(db, NEXT_DUE),

    /**
     * Replaces names of a number by a pseudonym. Messages that wait are given up, and messages
     * about no subscription are deleted.
     */
    pseudonymise: async (from: readonly string[], to: string): Promise<void> => {
      const named = inArray(messages.msisdn, [...from]);
      // Locked in the order that the delivery locks them in.
      await db
        .select({ id: messages.id })
        .from(messages)
        .where(named)
        .orderBy(asc(messages.id))
        .for('update');
      await db.delete(messages).where(and(named, isNull(messages.subscriptionId)));
      await db
        .update(messages)
        .set({
          msisdn: to,
          state: sql`case when ${messages.state} = 'queued' then 'failed' else ${messages.state} end`,
          dueAt: null,
        })
        .where(named);
    },

    /** Deletes the messages to these names of numbers about these subscriptions. */
    removeAbout: async (names: readonly string[], subscriptionIds: readonly string[]) => {
      await db
        .delete(messages)
        .where(
          and(
            sql`${messages.msisdn} = ${anyOf(names, 'text')}`,
            sql`${messages.subscriptionId} = ${anyOf(subscriptionIds, 'uuid')}`,
          ),
        );
    },

    /** Deletes messages about no subscription written up to `until`; returns how many. */
    purgeUnlinked: async (until: Date): Promise<number> => {
      const purged = await db
        .delete(messages)
        .where(and(isNull(messages.subscriptionId), lte(messages.createdAt, until)))
        .returning({ id: messages.id });
      return purged.length;
    },

    /** When the oldest message about no subscription was written. */
    oldestUnlinked: (): Promise<Date | null> => earliestDue(db, OLDEST_UNLINKED),
  };
}

export type MessageRepository = ReturnType<typeof createMessageRepository>;

/** Locks these in one order, whoever asks; answers those that still wait. */
async function lockAll(tx: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: messages.id, dueAt: messages.dueAt })
    .from(messages)
    .where(among(messages.id, ids))
    .orderBy(asc(messages.id))
    .for('update');
  return new Set(rows.filter(({ dueAt }) => dueAt !== null).map(idOf));
}

function idOf({ id }: { readonly id: string }): string {
  return id;
}

/** One statement with one parameter, however many they are: it is prepared once. */
function among(
  column: typeof messages.id | typeof messages.subscriptionId,
  ids: readonly string[],
): SQL {
  return sql`${column} in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}
