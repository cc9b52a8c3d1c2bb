import { type Database, rowsOf } from '@bonisa/kit/database/database';
import { allButNewest, purgeRows } from '@bonisa/kit/jobs/purge';
import { and, asc, desc, eq, gte, isNotNull, lt, lte, sql } from 'drizzle-orm';
import type { NamedEvent } from './webhook-signature.ts';
import { webhookDeliveries, webhookEndpoints } from './webhooks.tables.ts';

export type Delivery = typeof webhookDeliveries.$inferSelect;

/** What an attempt changes. */
export type Outcome = Pick<
  Delivery,
  'state' | 'attempts' | 'dueAt' | 'lastAt' | 'lastStatus' | 'lastAnswer'
>;

export interface DeliveryQuery {
  readonly endpoint_id?: string | undefined;
  readonly state?: Delivery['state'] | undefined;
  /** The deliveries of one event. */
  readonly event?: NamedEvent | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

/** The deliveries of a span of time: all of them, or those that failed for good. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
  readonly onlyFailed: boolean;
}

function inSpan(endpointId: string, { from, to, onlyFailed }: Span) {
  return and(
    eq(webhookDeliveries.endpointId, endpointId),
    gte(webhookDeliveries.at, from),
    lt(webhookDeliveries.at, to),
    onlyFailed ? eq(webhookDeliveries.state, sql.raw("'failed'")) : undefined,
  );
}

const QUEUED_AGAIN = {
  state: 'waiting' as const,
  attempts: 0,
  round: sql`${webhookDeliveries.round} + 1`,
};

/** SQL of the outbox and log of webhooks. */
export function createWebhookDeliveryRepository(db: Database) {
  return {
    within: (tx: Database) => createWebhookDeliveryRepository(tx),

    /** What an endpoint is to get now, in the order of the queue. */
    due: (endpointId: string, now: Date, limit: number): Promise<Delivery[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.endpointId, endpointId),
            isNotNull(webhookDeliveries.dueAt),
            lte(webhookDeliveries.dueAt, now),
          ),
        )
        .orderBy(asc(webhookDeliveries.dueAt), asc(webhookDeliveries.position))
        .limit(limit),

    /**
     * Writes what an attempt changes. False, and nothing is written, where the delivery has had
     * another attempt since it was read (this process stood still, and its turn was over), or was
     * queued again: the replay is sent, whatever the attempt before it came to.
     */
    record: async (
      { position, round, attempts }: Pick<Delivery, 'position' | 'round' | 'attempts'>,
      outcome: Outcome,
    ): Promise<boolean> => {
      const written = await db
        .update(webhookDeliveries)
        .set(outcome)
        .where(
          and(
            eq(webhookDeliveries.position, position),
            eq(webhookDeliveries.round, round),
            eq(webhookDeliveries.attempts, attempts),
            eq(webhookDeliveries.state, 'waiting'),
          ),
        )
        .returning({ position: webhookDeliveries.position });
      return written.length > 0;
    },

    /** The newest first. The state is a literal: every plan may use the index of the few. */
    page: ({ endpoint_id, state, event, before, limit }: DeliveryQuery): Promise<Delivery[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            endpoint_id === undefined ? undefined : eq(webhookDeliveries.endpointId, endpoint_id),
            state === undefined ? undefined : eq(webhookDeliveries.state, sql.raw(`'${state}'`)),
            event === undefined
              ? undefined
              : and(
                  // The time has an index of its own.
                  eq(webhookDeliveries.at, event.at),
                  eq(webhookDeliveries.subscriptionId, event.subscriptionId),
                  eq(webhookDeliveries.place, event.place),
                ),
            before === undefined ? undefined : lt(webhookDeliveries.position, before),
          ),
        )
        .orderBy(desc(webhookDeliveries.position))
        .limit(limit),

    /** Queues one again; answers its endpoint, or `undefined` where there is none. */
    replay: async (position: number, now: Date): Promise<string | undefined> => {
      const [row] = await db
        .update(webhookDeliveries)
        .set({ ...QUEUED_AGAIN, dueAt: now })
        .where(
          and(
            eq(webhookDeliveries.position, position),
            sql`exists (select from ${webhookEndpoints} where ${webhookEndpoints.id} = ${webhookDeliveries.endpointId} and ${webhookEndpoints.state} <> 'removed')`,
          ),
        )
        .returning({ endpointId: webhookDeliveries.endpointId });
      return row?.endpointId;
    },

    /** Queues what happened in a span again, in its order; answers how many. */
    replaySpan: async (endpointId: string, span: Span): Promise<number> => {
      const [row] = await rowsOf<{ n: number }>(
        db,
        sql`with again as (
          update webhook_deliveries set state = 'waiting', attempts = 0, round = round + 1, due_at = at
          where ${inSpan(endpointId, span)}
          returning 1) select count(*)::int as n from again`,
      );
      return row?.n ?? 0;
    },

    /** How many of a span there are, up to a limit. */
    countSpan: async (endpointId: string, span: Span, limit: number): Promise<number> => {
      const found = db
        .select({ position: webhookDeliveries.position })
        .from(webhookDeliveries)
        .where(inSpan(endpointId, span))
        .limit(limit)
        .as('found');
      const [row] = await db.select({ n: sql<number>`count(*)::int` }).from(found);
      return row?.n ?? 0;
    },

    /** How many wait, counted up to a limit. */
    waiting: async (limit: number): Promise<number> => {
      const [row] = await rowsOf<{ n: number }>(
        db,
        sql`select count(*)::int as n from (select from webhook_deliveries where due_at is not null limit ${limit}) waiting`,
      );
      return row?.n ?? 0;
    },

    /** Deletes what is older than `until`, what is too much, and what removed endpoints leave. */
    purge: async (until: Date, most: number): Promise<void> => {
      await purgeRows(
        db,
        webhookDeliveries,
        sql`${webhookDeliveries.at} < ${sql.param(until, webhookDeliveries.at)}`,
      );
      await purgeRows(
        db,
        webhookDeliveries,
        allButNewest(webhookDeliveries, webhookDeliveries.position, most),
      );
      await purgeRows(
        db,
        webhookDeliveries,
        sql`${webhookDeliveries.endpointId} in (select id from webhook_endpoints where state = 'removed')`,
      );
    },
  };
}

export type WebhookDeliveryRepository = ReturnType<typeof createWebhookDeliveryRepository>;
