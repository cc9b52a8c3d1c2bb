import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Requests by network within a window, of all processes. A mark is a keyed hash of what is limited,
 * the network and the window; the row ends with its window. The table is unlogged
 * (0003_limits_by_hand.sql): a crash of the server empties it.
 */
export const networkCounts = pgTable(
  'network_counts',
  {
    mark: text('mark').primaryKey(),
    count: integer('count').notNull(),
    until: timestamp('until', { withTimezone: true, mode: 'date' }).notNull(),
  },
  (table) => [index('network_counts_until').on(table.until)],
);
