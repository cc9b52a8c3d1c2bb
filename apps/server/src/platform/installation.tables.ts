import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * What belongs to this database as a whole and must be the same for every process that uses it, by
 * name.
 */
export const installationFacts = pgTable('installation_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
});
