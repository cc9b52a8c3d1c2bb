import { instant } from '@bonisa/kit/database/columns';
import { boolean, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

/**
 * The uploaded pictures. Drawn and given ones are told apart by the columns `artwork`, which name
 * pictures by id.
 */
export const artworks = pgTable('artworks', {
  /** A hash of the bytes that were uploaded. */
  id: text('id').primaryKey(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  colours: jsonb('colours').$type<readonly [string, string, string]>().notNull(),
  accent: text('accent').notNull(),
  createdAt: instant('created_at').notNull(),
  /**
   * Whether an entry has ever shown it, so that versions may name it. The default is for releases
   * before the column, which stored a picture only for an entry.
   */
  given: boolean('given').notNull().default(true),
  /** Since when no entry shows it, as far as housekeeping has seen; null: one does. */
  unusedSince: instant('unused_since'),
});
