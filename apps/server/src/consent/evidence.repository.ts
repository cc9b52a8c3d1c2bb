import { and, asc, eq, inArray, isNotNull, isNull, like, lte, not, sql } from 'drizzle-orm';
import { messages } from '../messaging/messaging.tables.ts';
import { subscribers } from '../numbers/numbers.tables.ts';
import { anyOf } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { firstInstant } from '../platform/first-instant.ts';
import { inboundMessages } from '../signup/signup.tables.ts';
import { subscriptions } from '../subscription/subscription.tables.ts';
import { consents } from './consent.tables.ts';

/** So many consents are purged at once, with what belongs to them. */
const BATCH = 500;

/** Under which names records of a number stand. */
export interface NumberNames {
  /** The number itself: its present owner's. */
  readonly number: string;
  /** Its mark for one who had everything removed, and whose it is still. */
  readonly forgotten: string;
  /** Its mark for those of whom it is not any more. */
  readonly recycled: string;
}

/** Somebody who is gone and in whose records the number still stands. */
export interface GoneInClear {
  readonly subscriberId: number;
  readonly msisdn: string;
  /** The number went to somebody else. */
  readonly recycled: boolean;
}

/**
 * SQL of what outlives its number as evidence: consents, and short messages both ways. `markOf`
 * makes the one-way mark of a number; it stands where the number stood, so that who has the number
 * finds them, and who has only the table learns no number.
 */
export function createEvidenceRepository(db: Database, markOf: (msisdn: string) => string) {
  const namesOf = (msisdn: string): NumberNames => {
    const mark = markOf(msisdn);
    return { number: msisdn, forgotten: `forgotten-${mark}`, recycled: `recycled-${mark}` };
  };

  return {
    within: (tx: Database) => createEvidenceRepository(tx, markOf),
    namesOf,

    /**
     * Takes the number off what is kept of its owner, within a transaction: nothing waits to be
     * said any more, what was said beside any subscription goes, and so do the words of what was
     * asked. As `recycled` also what stood under the mark of one who had everything removed.
     */
    putAway: async (msisdn: string, as: 'forgotten' | 'recycled'): Promise<void> => {
      const names = namesOf(msisdn);
      const from = as === 'forgotten' ? [names.number] : [names.number, names.forgotten];
      const to = names[as];
      // In one order, as those do that send them.
      await db
        .select({ id: messages.id })
        .from(messages)
        .where(inArray(messages.msisdn, from))
        .orderBy(asc(messages.id))
        .for('update');
      await db
        .delete(messages)
        .where(and(inArray(messages.msisdn, from), isNull(messages.subscriptionId)));
      await db
        .update(messages)
        .set({
          msisdn: to,
          state: sql`case when ${messages.state} = 'queued' then 'failed' else ${messages.state} end`,
          dueAt: null,
        })
        .where(inArray(messages.msisdn, from));
      await db
        .update(inboundMessages)
        .set({ msisdn: to, text: null })
        .where(inArray(inboundMessages.msisdn, from));
      await db.update(consents).set({ msisdn: to }).where(inArray(consents.msisdn, from));
    },

    /**
     * Those who are gone and whose consents still hold the number: removed before numbers were
     * taken off.
     */
    goneInClear: async (): Promise<GoneInClear[]> => {
      const rows = await db
        .selectDistinct({
          subscriberId: subscribers.id,
          msisdn: consents.msisdn,
          name: subscribers.msisdn,
        })
        .from(subscribers)
        .innerJoin(subscriptions, eq(subscriptions.subscriberId, subscribers.id))
        .innerJoin(consents, eq(consents.subscriptionId, subscriptions.id))
        .where(and(isNotNull(subscribers.forgottenAt), not(like(consents.msisdn, '%-%'))));
      return rows.map(({ subscriberId, msisdn, name }) => ({
        subscriberId,
        msisdn,
        recycled: name.startsWith('recycled-'),
      }));
    },

    /** Takes the number off the consents of one of these. */
    putAwayConsents: async (
      { subscriberId, msisdn }: GoneInClear,
      as: 'forgotten' | 'recycled',
    ): Promise<void> => {
      const theirs = db
        .select({ id: subscriptions.id })
        .from(subscriptions)
        .where(eq(subscriptions.subscriberId, subscriberId));
      await db
        .update(consents)
        .set({ msisdn: namesOf(msisdn)[as] })
        .where(and(eq(consents.msisdn, msisdn), inArray(consents.subscriptionId, theirs)));
    },

    /**
     * Deletes some of the consents whose time is over, with the messages about the same
     * subscriptions. Answers how many consents.
     */
    purgeConsents: (now: Date): Promise<number> =>
      db.transaction(async (tx) => {
        const over = tx
          .select({ id: consents.id })
          .from(consents)
          .where(lte(consents.retainUntil, now))
          .orderBy(asc(consents.retainUntil), asc(consents.id))
          .limit(BATCH)
          .for('update', { skipLocked: true });
        const gone = await tx
          .delete(consents)
          .where(inArray(consents.id, over))
          .returning({ subscriptionId: consents.subscriptionId, msisdn: consents.msisdn });
        if (gone.length === 0) return 0;
        const names = anyOf([...new Set(gone.map(({ msisdn }) => msisdn))], 'text');
        const ended = anyOf([...new Set(gone.map(({ subscriptionId }) => subscriptionId))], 'uuid');
        for (const table of [messages, inboundMessages])
          await tx
            .delete(table)
            .where(and(sql`${table.msisdn} = ${names}`, sql`${table.subscriptionId} = ${ended}`));
        return gone.length;
      }),

    /**
     * Deletes what was said and asked beside any subscription up to an instant. Answers how much.
     */
    purgeAlone: async (until: Date): Promise<number> => {
      const said = await db
        .delete(messages)
        .where(and(isNull(messages.subscriptionId), lte(messages.createdAt, until)))
        .returning({ id: messages.id });
      const asked = await db
        .delete(inboundMessages)
        .where(and(isNull(inboundMessages.subscriptionId), lte(inboundMessages.at, until)))
        .returning({ id: inboundMessages.id });
      return said.length + asked.length;
    },

    /**
     * When the time of the next consent is over, and since when the oldest of what belongs to no
     * subscription is there.
     */
    oldest: async (): Promise<{ retainUntil: Date | null; alone: Date | null }> => {
      const [retainUntil, alone] = await Promise.all([
        firstInstant(db, FIRST_RETAINED),
        firstInstant(db, FIRST_ALONE),
      ]);
      return { retainUntil, alone };
    },
  };
}

const FIRST_RETAINED = sql`select min(${consents.retainUntil}) from ${consents} where ${consents.retainUntil} is not null`;
const FIRST_ALONE = sql`select least(
  (select min(${messages.createdAt}) from ${messages} where ${messages.subscriptionId} is null),
  (select min(${inboundMessages.at}) from ${inboundMessages} where ${inboundMessages.subscriptionId} is null))`;

export type EvidenceRepository = ReturnType<typeof createEvidenceRepository>;
