import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/** Short messages to send, written in the same transaction as what they tell of. */
export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    /**
     * Whom it is about, where it is about a subscription: what is still to be said ends with it.
     */
    subscriptionId: uuid('subscription_id'),
    /** The same key twice is one message: `remind <subscription> 2026-11`. */
    onceKey: text('once_key'),
    template: text('template', {
      enum: [
        'welcome',
        'trial_ends',
        'receipt',
        'reminder',
        'not_paid',
        'parked',
        'goodbye',
        'ended',
        'refund',
        'sign_in_tries',
        'package_changed',
        'help',
        'start',
        'blocked',
      ],
    }).notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `null` once it is sent or given up. */
    dueAt: instant('due_at'),
    sentAt: instant('sent_at'),
    /** The carrier that took it; `null` while none has. */
    carrierId: text('carrier_id'),
    /** The carrier's own id of it: the proof that it was told. */
    carrierMessageId: text('carrier_message_id'),
    /**
     * The number's data was removed: this one loses the number too as soon as it is sent or given
     * up.
     */
    forget: boolean('forget').notNull().default(false),
  },
  (table) => [
    index('messages_due').on(table.dueAt, table.id).where(sql`due_at is not null`),
    index('messages_msisdn').on(table.msisdn, table.createdAt),
    index('messages_subscription').on(table.subscriptionId).where(sql`due_at is not null`),
    index('messages_alone').on(table.createdAt).where(sql`subscription_id is null`),
    uniqueIndex('messages_once').on(table.onceKey).where(sql`once_key is not null`),
  ],
);

/** What the carrier sent us, by its id: the same thing twice is done once. */
export const inboundSeen = pgTable('inbound_seen', {
  id: text('id').primaryKey(),
  at: instant('at').notNull(),
});

/**
 * What handsets asked by a short message, with how it was read: that an opt-out was asked for, and
 * when, is evidence like the opt-in.
 */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    /** The carrier's own id of it. */
    id: text('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    /**
     * What ran or was still served then: it is kept as long as the consents to that, else for three
     * years.
     */
    subscriptionId: uuid('subscription_id'),
    readAs: text('read_as', { enum: ['stop', 'stop_all', 'start', 'other'] }).notNull(),
    /** Its beginning, without digits; `null` once its sender is gone. */
    text: text('text'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('inbound_messages_msisdn').on(table.msisdn, table.at),
    index('inbound_messages_alone').on(table.at).where(sql`subscription_id is null`),
  ],
);
