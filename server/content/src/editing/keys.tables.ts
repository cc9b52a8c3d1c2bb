import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core';

/**
 * The caller's own key of each entry. Videos and shows share the kind `title`, as they share slugs.
 * Deleting an entry deletes its key.
 */
export const catalogueKeys = pgTable(
  'catalogue_keys',
  {
    kind: text('kind').notNull(),
    key: text('key').notNull(),
    entryId: integer('entry_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.key] }),
    // The studio's search of keys.
    index('catalogue_keys_words').using('gin', sql`${table.key} gin_trgm_ops`),
    unique('catalogue_keys_entry').on(table.kind, table.entryId),
  ],
);
