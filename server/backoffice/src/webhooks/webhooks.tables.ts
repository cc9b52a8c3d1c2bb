import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { bigserial, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** A secret of an endpoint; `until`: a rotation has replaced it, and it signs until then. */
export interface EndpointSecret {
  readonly secret: string;
  readonly until: string | null;
}

/** Where webhooks go. */
export const webhookEndpoints = pgTable('webhook_endpoints', {
  id: uuid('id').primaryKey(),
  url: text('url').notNull(),
  description: text('description').notNull(),
  /**
   * The types of subscription events that it gets, as they are recorded. A trigger
   * (`0001_triggers.sql`) queues them in the transaction that records them.
   */
  recordedTypes: text('recorded_types').array().notNull(),
  /** The newest first. Signing needs them as they are. */
  secrets: jsonb('secrets').$type<EndpointSecret[]>().notNull(),
  state: text('state', { enum: ['active', 'paused', 'disabled', 'removed'] }).notNull(),
  /** Why it is disabled. */
  note: text('note'),
  /** The first failure since its last success. */
  failingSince: instant('failing_since'),
  /** It gets nothing until then: an event that must come first has failed. */
  restUntil: instant('rest_until'),
  /** A process is sending to it until then, or was killed. */
  leaseUntil: instant('lease_until'),
  createdAt: instant('created_at').notNull(),
});

/** The outbox and log of webhooks: one event for one endpoint. Rows are written by the trigger. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    position: bigserial('position', { mode: 'number' }).primaryKey(),
    endpointId: uuid('endpoint_id').notNull(),
    subscriptionId: uuid('subscription_id').notNull(),
    /** The event's place among those of its subscription. */
    place: integer('place').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    state: text('state', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
    /**
     * How often it was queued again: with `attempts` it names one attempt, so the late answer of an
     * attempt from before a replay is not taken for an answer of the replay.
     */
    round: integer('round').notNull().default(0),
    /** Since it was queued, or queued again. */
    attempts: integer('attempts').notNull().default(0),
    /** When it is sent next; `null` once it is over. */
    dueAt: instant('due_at'),
    lastAt: instant('last_at'),
    lastStatus: integer('last_status'),
    lastAnswer: text('last_answer'),
  },
  (table) => [
    index('webhook_deliveries_due')
      .on(table.endpointId, table.dueAt, table.position)
      .where(sql`due_at is not null`),
    index('webhook_deliveries_endpoint').on(table.endpointId, table.position),
    index('webhook_deliveries_at').on(table.at),
    // The log is filtered by state, and those that are not delivered are few.
    index('webhook_deliveries_left')
      .on(table.state, table.position)
      .where(sql`state <> 'delivered'`),
  ],
);
