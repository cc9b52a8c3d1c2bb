import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Named facts about this database that every process using it must share. */
export const installationFacts = pgTable('installation_facts', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
  at: timestamp('at', { withTimezone: true, mode: 'date' }).notNull(),
});
