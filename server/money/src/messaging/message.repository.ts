import { anyOf, bulkInsert, bulkUpdate } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
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
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { messages } from './messaging.tables.ts';

export type MessageTemplate = typeof messages.$inferInsert.template;
export type Message = typeof messages.$inferSelect;
export type NewMessage = typeof messages.$inferInsert;

/** The result of a claimed message. */
export type MessageOutcome =
  | {
      readonly id: string;
      readonly state: 'sent';
      readonly attempts: number;
      readonly sentAt: Date;
      /** The carrier that accepted the message. */
      readonly carrierId: string | null;
      readonly carrierMessageId: string;
    }
  /** The message is due again. */
  | {
      readonly id: string;
      readonly state: 'queued';
      readonly attempts: number;
      readonly dueAt: Date;
    }
  /** The message is not sent any more. */
  | { readonly id: string; readonly state: 'failed'; readonly attempts: number };

const NEXT_DUE = sql`select min(${messages.dueAt}) from ${messages} where ${messages.dueAt} is not null`;

const OLDEST_UNLINKED = sql`select min(${messages.createdAt}) from ${messages} where ${messages.subscriptionId} is null`;

/** Kinds that are sent although their subscription has ended. */
const OUTLIVES_THE_END: readonly MessageTemplate[] = ['goodbye', 'ended', 'refund', 'blocked'];

/** SQL of the outbox. */
export function createMessageRepository(db: Database) {
  return {
    within: (tx: Database) => createMessageRepository(tx),

    /** Writes new messages; one whose `onceKey` exists already is omitted. */
    insertAll: (rows: readonly NewMessage[]): Promise<void> =>
      bulkInsert(db, messages, rows, { onConflict: 'ignore' }),

    /**
     * Drops waiting messages about these subscriptions: `only` these kinds, or all except the
     * notices of the end and of refunds.
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

    /** Those of these keys that a message has. */
    keysAmong: async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
      if (keys.length === 0) return new Set();
      const rows = await db
        .select({ onceKey: messages.onceKey })
        .from(messages)
        .where(sql`${messages.onceKey} = ${anyOf(keys, 'text')}`);
      return new Set(rows.flatMap(({ onceKey }) => (onceKey === null ? [] : [onceKey])));
    },

    /** Drops waiting messages whose key begins so. */
    dropByKey: async (beginning: string): Promise<void> => {
      await db
        .update(messages)
        .set({ state: 'failed', dueAt: null })
        .where(and(isNotNull(messages.dueAt), sql`starts_with(${messages.onceKey}, ${beginning})`));
    },

    /**
     * Claims due messages by postponing their time: after a crash they become due again. Returns
     * them with the time at which they were due.
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
     * Writes the results of claimed messages in a few statements. A sent message is sent, whatever
     * happened meanwhile; a message that is due again or dropped stays dropped if it was dropped
     * meanwhile. `gone`: messages of a removed subscriber, with the mark that replaces the number.
     */
    recordDelivery: (
      outcomes: readonly MessageOutcome[],
      gone: readonly Pick<Message, 'id' | 'msisdn'>[],
    ): Promise<void> =>
      db.transaction(async (tx) => {
        const waiting = await lockAll(tx, outcomes.map(idOf));
        const sent = outcomes
          .filter((outcome) => outcome.state === 'sent')
          .map((sentOutcome) => ({ ...sentOutcome, dueAt: null }));
        await bulkUpdate(
          tx,
          messages,
          'id',
          ['state', 'attempts', 'dueAt', 'sentAt', 'carrierId', 'carrierMessageId'],
          sent,
        );
        const others = outcomes.filter(
          (outcome) => outcome.state !== 'sent' && waiting.has(outcome.id),
        );
        await bulkUpdate(tx, messages, 'id', ['state', 'attempts', 'dueAt'], others);
        await bulkUpdate(tx, messages, 'id', ['msisdn'], gone);
      }),

    /** All messages under these names of a number, sent and waiting, the oldest first. */
    of: (...names: readonly string[]): Promise<Message[]> =>
      db
        .select()
        .from(messages)
        .where(inArray(messages.msisdn, [...names]))
        .orderBy(asc(messages.createdAt), asc(messages.id)),

    /**
     * The messages to a number that were sent or refused by the carrier, the newest first. A
     * waiting message is omitted: it may be dropped because it is no longer true.
     */
    newestOf: (msisdn: string, limit: number): Promise<Message[]> =>
      db
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.msisdn, msisdn),
            or(
              eq(messages.state, 'sent'),
              and(eq(messages.state, 'failed'), gt(messages.attempts, 0)),
            ),
          ),
        )
        .orderBy(desc(messages.createdAt), desc(messages.id))
        .limit(limit),

    nextDue: (): Promise<Date | null> => earliestDue(db, NEXT_DUE),

    /**
     * Replaces names of a number by a pseudonym. Drops waiting messages and deletes messages about
     * no subscription.
     */
    pseudonymise: async (from: readonly string[], to: string): Promise<void> => {
      const ofNumber = inArray(messages.msisdn, [...from]);
      // Locked in the order in which the delivery locks them.
      await db
        .select({ id: messages.id })
        .from(messages)
        .where(ofNumber)
        .orderBy(asc(messages.id))
        .for('update');
      await db.delete(messages).where(and(ofNumber, isNull(messages.subscriptionId)));
      await db
        .update(messages)
        .set({
          msisdn: to,
          state: sql`case when ${messages.state} = 'queued' then 'failed' else ${messages.state} end`,
          dueAt: null,
        })
        .where(ofNumber);
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

/** Locks these messages, always in the same order; returns those that still wait. */
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

/** One statement with one parameter for any number of rows, so that it is prepared once. */
function among(
  column: typeof messages.id | typeof messages.subscriptionId,
  ids: readonly string[],
): SQL {
  return sql`${column} in (select value::uuid from json_array_elements_text(${JSON.stringify(ids)}::json))`;
}
