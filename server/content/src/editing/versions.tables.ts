import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import type { FieldChange } from '@bonisa/domain/catalogue/entry-versions';
import type { ImportedCaptions, OwnCaptions } from '@bonisa/domain/playback/title-captions';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { KeyKind } from './entry-kinds.ts';

/** A shelf on which a deleted title was, or a title in whose credits a deleted person was. */
export interface FormerPlace {
  readonly kind: 'shelf' | 'show' | 'video';
  readonly key: string;
  /** How many items came before it. */
  readonly place: number;
  /** Of a credit. */
  readonly role?: string;
  readonly character?: string | null;
}

/** What a deletion took away besides the fields of the entry. */
export interface Deletion {
  /** The entry with which it went; null: it was deleted by itself. */
  readonly of: {
    readonly kind: KeyKind;
    readonly key: string;
    /** Of a title: whether it was a show or a video. */
    readonly entryKind: EntryKind;
  } | null;
  readonly places: readonly FormerPlace[];
  /** Under which it returns; missing in deletions before this field. */
  readonly id?: number;
  readonly createdAt?: string;
  readonly captions?: readonly OwnCaptions[];
  readonly importedCaptions?: ImportedCaptions;
}

/** What a deletion remembers of the row itself. */
export type RememberedRow = Pick<Deletion, 'id' | 'createdAt' | 'captions' | 'importedCaptions'>;

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
    /** Of a deletion; null in those before this column. */
    deletion: jsonb('deletion').$type<Deletion>(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key, table.number] }),
    // The list of deleted entries, and what went together.
    index('catalogue_versions_deleted').on(table.at.desc()).where(sql`${table.action} = 'deleted'`),
  ],
);
