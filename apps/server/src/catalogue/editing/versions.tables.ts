import type { FieldChange } from '@bonisa/domain/catalogue/entry-merge';
import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/**
 * Who changed which entry, when and what. An entry is known by its key, so its versions survive its
 * deletion. The newest number is the version that a writer names. A creation names no fields: an
 * earlier version is found by undoing the later ones.
 */
export const catalogueVersions = pgTable(
  'catalogue_versions',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    /** From 1 on, without gaps. */
    number: integer('number').notNull(),
    at: instant('at').notNull(),
    actorKind: text('actor_kind', { enum: ['account', 'key', 'command', 'nobody'] }).notNull(),
    /** The id of the account or key; empty for a command. */
    actorId: text('actor_id').notNull(),
    /** As it was called at the time. */
    actor: text('actor').notNull(),
    action: text('action', { enum: ['created', 'changed', 'deleted', 'restored'] }).notNull(),
    /** The fields as rows of a batch write them. */
    fields: jsonb('fields').$type<Readonly<Record<string, FieldChange>>>().notNull(),
    /** The version that this one restored. */
    restored: integer('restored'),
  },
  (table) => [primaryKey({ columns: [table.kind, table.key, table.number] })],
);
