import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { sql } from 'drizzle-orm';

/**
 * The product's books as a check reads them: plain numbers and texts, instants in milliseconds
 * since 1970.
 */
export interface ChargeLine {
  readonly id: string;
  readonly subscriptionId: string;
  readonly reference: string;
  readonly period: number;
  readonly packageId: string;
  readonly amount: number;
  readonly vat: number;
  readonly state: 'intended' | 'unknown' | 'succeeded' | 'denied' | 'refunded';
  readonly reason: string | null;
  readonly createdAt: number;
  /** When the carrier was last asked for it. */
  readonly askedAt: number;
  readonly decidedAt: number | null;
  readonly lookupAt: number | null;
  readonly isOverpayment: boolean;
  readonly refunded: number;
}

export interface RefundLine {
  readonly id: string;
  readonly chargeId: string;
  readonly reference: string;
  readonly amount: number;
  readonly state: 'intended' | 'unknown' | 'succeeded' | 'denied';
  readonly createdAt: number;
  readonly decidedAt: number | null;
  readonly lookupAt: number | null;
}

export interface SubscriptionLine {
  readonly id: string;
  readonly subscriberId: number;
  readonly msisdn: string;
  readonly packageId: string;
  readonly status: string;
  readonly startedAt: number;
  readonly paidUntil: number | null;
  readonly tries: number;
  readonly graceUntil: number | null;
  readonly cancelledAt: number | null;
}

export interface ConsentLine {
  readonly subscriptionId: string;
  readonly msisdn: string;
  readonly packageId: string;
  readonly price: number;
  readonly trial: boolean;
  readonly at: number;
}

export interface EventLine {
  readonly subscriptionId: string;
  readonly place: number;
  readonly type: string;
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface MessageLine {
  readonly id: string;
  readonly onceKey: string | null;
  readonly subscriptionId: string | null;
  readonly template: string;
  readonly state: string;
  readonly createdAt: number;
  readonly sentAt: number | null;
}

/** What was posted because of one thing: cents, debits positive. */
export interface PostedLine {
  readonly cause: string;
  readonly causeId: string;
  readonly receivable: number;
}

export interface ExceptionLine {
  readonly kind: string;
  readonly subject: string;
  readonly reference: string | null;
  readonly carrierPaymentId: string | null;
  readonly state: string;
}

/**
 * The events that a check reads: what was asked for, paid, given back and granted, and what ended.
 */
const LIVED = [
  'charge_requested',
  'charge_succeeded',
  'refunded',
  'carried_time_withdrawn',
  'trial_started',
  'grace_granted',
  'parked',
  'cancelled',
  'blocked',
  'expired',
]
  .map((type) => `'${type}'`)
  .join(', ');

const ms = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::double precision`);
const instant = (at: number) => sql`${new Date(at).toISOString()}::timestamptz`;

/**
 * SQL of the checks. What grows is read from an instant on: whatever was written or changed since.
 */
export function createInspectionRepository(db: Database) {
  return {
    chargesSince: (since: number): Promise<ChargeLine[]> =>
      rowsOf(
        db,
        sql`select id, subscription_id as "subscriptionId", reference, period, package_id as "packageId", amount, vat, state, reason,
            ${ms('created_at')} as "createdAt", ${ms('coalesce(sent_at, created_at)')} as "askedAt",
            ${ms('decided_at')} as "decidedAt", ${ms('lookup_at')} as "lookupAt", surplus as "isOverpayment", refunded
          from charges where created_at >= ${instant(since)} or decided_at >= ${instant(since)} or lookup_at is not null or state in ('intended', 'unknown')
            or id in (select charge_id from refunds where created_at >= ${instant(since)} or decided_at >= ${instant(since)} or lookup_at is not null)
          order by created_at, id`,
      ),
    refundsSince: (since: number): Promise<RefundLine[]> =>
      rowsOf(
        db,
        sql`select id, charge_id as "chargeId", reference, amount, state, ${ms('created_at')} as "createdAt", ${ms('decided_at')} as "decidedAt",
            ${ms('lookup_at')} as "lookupAt"
          from refunds where created_at >= ${instant(since)} or decided_at >= ${instant(since)} or lookup_at is not null or state in ('intended', 'unknown')
          order by created_at, id`,
      ),
    subscriptions: (): Promise<SubscriptionLine[]> =>
      rowsOf(
        db,
        sql`select one.id, one.subscriber_id::int as "subscriberId", owner.msisdn, one.package_id as "packageId", one.status,
            ${ms('one.started_at')} as "startedAt", ${ms('one.paid_until')} as "paidUntil",
            one.tries, ${ms('one.grace_until')} as "graceUntil", ${ms('one.cancelled_at')} as "cancelledAt"
          from subscriptions one join subscribers owner on owner.id = one.subscriber_id order by one.started_at, one.id`,
      ),
    consentsSince: (since: number): Promise<ConsentLine[]> =>
      rowsOf(
        db,
        sql`select subscription_id as "subscriptionId", msisdn, package_id as "packageId", price, trial, ${ms('at')} as at
          from consents where at >= ${instant(since)} order by at`,
      ),
    eventsSince: (since: number): Promise<EventLine[]> =>
      rowsOf(
        db,
        sql`select subscription_id as "subscriptionId", place, type, ${ms('at')} as at, data from subscription_events
          where at >= ${instant(since)} and type in (${sql.raw(LIVED)}) order by at, place`,
      ),
    historyOf: (subscriptionId: string): Promise<EventLine[]> =>
      rowsOf(
        db,
        sql`select subscription_id as "subscriptionId", place, type, ${ms('at')} as at, data from subscription_events
          where subscription_id = ${subscriptionId}::uuid order by place`,
      ),
    messagesSince: (since: number): Promise<MessageLine[]> =>
      rowsOf(
        db,
        sql`select id, once_key as "onceKey", subscription_id as "subscriptionId", template, state, ${ms('created_at')} as "createdAt", ${ms('sent_at')} as "sentAt"
          from messages where template in ('welcome', 'reminder') and (created_at >= ${instant(since)} or sent_at >= ${instant(since)} or due_at is not null)
          order by created_at, id`,
      ),
    postedSince: (since: number): Promise<PostedLine[]> =>
      rowsOf(
        db,
        sql`select cause, cause_id as "causeId", sum(amount) filter (where account = 'carrier_receivable')::double precision as receivable
          from ledger_lines where cause in ('charge', 'refund') and cause_id in (select cause_id from ledger_lines where at >= ${instant(since)}) group by cause, cause_id`,
      ),
    /**
     * Entries that do not add up, the sum of all lines, and what the carrier owes by the ledger.
     */
    ledger: async (): Promise<{
      unbalanced: number;
      sum: number;
      receivable: number;
      corrections: number;
    }> => {
      const [row] = await rowsOf<{
        unbalanced: number;
        sum: number;
        receivable: number;
        corrections: number;
      }>(
        db,
        sql`select (select count(*)::int from (select entry_id from ledger_lines group by entry_id having sum(amount) <> 0 or count(*) < 2) as odd) as unbalanced,
            coalesce(sum(amount), 0)::double precision as sum,
            coalesce(sum(amount) filter (where account = 'carrier_receivable'), 0)::double precision as receivable,
            coalesce(sum(amount) filter (where account = 'carrier_receivable' and cause not in ('charge', 'refund')), 0)::double precision as corrections
          from ledger_lines`,
      );
      return row ?? { unbalanced: 0, sum: 0, receivable: 0, corrections: 0 };
    },
    /** Until when the product leaves the carrier alone. */
    carrierPausedUntil: async (): Promise<number> => {
      const [row] = await rowsOf<{ at: number }>(
        db,
        sql`select coalesce(max(${ms('paused_until')}), 0)::double precision as at from carrier_pace`,
      );
      return row?.at ?? 0;
    },
    exceptions: (): Promise<ExceptionLine[]> =>
      rowsOf(
        db,
        sql`select kind, subject, reference, carrier_payment_id as "carrierPaymentId", state from cases order by created_at, kind, subject`,
      ),
    /** What was last taken from a number and is not all given back. */
    lastPaid: async (msisdn: string): Promise<{ reference: string; left: number } | undefined> => {
      const [row] = await rowsOf<{ reference: string; left: number }>(
        db,
        sql`select charges.reference, charges.amount - charges.refunded as left from charges
          join subscriptions on subscriptions.id = charges.subscription_id join subscribers on subscribers.id = subscriptions.subscriber_id
          where subscribers.msisdn = ${msisdn} and charges.state = 'succeeded' and not charges.surplus order by charges.created_at desc limit 1`,
      );
      return row;
    },
    isEmpty: async (): Promise<boolean> => {
      const [row] = await rowsOf<{ empty: boolean }>(
        db,
        sql`select not exists (select from subscribers) and not exists (select from ledger_lines) as empty`,
      );
      return row?.empty ?? false;
    },
    /** Whether the database has any table of its own yet. */
    hasTables: async (): Promise<boolean> => {
      const [row] = await rowsOf<{ tables: number }>(
        db,
        sql`select count(*)::int as tables from pg_tables where schemaname in ('public', 'drizzle')`,
      );
      return (row?.tables ?? 0) > 0;
    },
    /**
     * Cleans up at instants of the run's own choosing: what the server does by itself it does at
     * any time, and rows would come in another order.
     */
    cleanByHand: async (): Promise<void> => {
      for (const table of CHANGING)
        await db.execute(sql.raw(`alter table ${table} set (autovacuum_enabled = false)`));
    },
    clean: async (): Promise<void> => {
      for (const table of CHANGING) await db.execute(sql.raw(`vacuum analyze ${table}`));
    },
  };
}

/** The tables whose rows change. */
const CHANGING = [
  'subscribers',
  'subscriptions',
  'charges',
  'refunds',
  'messages',
  'accept_attempts',
  'carrier_pace',
  'carrier_slots',
  'cases',
  'consents',
  'inbound_messages',
  'inbound_seen',
];

export type InspectionRepository = ReturnType<typeof createInspectionRepository>;
