import type { Msisdn } from '@bonisa/domain/msisdn';
import { dueAt, EXCLUSIVE_STATUSES, evolve, type Subscription, type SubscriptionEvent } from '@bonisa/domain/subscription';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, min, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../platform/database.ts';
import { consents, forgottenNumbers, subscribers, subscriptionEvents, subscriptions } from './subscription.tables.ts';

export type Subscriber = typeof subscribers.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type Consent = typeof consents.$inferSelect;

/** A row as the domain sees it. */
export function toState(row: SubscriptionRow): Subscription {
  return {
    status: row.status,
    packageId: row.packageId as Subscription['packageId'],
    nextPackageId: row.nextPackageId as Subscription['nextPackageId'],
    startedAt: row.startedAt,
    paidUntil: row.paidUntil,
    period: row.period,
    cancelledAt: row.cancelledAt,
  };
}

const CONSENT_KEPT_YEARS = 3;

/** What is left of a number whose data was removed. */
export type Forgotten = Pick<Subscriber, 'trialUsedAt' | 'blockedAt'>;

/**
 * SQL of subscribers, subscriptions, their events and consents. Every method takes what it needs of a transaction through `db`.
 * `markOf` makes the one-way mark of a number under which a removed one is known again.
 */
export function createSubscriptionRepository(db: Database, markOf: (msisdn: string) => string) {
  const repository = {
    db,
    /** The same repository within a transaction. */
    within: (tx: Database) => createSubscriptionRepository(tx, markOf),

    subscriberOf: async (msisdn: Msisdn): Promise<Subscriber | undefined> => {
      const [row] = await db.select().from(subscribers).where(eq(subscribers.msisdn, msisdn));
      return row;
    },

    subscriber: async (id: number): Promise<Subscriber | undefined> => {
      const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id));
      return row;
    },

    /** What a number without a row had before its data was removed; `undefined` for one that nobody ever knew. */
    forgotten: async (msisdn: Msisdn): Promise<Forgotten | undefined> => {
      const [row] = await db
        .select({ trialUsedAt: forgottenNumbers.trialUsedAt, blockedAt: forgottenNumbers.blockedAt })
        .from(forgottenNumbers)
        .where(eq(forgottenNumbers.mark, markOf(msisdn)));
      return row;
    },

    /** Locks a subscriber's row until the transaction ends; `undefined` where it is not there any more. */
    lockKnown: async (id: number): Promise<Subscriber | undefined> => {
      const [row] = await db
        .select()
        .from(subscribers)
        .where(and(eq(subscribers.id, id), isNull(subscribers.forgottenAt)))
        .for('update');
      return row;
    },

    /** Takes the number off a locked subscriber; what must outlive that stays under its mark. */
    forget: async ({ id, msisdn, trialUsedAt, blockedAt }: Subscriber, now: Date): Promise<void> => {
      const left = { trialUsedAt, blockedAt, at: now };
      await db
        .insert(forgottenNumbers)
        .values({ mark: markOf(msisdn), ...left })
        .onConflictDoUpdate({ target: forgottenNumbers.mark, set: left });
      await db
        .update(subscribers)
        .set({ msisdn: `forgotten-${id}`, forgottenAt: now })
        .where(eq(subscribers.id, id));
    },

    /** The number's row, made where it has none, and locked until the transaction ends: one decision for a number at a time. */
    lockSubscriber: async (msisdn: Msisdn, now: Date): Promise<Subscriber> => {
      const left = (column: PgColumn) => sql`(select ${column} from ${forgottenNumbers} where ${forgottenNumbers.mark} = ${markOf(msisdn)})`;
      // An update that changes nothing locks the row that is there and answers it, in one statement.
      const [row] = await db
        .insert(subscribers)
        .values({ msisdn, createdAt: now, trialUsedAt: left(forgottenNumbers.trialUsedAt), blockedAt: left(forgottenNumbers.blockedAt) })
        .onConflictDoUpdate({ target: subscribers.msisdn, set: { msisdn } })
        .returning();
      if (!row) throw new Error('a subscriber that was just written is not there');
      return row;
    },

    markTrialUsed: async (id: number, at: Date): Promise<void> => {
      await db.update(subscribers).set({ trialUsedAt: at }).where(eq(subscribers.id, id));
    },

    markBlocked: async (id: number, at: Date): Promise<void> => {
      await db.update(subscribers).set({ blockedAt: at }).where(eq(subscribers.id, id));
    },

    /** The number's running subscription: at most one, by the unique key. */
    running: async (subscriberId: number): Promise<SubscriptionRow | undefined> => {
      const [row] = await db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.subscriberId, subscriberId), inArray(subscriptions.status, [...EXCLUSIVE_STATUSES])));
      return row;
    },

    /** The last few subscriptions of a number, the newest first. */
    recent: (subscriberId: number): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.subscriberId, subscriberId))
        .orderBy(desc(subscriptions.startedAt), desc(subscriptions.id))
        .limit(5),

    all: (subscriberId: number): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.subscriberId, subscriberId))
        .orderBy(asc(subscriptions.startedAt), asc(subscriptions.id)),

    byId: async (id: string): Promise<SubscriptionRow | undefined> => {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
      return row;
    },

    lockById: async (id: string): Promise<SubscriptionRow | undefined> => {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
      return row;
    },

    /** Writes a new subscription with its first events. A unique violation of `subscriptions_one_running` means that the number has one already. */
    begin: async (input: {
      id: string;
      subscriberId: number;
      transactionId: string;
      events: readonly SubscriptionEvent[];
    }): Promise<SubscriptionRow> => {
      const state = input.events.reduce<Subscription | undefined>(evolve, undefined);
      if (!state) throw new Error('a subscription begins with an event');
      const row: SubscriptionRow = {
        id: input.id,
        subscriberId: input.subscriberId,
        transactionId: input.transactionId,
        version: input.events.length,
        dueAt: dueAt(state),
        ...state,
      };
      await db.insert(subscriptions).values(row);
      await insertEvents(input.id, 0, input.events);
      return row;
    },

    /** Appends events to a locked subscription and writes what it comes to. */
    append: async (row: SubscriptionRow, events: readonly SubscriptionEvent[]): Promise<SubscriptionRow> => {
      if (events.length === 0) return row;
      const state = events.reduce<Subscription>((before, event) => evolve(before, event), toState(row));
      const next: SubscriptionRow = { ...row, ...state, dueAt: dueAt(state), version: row.version + events.length };
      await insertEvents(row.id, row.version, events);
      await db.update(subscriptions).set(next).where(eq(subscriptions.id, row.id));
      const ended = events.find((event) => event.type === 'expired' || event.type === 'blocked' || event.type === 'charge_denied');
      if (ended && (state.status === 'expired' || state.status === 'blocked')) await startRetention(row.id, ended.at);
      return next;
    },

    /** Locks some of what is due, skipping what another process holds. Within a transaction. */
    claimDue: (now: Date, limit: number): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(and(isNotNull(subscriptions.dueAt), lte(subscriptions.dueAt, now)))
        .orderBy(asc(subscriptions.dueAt))
        .limit(limit)
        .for('update', { skipLocked: true }),

    nextDue: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ due: min(subscriptions.dueAt) })
        .from(subscriptions)
        .where(isNotNull(subscriptions.dueAt));
      return row?.due ?? null;
    },

    insertConsent: async (consent: Consent): Promise<void> => {
      await db.insert(consents).values(consent);
    },

    consentsOf: (msisdn: string): Promise<Consent[]> => db.select().from(consents).where(eq(consents.msisdn, msisdn)).orderBy(asc(consents.at)),

    /** Deletes the consent records whose three years are over. */
    purgeConsents: async (now: Date): Promise<number> => {
      const gone = await db.delete(consents).where(lte(consents.retainUntil, now)).returning({ id: consents.id });
      return gone.length;
    },

    nextConsentPurge: async (): Promise<Date | null> => {
      const [row] = await db
        .select({ due: min(consents.retainUntil) })
        .from(consents)
        .where(isNotNull(consents.retainUntil));
      return row?.due ?? null;
    },

    eventsOf: (subscriptionIds: readonly string[]) =>
      subscriptionIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(subscriptionEvents)
            .where(inArray(subscriptionEvents.subscriptionId, [...subscriptionIds]))
            .orderBy(asc(subscriptionEvents.at), asc(subscriptionEvents.place)),
  };

  async function insertEvents(subscriptionId: string, from: number, events: readonly SubscriptionEvent[]): Promise<void> {
    await db
      .insert(subscriptionEvents)
      .values(events.map(({ type, at, ...data }, index) => ({ subscriptionId, place: from + index, type, at, data })));
  }

  async function startRetention(subscriptionId: string, endedAt: Date): Promise<void> {
    const until = new Date(endedAt);
    until.setUTCFullYear(until.getUTCFullYear() + CONSENT_KEPT_YEARS);
    await db.update(consents).set({ retainUntil: until }).where(eq(consents.subscriptionId, subscriptionId));
  }

  return repository;
}

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;
