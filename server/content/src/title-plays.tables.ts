import { integer, pgTable } from 'drizzle-orm/pg-core';
import { titles } from './catalogue.tables.ts';

/** How often each title was started lately; a job counts anew. One without a row: not at all. */
export const titlePlays = pgTable('title_plays', {
  titleId: integer('title_id')
    .primaryKey()
    .references(() => titles.id, { onDelete: 'cascade' }),
  plays: integer('plays').notNull(),
});
