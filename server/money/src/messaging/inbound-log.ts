import { cutMiddle } from '@bonisa/domain/cut-text';
import type { Clock } from '@bonisa/kit/clock/clock';
import { anyOf } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { inboundMessages, inboundSeen } from './messaging.tables.ts';

export type InboundMessageRow = typeof inboundMessages.$inferSelect;

/** Ten short messages joined; of longer ones the beginning and the end. */
const STORED_CHARACTERS = 1600;

/**
 * The log of calls from the carrier. The ids of its events make a repeated event count once, across
 * restarts; handsets' messages are retained as evidence.
 */
export function createInboundLog(db: Database, clock: Clock) {
  return {
    within: (tx: Database) => createInboundLog(tx, clock),
    seen: async (key: string): Promise<boolean> => {
      const rows = await db
        .select({ id: inboundSeen.id })
        .from(inboundSeen)
        .where(eq(inboundSeen.id, key));
      return rows.length > 0;
    },
    remember: async (key: string): Promise<void> => {
      await db.insert(inboundSeen).values({ id: key, at: clock.now() }).onConflictDoNothing();
    },
    /**
     * Remembers a key within the caller's transaction. Returns whether it is new; a simultaneous
     * call with the same key waits for the end of that transaction.
     */
    isFirst: async (key: string): Promise<boolean> => {
      const rows = await db
        .insert(inboundSeen)
        .values({ id: key, at: clock.now() })
        .onConflictDoNothing()
        .returning({ id: inboundSeen.id });
      return rows.length > 0;
    },
    /** Stores a handset's message. */
    record: async (
      message: Omit<InboundMessageRow, 'at' | 'text'> & { readonly text: string },
    ): Promise<void> => {
      await db
        .insert(inboundMessages)
        .values({ ...message, text: storedText(message.text), at: clock.now() });
    },
    /** The last message of a number since an instant that asked nothing. */
    lastSaid: async (msisdn: string, since: Date): Promise<InboundMessageRow | undefined> => {
      const [row] = await db
        .select()
        .from(inboundMessages)
        .where(
          and(
            eq(inboundMessages.msisdn, msisdn),
            ne(inboundMessages.readAs, 'question'),
            gt(inboundMessages.at, since),
          ),
        )
        .orderBy(desc(inboundMessages.at), desc(inboundMessages.id))
        .limit(1);
      return row;
    },
    /** How many messages of a number with the same command are stored since an instant. */
    countSince: async (
      msisdn: string,
      readAs: InboundMessageRow['readAs'],
      since: Date,
    ): Promise<number> => {
      const [row] = await db
        .select({ n: count() })
        .from(inboundMessages)
        .where(
          and(
            eq(inboundMessages.msisdn, msisdn),
            eq(inboundMessages.readAs, readAs),
            gt(inboundMessages.at, since),
          ),
        );
      return row?.n ?? 0;
    },
    /** All stored messages under these names of a number, the oldest first. */
    askedBy: (...names: readonly string[]): Promise<InboundMessageRow[]> =>
      db
        .select()
        .from(inboundMessages)
        .where(inArray(inboundMessages.msisdn, [...names]))
        .orderBy(asc(inboundMessages.at), asc(inboundMessages.id)),
    /** The SQL of the time of a number's last message, for the statement that reads the number. */
    lastAsked: (msisdn: Placeholder): SQL<Date | null> =>
      sql<Date | null>`(select max(${inboundMessages.at}) from ${inboundMessages} where ${inboundMessages.msisdn} = ${msisdn})`.mapWith(
        inboundMessages.at,
      ),
    /** Replaces names of a number by a pseudonym, and deletes the words. */
    pseudonymise: async (from: readonly string[], to: string): Promise<void> => {
      await db
        .update(inboundMessages)
        .set({ msisdn: to, text: null })
        .where(inArray(inboundMessages.msisdn, [...from]));
    },
    /** Deletes the messages from these names of numbers about these subscriptions. */
    removeAbout: async (names: readonly string[], subscriptionIds: readonly string[]) => {
      await db
        .delete(inboundMessages)
        .where(
          and(
            sql`${inboundMessages.msisdn} = ${anyOf(names, 'text')}`,
            sql`${inboundMessages.subscriptionId} = ${anyOf(subscriptionIds, 'uuid')}`,
          ),
        );
    },
    /** Deletes messages about no subscription received up to `until`; returns how many. */
    purgeUnlinked: async (until: Date): Promise<number> => {
      const purged = await db
        .delete(inboundMessages)
        .where(and(isNull(inboundMessages.subscriptionId), lte(inboundMessages.at, until)))
        .returning({ id: inboundMessages.id });
      return purged.length;
    },
    /** When the oldest message about no subscription was received. */
    oldestUnlinked: (): Promise<Date | null> => earliestDue(db, OLDEST_UNLINKED),
    /** Deletes event ids that the carrier will not send again. */
    purge: async (before: Date): Promise<void> => {
      await db.delete(inboundSeen).where(lt(inboundSeen.at, before));
    },
  };
}

const OLDEST_UNLINKED = sql`select min(${inboundMessages.at}) from ${inboundMessages} where ${inboundMessages.subscriptionId} is null`;

export type InboundLog = ReturnType<typeof createInboundLog>;

/**
 * The text of a message as a database can hold it: each digit as `#`, since digits may be a number
 * or a code; a control character as its picture (NUL is no character of PostgreSQL); half of a
 * character as U+FFFD.
 */
export function storedText(text: string): string {
  const shown = text
    .replaceAll(/[\t\n\r]/g, ' ')
    .replaceAll(/\p{Nd}/gu, '#')
    .replaceAll(/\p{Cc}/gu, (sign) => PICTURES.get(sign) ?? '\ufffd');
  return cutMiddle(shown, STORED_CHARACTERS);
}

/** The pictures of NUL to US, and of DEL (Unicode block 2400). */
const PICTURES = new Map(
  [
    ...Array.from({ length: 32 }, (_, code) => [code, 0x2400 + code] as const),
    [0x7f, 0x2421] as const,
  ].map(([code, picture]) => [String.fromCharCode(code), String.fromCharCode(picture)] as const),
);
