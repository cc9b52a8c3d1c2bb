import { type Database, lockFor, rowsOf } from '@bonisa/kit/database/database';
import { earliestDue } from '@bonisa/kit/jobs/earliest-due';
import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import { webhookDeliveries, webhookEndpoints } from './webhooks.tables.ts';

export type Endpoint = typeof webhookEndpoints.$inferSelect;

/** The first time at which an endpoint may get what waits for it: one short look for each. */
const FIRST_DUE = sql`select min(greatest(first.due_at, e.rest_until, e.lease_until)) from webhook_endpoints e, lateral (select d.due_at from webhook_deliveries d where d.endpoint_id = e.id and d.due_at is not null order by d.due_at limit 1) first where e.state = 'active'`;

const RESTS = webhookEndpoints.restUntil;
const LEASED = webhookEndpoints.leaseUntil;

/** SQL of the endpoints of webhooks. */
export function createWebhookEndpointRepository(db: Database) {
  return {
    within: (tx: Database) => createWebhookEndpointRepository(tx),

    transaction: <Result>(work: (tx: Database) => Promise<Result>): Promise<Result> =>
      db.transaction(async (tx) => work(tx as unknown as Database)),

    /** Lets one transaction at a time count the endpoints. */
    lock: (): Promise<void> => lockFor(db, 'webhook endpoints'),

    insert: async (endpoint: Endpoint): Promise<void> => {
      await db.insert(webhookEndpoints).values(endpoint);
    },

    all: (): Promise<Endpoint[]> =>
      db
        .select()
        .from(webhookEndpoints)
        .where(ne(webhookEndpoints.state, 'removed'))
        .orderBy(asc(webhookEndpoints.createdAt), asc(webhookEndpoints.id)),

    byId: async (id: string): Promise<Endpoint | undefined> => {
      const [row] = await db
        .select()
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.id, id), ne(webhookEndpoints.state, 'removed')));
      return row;
    },

    lockById: async (id: string): Promise<Endpoint | undefined> => {
      const [row] = await db
        .select()
        .from(webhookEndpoints)
        .where(and(eq(webhookEndpoints.id, id), ne(webhookEndpoints.state, 'removed')))
        .for('update');
      return row;
    },

    change: async (id: string, values: Partial<Endpoint>): Promise<void> => {
      await db.update(webhookEndpoints).set(values).where(eq(webhookEndpoints.id, id));
    },

    nextDue: (): Promise<Date | null> => earliestDue(db, FIRST_DUE),

    /** Those for which something waits that may be sent now. */
    due: (now: Date): Promise<{ id: string }[]> =>
      rowsOf(
        db,
        sql`select e.id from webhook_endpoints e where e.state = 'active'
          and (e.rest_until is null or e.rest_until <= ${sql.param(now, RESTS)})
          and (e.lease_until is null or e.lease_until <= ${sql.param(now, LEASED)})
          and exists (select from webhook_deliveries d where d.endpoint_id = e.id and d.due_at <= ${sql.param(now, webhookDeliveries.dueAt)})
          order by e.id`,
      ),

    /** Takes an endpoint for one process; `undefined`: another has it, or it may get nothing. */
    claim: async (id: string, now: Date, leaseUntil: Date): Promise<Endpoint | undefined> => {
      const [row] = await db
        .update(webhookEndpoints)
        .set({ leaseUntil })
        .where(
          and(
            eq(webhookEndpoints.id, id),
            eq(webhookEndpoints.state, 'active'),
            or(isNull(RESTS), lte(RESTS, now)),
            or(isNull(LEASED), lte(LEASED, now)),
          ),
        )
        .returning();
      return row;
    },

    /** Gives an endpoint back, unless its lease has ended and another process took it. */
    release: async (id: string, leaseUntil: Date): Promise<void> => {
      await db
        .update(webhookEndpoints)
        .set({ leaseUntil: null })
        .where(and(eq(webhookEndpoints.id, id), eq(LEASED, leaseUntil)));
    },

    /** Notes a success. */
    accepts: async (id: string): Promise<void> => {
      await db
        .update(webhookEndpoints)
        .set({ failingSince: null, restUntil: null })
        .where(eq(webhookEndpoints.id, id));
    },

    /**
     * Notes a failure, unless the endpoint has another address meanwhile; `disabled`: the note of
     * an endpoint that gets nothing any more.
     */
    fails: async (
      { id, url }: Pick<Endpoint, 'id' | 'url'>,
      { now, restUntil, disabled }: { now: Date; restUntil: Date | null; disabled?: string },
    ): Promise<void> => {
      const tried = and(eq(webhookEndpoints.id, id), eq(webhookEndpoints.url, url));
      await db
        .update(webhookEndpoints)
        .set({
          failingSince: sql`coalesce(${webhookEndpoints.failingSince}, ${sql.param(now, webhookEndpoints.failingSince)})`,
          restUntil,
        })
        .where(tried);
      if (disabled === undefined) return;
      await db
        .update(webhookEndpoints)
        .set({ state: 'disabled', note: disabled })
        .where(and(tried, eq(webhookEndpoints.state, 'active')));
    },

    /** How many endpoints are in each state. */
    counts: (): Promise<{ state: string; n: number }[]> =>
      rowsOf(
        db,
        sql`select state, count(*)::int as n from webhook_endpoints where state <> 'removed' group by state`,
      ),

    /** Deletes the rows of removed endpoints of which no delivery is left. */
    purgeRemoved: async (): Promise<void> => {
      const gone = db
        .select({ id: webhookEndpoints.id })
        .from(webhookEndpoints)
        .where(
          and(
            eq(webhookEndpoints.state, 'removed'),
            sql`not exists (select from webhook_deliveries d where d.endpoint_id = ${webhookEndpoints.id})`,
          ),
        );
      await db.delete(webhookEndpoints).where(inArray(webhookEndpoints.id, gone));
    },
  };
}

export type WebhookEndpointRepository = ReturnType<typeof createWebhookEndpointRepository>;
