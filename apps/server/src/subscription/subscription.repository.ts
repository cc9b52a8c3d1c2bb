import type { Msisdn } from '@bonisa/domain/msisdn';
import { firstReminder } from '@bonisa/domain/reminder';
import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import {
  dueAt,
  EXCLUSIVE_STATUSES,
  isLive,
  type Subscription,
  type SubscriptionEvent,
} from '@bonisa/domain/subscription';
import { evolve } from '@bonisa/domain/subscription-evolve';
import { and, asc, desc, eq, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { consents } from '../consent/consent.tables.ts';
import { EVIDENCE_KEPT_YEARS, yearsFrom } from '../consent/evidence-retention.ts';
import { forgottenNumbers, subscribers } from '../numbers/numbers.tables.ts';
import { bulkInsert, bulkUpdate } from '../platform/bulk.ts';
import type { Database } from '../platform/database.ts';
import { firstInstant } from '../platform/first-instant.ts';
import { graceFromOf } from './carried-time.repository.ts';
import { toState } from './subscription.state.ts';
import { subscriptionEvents, subscriptions } from './subscription.tables.ts';

export type Subscriber = typeof subscribers.$inferSelect;
export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type Consent = typeof consents.$inferSelect;

/** A locked row with what has just happened to it. */
export interface Change {
  readonly row: SubscriptionRow;
  readonly events: readonly SubscriptionEvent[];
}

/** What events come to is written here: everything of a row that follows from its state. */
const WRITTEN = [
  'packageId',
  'nextPackageId',
  'status',
  'paidUntil',
  'carriedUntil',
  'graceFrom',
  'graceUntil',
  'period',
  'cancelledAt',
  'chargingPackageId',
  'chargingSince',
  'toppedUpAt',
  'tries',
  'failures',
  'nextTryAt',
  'takenMonth',
  'takenCents',
  'topUpDay',
  'topUpTries',
  'remindAt',
  'dueAt',
  'version',
] as const;

/** What is left of a number whose data was removed. */
export type Forgotten = Pick<Subscriber, 'trialUsedAt' | 'blockedAt'> & { readonly at: Date };

/**
 * SQL of subscribers, subscriptions, their events and consents. Every method takes what it needs of
 * a transaction through `db`. `markOf` makes the one-way mark of a number under which a removed one
 * is known again.
 */
export function createSubscriptionRepository(
  db: Database,
  markOf: (msisdn: string) => string,
  retrySchedule: RetrySchedule,
) {
  const repository = {
    db,
    /** The same repository within a transaction. */
    within: (tx: Database) => createSubscriptionRepository(tx, markOf, retrySchedule),

    subscriberOf: async (msisdn: Msisdn): Promise<Subscriber | undefined> => {
      const [row] = await db.select().from(subscribers).where(eq(subscribers.msisdn, msisdn));
      return row;
    },

    subscriber: async (id: number): Promise<Subscriber | undefined> => {
      const [row] = await db.select().from(subscribers).where(eq(subscribers.id, id));
      return row;
    },

    /**
     * What a number without a row had before its data was removed; `undefined` for one that nobody
     * ever knew.
     */
    forgotten: async (msisdn: Msisdn): Promise<Forgotten | undefined> => {
      const [row] = await db
        .select({
          trialUsedAt: forgottenNumbers.trialUsedAt,
          blockedAt: forgottenNumbers.blockedAt,
          at: forgottenNumbers.at,
        })
        .from(forgottenNumbers)
        .where(eq(forgottenNumbers.mark, markOf(msisdn)));
      return row;
    },

    /**
     * Locks a subscriber's row until the transaction ends; `undefined` where it is not there any
     * more.
     */
    lockKnown: async (id: number): Promise<Subscriber | undefined> => {
      const [row] = await db
        .select()
        .from(subscribers)
        .where(and(eq(subscribers.id, id), isNull(subscribers.forgottenAt)))
        .for('update');
      return row;
    },

    /** Takes the number off a locked subscriber; what must outlive that stays under its mark. */
    forget: async (subscriber: Subscriber, now: Date): Promise<void> => {
      const { id, msisdn, trialUsedAt, blockedAt } = subscriber;
      const left = {
        trialUsedAt,
        blockedAt,
        graceFrom: await graceFromOf(db, subscriber),
        at: now,
      };
      await db
        .insert(forgottenNumbers)
        .values({ mark: markOf(msisdn), ...left })
        .onConflictDoUpdate({ target: forgottenNumbers.mark, set: left });
      await db
        .update(subscribers)
        .set({ msisdn: `forgotten-${id}`, forgottenAt: now })
        .where(eq(subscribers.id, id));
    },

    /**
     * Takes the number off a locked subscriber of whom it is not any more: nothing of theirs counts
     * for its next owner.
     */
    release: async ({ id, msisdn }: Subscriber, now: Date): Promise<void> => {
      await db.delete(forgottenNumbers).where(eq(forgottenNumbers.mark, markOf(msisdn)));
      await db
        .update(subscribers)
        .set({ msisdn: `recycled-${id}`, forgottenAt: now })
        .where(eq(subscribers.id, id));
    },

    /** Forgets what a removed number had before: it went to somebody else. */
    dropForgotten: async (msisdn: Msisdn): Promise<void> => {
      await db.delete(forgottenNumbers).where(eq(forgottenNumbers.mark, markOf(msisdn)));
    },

    markOwnerChecked: async (id: number, at: Date): Promise<void> => {
      await db.update(subscribers).set({ ownerCheckedAt: at }).where(eq(subscribers.id, id));
    },

    /**
     * The number's row, made where it has none, and locked until the transaction ends: one decision
     * for a number at a time.
     */
    lockSubscriber: async (msisdn: Msisdn, now: Date): Promise<Subscriber> => {
      const left = (column: PgColumn) =>
        sql`(select ${column} from ${forgottenNumbers} where ${forgottenNumbers.mark} = ${markOf(msisdn)})`;
      const known = sql`exists (select from ${forgottenNumbers} where ${forgottenNumbers.mark} = ${markOf(msisdn)})`;
      const values = {
        msisdn,
        createdAt: now,
        trialUsedAt: left(forgottenNumbers.trialUsedAt),
        blockedAt: left(forgottenNumbers.blockedAt),
        graceFrom: sql`case when ${known} then ${left(forgottenNumbers.graceFrom)} else ${sql.param(now, subscribers.createdAt)}::timestamptz end`,
      };
      // An update that changes nothing locks the row that is there and answers it, in one
      // statement.
      const [row] = await db
        .insert(subscribers)
        .values(values)
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
        .where(
          and(
            eq(subscriptions.subscriberId, subscriberId),
            inArray(subscriptions.status, [...EXCLUSIVE_STATUSES]),
          ),
        );
      return row;
    },

    /**
     * The subscriptions of a number that may speak for it: the running one, cancelled ones that are
     * still served, then the newest.
     */
    recent: (subscriberId: number, now: Date): Promise<SubscriptionRow[]> => {
      const isServed = sql`${subscriptions.status} = 'cancelled' and coalesce(${subscriptions.paidUntil} > ${sql.param(now, subscriptions.paidUntil)}, false)`;
      return db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.subscriberId, subscriberId))
        .orderBy(
          desc(inArray(subscriptions.status, [...EXCLUSIVE_STATUSES])),
          desc(isServed),
          desc(subscriptions.startedAt),
          desc(subscriptions.id),
        )
        .limit(5);
    },

    all: (subscriberId: number): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.subscriberId, subscriberId))
        .orderBy(asc(subscriptions.startedAt), asc(subscriptions.id)),

    allById: (ids: readonly string[]): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(inArray(subscriptions.id, [...ids]))
        .orderBy(asc(subscriptions.startedAt), asc(subscriptions.id)),

    byId: async (id: string): Promise<SubscriptionRow | undefined> => {
      const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, id));
      return row;
    },

    lockById: async (id: string): Promise<SubscriptionRow | undefined> => {
      const [row] = await db
        .select()
        .from(subscriptions)
        .where(eq(subscriptions.id, id))
        .for('update');
      return row;
    },

    /**
     * Writes a new subscription with its first events. A unique violation of
     * `subscriptions_one_running` means that the number has one already.
     */
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
        dueAt: dueAt(state, retrySchedule),
        remindAt: firstReminder(state.startedAt, input.id),
        ...state,
      };
      await db.insert(subscriptions).values(row);
      await insertEvents(input.id, 0, input.events);
      return row;
    },

    /** Appends events to a locked subscription and writes what it comes to. */
    append: async (
      row: SubscriptionRow,
      events: readonly SubscriptionEvent[],
    ): Promise<SubscriptionRow> => {
      const [next = row] = await repository.appendAll([{ row, events }]);
      return next;
    },

    /**
     * The same for many, each of them locked and named once. Answers their rows after it, in the
     * same order.
     */
    appendAll: async (changes: readonly Change[]): Promise<SubscriptionRow[]> => {
      const after = changes.map(({ row, events }) =>
        events.length === 0 ? row : rowAfter(row, events, retrySchedule),
      );
      const changed = changes
        .map((change, index) => ({ ...change, next: after[index] ?? change.row }))
        .filter(({ events }) => events.length > 0);
      await insertEventsOf(changed);
      await bulkUpdate(
        db,
        subscriptions,
        'id',
        WRITTEN,
        changed.map(({ next }) => next),
      );
      await startRetention(
        changed
          .filter(({ row, next }) => !hasEnded(row) && hasEnded(next))
          .map(({ row, events }) => ({ row, at: events[0]?.at ?? row.startedAt })),
      );
      return after;
    },

    /** Locks some of what is due, skipping what another process holds. Within a transaction. */
    claimDue: (line: DueLine, now: Date, limit: number): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(and(inLine(line), lte(subscriptions.dueAt, now)))
        .orderBy(asc(subscriptions.dueAt), asc(subscriptions.id))
        .limit(limit)
        .for('update', { skipLocked: true }),

    nextDue: (line: DueLine): Promise<Date | null> => firstInstant(db, NEXT_DUE[line]),

    /** Locks these, in one order whoever asks. */
    lockAll: (ids: readonly string[]): Promise<SubscriptionRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(subscriptions)
            .where(inArray(subscriptions.id, [...ids]))
            .orderBy(asc(subscriptions.id))
            .for('update'),

    /**
     * The numbers behind these subscriptions, by subscription; none of those whose owner had them
     * removed or has lost them.
     */
    numbersOfSubscriptions: async (ids: readonly string[]): Promise<Map<string, Msisdn>> => {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: subscriptions.id, msisdn: subscribers.msisdn })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(and(inArray(subscriptions.id, [...ids]), isNull(subscribers.forgottenAt)));
      return new Map(rows.map(({ id, msisdn }) => [id, msisdn as Msisdn]));
    },

    /** The numbers of these subscribers, but of those whose data was removed. */
    numbersOf: async (ids: readonly number[]): Promise<Map<number, Msisdn>> => {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: subscribers.id, msisdn: subscribers.msisdn })
        .from(subscribers)
        .where(and(inArray(subscribers.id, [...ids]), isNull(subscribers.forgottenAt)));
      return new Map(rows.map(({ id, msisdn }) => [id, msisdn as Msisdn]));
    },

    insertConsent: async (consent: Consent): Promise<void> => {
      await db.insert(consents).values(consent);
    },

    /**
     * What was agreed to under these names of a number (`evidence.repository.ts`), the oldest
     * first. Under the number itself: by its present owner.
     */
    consentsOf: (...names: readonly string[]): Promise<Consent[]> =>
      db
        .select()
        .from(consents)
        .where(inArray(consents.msisdn, [...names]))
        .orderBy(asc(consents.at)),

    eventsOf: (subscriptionIds: readonly string[]) =>
      subscriptionIds.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(subscriptionEvents)
            .where(inArray(subscriptionEvents.subscriptionId, [...subscriptionIds]))
            .orderBy(asc(subscriptionEvents.at), asc(subscriptionEvents.place)),
  };

  async function insertEvents(
    subscriptionId: string,
    from: number,
    events: readonly SubscriptionEvent[],
  ): Promise<void> {
    await db.insert(subscriptionEvents).values(eventRows(subscriptionId, from, events));
  }

  async function insertEventsOf(changes: readonly Change[]): Promise<void> {
    await bulkInsert(
      db,
      subscriptionEvents,
      changes.flatMap(({ row, events }) => eventRows(row.id, row.version, events)),
    );
  }

  async function startRetention(
    ended: readonly { row: SubscriptionRow; at: Date }[],
  ): Promise<void> {
    const [first] = ended;
    if (!first) return;
    const until = yearsFrom(first.at, EVIDENCE_KEPT_YEARS);
    const ids = ended.map(({ row }) => row.id);
    await db
      .update(consents)
      .set({ retainUntil: until })
      .where(inArray(consents.subscriptionId, ids));
  }

  return repository;
}

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;

/**
 * Two lines of what waits for a time: what may ask the carrier for money, and what only ends. Each
 * has an index of its own.
 */
export type DueLine = 'renewing' | 'ending';

function inLine(line: DueLine): SQL {
  const waits =
    line === 'renewing'
      ? sql`${subscriptions.status} in ('trial', 'active', 'grace', 'parked')`
      : sql`${subscriptions.status} in ('cancelled', 'due')`;
  return sql`(${subscriptions.dueAt} is not null and ${waits})`;
}

const nextDueIn = (line: DueLine): SQL =>
  sql`select ${subscriptions.dueAt} from ${subscriptions} where ${inLine(line)} order by ${subscriptions.dueAt} limit 1`;
const NEXT_DUE = { renewing: nextDueIn('renewing'), ending: nextDueIn('ending') } as const;

function rowAfter(
  row: SubscriptionRow,
  events: readonly SubscriptionEvent[],
  retrySchedule: RetrySchedule,
): SubscriptionRow {
  const state = events.reduce<Subscription>((before, event) => evolve(before, event), toState(row));
  const remindAt = state.status === 'pending' || isLive(state.status) ? row.remindAt : null;
  return {
    ...row,
    ...state,
    remindAt,
    dueAt: dueAt(state, retrySchedule),
    version: row.version + events.length,
  };
}

function eventRows(subscriptionId: string, from: number, events: readonly SubscriptionEvent[]) {
  return events.map(({ type, at, ...data }, index) => ({
    subscriptionId,
    place: from + index,
    type,
    at,
    data,
  }));
}

/**
 * Whether its three years of keeping evidence begin: a cancelled one is still served, and ends
 * later.
 */
function hasEnded({ status }: SubscriptionRow): boolean {
  return status === 'expired' || status === 'blocked';
}
