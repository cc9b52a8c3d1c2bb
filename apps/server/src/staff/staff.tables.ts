import { desc } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/**
 * Who did what, when and why. Triggers in `0001_triggers.sql` refuse to change or delete a row. No
 * column holds a number: `subject` names a subscriber by id.
 */
export const staffAudit = pgTable(
  'staff_audit',
  {
    /** UUIDv7: sorts by time, so that it is also the place to read on from. */
    id: uuid('id').primaryKey(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind', { enum: ['account', 'key', 'command', 'nobody'] }).notNull(),
    /** The id of the account or key; empty for a command and for nobody. */
    actorId: text('actor_id').notNull(),
    /** As it was called at the time. */
    actor: text('actor').notNull(),
    /** The call's id in the contract, or the name of a command. */
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    reason: text('reason'),
    details: jsonb('details').$type<Record<string, unknown>>(),
    correlationId: text('correlation_id'),
  },
  (table) => [
    // The audit's page filters by each of these and reads the newest first.
    index('staff_audit_actor').on(table.actorId, desc(table.id)),
    index('staff_audit_subject').on(table.subject, desc(table.id)),
    index('staff_audit_action').on(table.action, desc(table.id)),
  ],
);

/** Keys of programs. The secret itself is nowhere: `hash` is its SHA-256. */
export const staffApiKeys = pgTable('staff_api_keys', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  hash: text('hash').notNull().unique(),
  prefix: text('prefix').notNull(),
  scopes: text('scopes').array().notNull(),
  createdAt: instant('created_at').notNull(),
  /** Who made it, as the audit calls them. */
  createdBy: text('created_by').notNull(),
  expiresAt: instant('expires_at').notNull(),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
});
