import { firstReminder } from '@bonisa/domain/notices/reminder';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import {
  EXCLUSIVE_STATUSES,
  isLive,
  LIVE_STATUSES,
  type Subscription,
  type SubscriptionEvent,
} from '@bonisa/domain/subscription/subscription';
import { dueAt, hasEnded } from '@bonisa/domain/subscription/subscription-due';
import { evolve } from '@bonisa/domain/subscription/subscription-evolve';
import { anyOf, bulkInsert, bulkUpdate } from '@bonisa/kit/database/bulk';
import type { Database } from '@bonisa/kit/database/database';
import { dueQueryByCarrier, earliestDue } from '@bonisa/kit/jobs/earliest-due';
import type { NumberRepository, Subscriber } from '@bonisa/people/numbers/number.repository';
import { subscribers } from '@bonisa/people/numbers/numbers.tables';
import { and, asc, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { ConsentRepository } from '../consent/consent.repository.ts';
import { createRecentSubscriptions } from './recent-subscriptions.repository.ts';
import { toState } from './subscription.state.ts';
import { subscriptionEvents, subscriptions } from './subscription.tables.ts';

export type SubscriptionRow = typeof subscriptions.$inferSelect;

/** A locked row with its new events. */
export interface Change {
  readonly row: SubscriptionRow;
  readonly events: readonly SubscriptionEvent[];
}

/**
 * The columns of a row that follow from its state after events; those that no row of a batch
 * changes are left out.
 */
const WRITTEN = [
  'packageId',
  'price',
  'nextPackageId',
  'nextPrice',
  'nextFrom',
  'status',
  'paidUntil',
  'carriedUntil',
  'graceFrom',
  'graceUntil',
  'period',
  'cancelledAt',
  'chargingPackageId',
  'chargingPrice',
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

const IS_EXCLUSIVE = inArray(subscriptions.status, [...EXCLUSIVE_STATUSES]);

export interface SubscriptionRepositoryDependencies {
  readonly numbers: NumberRepository;
  readonly consents: ConsentRepository;
  readonly retrySchedule: RetrySchedule;
}

/**
 * SQL of subscriptions and their events. `numbers` and `consents` are repositories of the
 * earlier capabilities, on the same connection or transaction.
 */
export function createSubscriptionRepository(
  db: Database,
  { numbers, consents, retrySchedule }: SubscriptionRepositoryDependencies,
) {
  const recent = createRecentSubscriptions(db);
  const repository = {
    db,
    numbers,
    consents,
    /** The same repository within a transaction. */
    within: (tx: Database) =>
      createSubscriptionRepository(tx, {
        numbers: numbers.within(tx),
        consents: consents.within(tx),
        retrySchedule,
      }),

    /** The number's running subscription: at most one, by the unique key. */
    running: async (subscriberId: number): Promise<SubscriptionRow | undefined> => {
      const [row] = await db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.subscriberId, subscriberId), IS_EXCLUSIVE));
      return row;
    },

    /** The number's running subscription, or else any of its earlier ones. */
    runningOrEarlier: async (subscriberId: number) => {
      const [row] = await db
        .select({ row: subscriptions, isRunning: sql<boolean>`${IS_EXCLUSIVE}` })
        .from(subscriptions)
        .where(eq(subscriptions.subscriberId, subscriberId))
        .orderBy(desc(IS_EXCLUSIVE))
        .limit(1);
      return row?.isRunning ? { running: row.row } : { earlier: row?.row };
    },

    /**
     * The subscriptions that may decide a number's state: the running one, cancelled ones that are
     * still served, then the newest.
     */
    recent: (subscriberId: number, now: Date): Promise<readonly SubscriptionRow[]> =>
      recent({ subscriberId, now }),

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
      subscriber: Pick<Subscriber, 'id' | 'msisdn' | 'carrierId'>;
      transactionId: string;
      events: readonly SubscriptionEvent[];
    }): Promise<SubscriptionRow> => {
      const state = input.events.reduce<Subscription | undefined>(evolve, undefined);
      if (!state) throw new Error('a subscription begins with an event');
      const row: SubscriptionRow = {
        id: input.id,
        subscriberId: input.subscriber.id,
        carrierId: numbers.carrierOf(input.subscriber),
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

    /** Appends events to a locked subscription and writes its new state. */
    append: async (
      row: SubscriptionRow,
      events: readonly SubscriptionEvent[],
    ): Promise<SubscriptionRow> => {
      const [next = row] = await repository.appendAll([{ row, events }]);
      return next;
    },

    /** The same for many, each locked and named once. Returns their new rows in the same order. */
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
        WRITTEN.filter((field) =>
          changed.some(({ row, next }) => !isSame(row[field], next[field])),
        ),
        changed.map(({ next }) => next),
      );
      await startRetention(changed.filter(({ row, next }) => !hasEnded(row) && hasEnded(next)));
      return after;
    },

    /**
     * Locks some of those that are due, skipping rows that another process has locked. Within a
     * transaction.
     */
    claimDue: (
      line: DueLine,
      now: Date,
      limit: number,
      carrierId?: string,
    ): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(and(inLine(line, carrierId), lte(subscriptions.dueAt, now)))
        .orderBy(asc(subscriptions.dueAt), asc(subscriptions.id))
        .limit(limit)
        .for('update', { skipLocked: true }),

    /** When the first renewal is due at a carrier. */
    nextRenewal: (carrierId: string): Promise<Date | null> =>
      earliestDue(db, nextRenewalAt(carrierId)),

    /** When the first cancelled or unpaid subscription ends, at whichever carrier. */
    nextEnding: (): Promise<Date | null> => earliestDue(db, NEXT_ENDING),

    /** Locks these subscriptions, always in the same order. */
    lockAll: (ids: readonly string[]): Promise<SubscriptionRow[]> =>
      ids.length === 0
        ? Promise.resolve([])
        : db
            .select()
            .from(subscriptions)
            .where(sql`${subscriptions.id} = ${anyOf(ids, 'uuid')}`)
            .orderBy(asc(subscriptions.id))
            .for('update'),

    /**
     * The numbers of these subscriptions, by subscription; none for owners that were removed or
     * have lost their number.
     */
    numbersOfSubscriptions: async (ids: readonly string[]): Promise<Map<string, Msisdn>> => {
      if (ids.length === 0) return new Map();
      const rows = await db
        .select({ id: subscriptions.id, msisdn: subscribers.msisdn })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(
          and(sql`${subscriptions.id} = ${anyOf(ids, 'uuid')}`, isNull(subscribers.forgottenAt)),
        );
      return new Map(rows.map(({ id, msisdn }) => [id, msisdn as Msisdn]));
    },

    /** All subscriptions of these numbers. */
    ofNumbers: async (msisdns: readonly Msisdn[]): Promise<SubscriptionRow[]> => {
      if (msisdns.length === 0) return [];
      const rows = await db
        .select({ row: subscriptions })
        .from(subscriptions)
        .innerJoin(subscribers, eq(subscribers.id, subscriptions.subscriberId))
        .where(sql`${subscribers.msisdn} = ${anyOf(msisdns, 'text')}`);
      return rows.map(({ row }) => row);
    },

    /** Running subscriptions that were due by an instant: a page of them after an id. */
    dueBy: (at: Date, afterId: string, limit: number): Promise<SubscriptionRow[]> =>
      db
        .select()
        .from(subscriptions)
        .where(
          and(
            inArray(subscriptions.status, [...LIVE_STATUSES]),
            lte(subscriptions.paidUntil, at),
            gt(subscriptions.id, afterId),
          ),
        )
        .orderBy(asc(subscriptions.id))
        .limit(limit),

    /** Whether there is any subscription at all. */
    isEmpty: async (): Promise<boolean> =>
      (await db.select({ id: subscriptions.id }).from(subscriptions).limit(1)).length === 0,

    /** The end of the time that a period's charge paid for; `undefined` if it paid for none. */
    boughtUntil: async (subscriptionId: string, period: number): Promise<Date | undefined> => {
      const [event] = await db
        .select({ data: subscriptionEvents.data })
        .from(subscriptionEvents)
        .where(
          and(
            eq(subscriptionEvents.subscriptionId, subscriptionId),
            eq(subscriptionEvents.type, 'charge_succeeded'),
            eq(sql`${subscriptionEvents.data} ->> 'period'`, String(period)),
          ),
        );
      const until = (event?.data as { until?: string } | undefined)?.until;
      return until === undefined ? undefined : new Date(until);
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

  /** The consents of subscriptions that end together are retained for three years from then. */
  async function startRetention(ended: readonly Change[]): Promise<void> {
    const [first] = ended;
    if (!first) return;
    await consents.startRetention(
      ended.map(({ row }) => row.id),
      first.events[0]?.at ?? first.row.startedAt,
    );
  }

  return repository;
}

export type SubscriptionRepository = ReturnType<typeof createSubscriptionRepository>;

/**
 * Two queues of due subscriptions: those that may call the carrier, and those that only end. Each
 * has its own index.
 */
export type DueLine = 'renewing' | 'ending';

const firstInLine = (line: DueLine, carrierId?: string): SQL =>
  sql`select ${subscriptions.dueAt} from ${subscriptions} where ${inLine(line, carrierId)} order by ${subscriptions.dueAt} limit 1`;
const nextRenewalAt = dueQueryByCarrier((carrierId) => firstInLine('renewing', carrierId));
const NEXT_ENDING = firstInLine('ending').inlineParams();

/** @param carrierId only the subscriptions of numbers that are on this carrier. */
function inLine(line: DueLine, carrierId: string | undefined): SQL {
  const waits =
    line === 'renewing'
      ? sql`${subscriptions.status} in ('trial', 'active', 'grace', 'parked')`
      : sql`${subscriptions.status} in ('cancelled', 'due')`;
  const there =
    carrierId === undefined ? sql`` : sql`${subscriptions.carrierId} = ${carrierId} and `;
  return sql`(${there}${subscriptions.dueAt} is not null and ${waits})`;
}

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

/** Whether a column has the same value, of which instants are objects. */
function isSame(before: unknown, after: unknown): boolean {
  return before instanceof Date && after instanceof Date
    ? before.getTime() === after.getTime()
    : before === after;
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
