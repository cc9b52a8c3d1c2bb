import { HANDSET_READINGS } from '@bonisa/domain/handset/read-handset-text';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';

/** Short messages to send, written in the same transaction as the change that they announce. */
export const messages = pgTable(
  'messages',
  {
    id: uuid('id').primaryKey(),
    msisdn: text('msisdn').notNull(),
    /** The subscription, if the message is about one: waiting messages end with it. */
    subscriptionId: uuid('subscription_id'),
    /** A repeated key is the same message: `remind <subscription> 2026-11`. */
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
        'device_signed_in',
        'package_changed',
        'price_offered',
        'help',
        'start',
        'blocked',
        'stop_asked',
      ],
    }).notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: ['queued', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    createdAt: instant('created_at').notNull(),
    /** `null` once the message is sent or dropped. */
    dueAt: instant('due_at'),
    sentAt: instant('sent_at'),
    /** The carrier that accepted the message; `null` before. */
    carrierId: text('carrier_id'),
    /** The carrier's own id of the message: the proof that it was sent. */
    carrierMessageId: text('carrier_message_id'),
    /**
     * The number's data was removed: this message loses the number too as soon as it is sent or
     * dropped.
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

/**
 * Calls from carriers by carrier, mark of the number and the carrier's id of the call: a repeated
 * one has no second effect.
 */
export const inboundSeen = pgTable('inbound_seen', {
  id: text('id').primaryKey(),
  at: instant('at').notNull(),
});

/**
 * Messages from handsets with how they were read: that an opt-out was requested, and when, is
 * evidence like the opt-in.
 */
export const inboundMessages = pgTable(
  'inbound_messages',
  {
    id: text('id').primaryKey(),
    /** The carrier that delivered the message, and its own id of it; in older rows `id` is that. */
    carrierId: text('carrier_id'),
    carrierMessageId: text('carrier_message_id'),
    msisdn: text('msisdn').notNull(),
    /**
     * The subscription that ran or was still served then: the message is retained as long as its
     * consents, otherwise for three years.
     */
    subscriptionId: uuid('subscription_id'),
    /** A `doubtful` one lets the next text that is no question stop, see `inbound.service.ts`. */
    readAs: text('read_as', { enum: HANDSET_READINGS }).notNull(),
    /** As `storedText` (`inbound-log.ts`) keeps it; `null` once its sender is removed. */
    text: text('text'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('inbound_messages_msisdn').on(table.msisdn, table.at),
    index('inbound_messages_alone').on(table.at).where(sql`subscription_id is null`),
  ],
);
