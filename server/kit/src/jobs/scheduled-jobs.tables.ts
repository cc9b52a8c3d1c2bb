import { pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** When each job that repeats runs next, for all processes of the database. */
export const scheduledJobs = pgTable('scheduled_jobs', {
  name: text('name').primaryKey(),
  nextRunAt: timestamp('next_run_at', { withTimezone: true, mode: 'date' }).notNull(),
});
