import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * The ends that are also in the file store, as far as this database knows them. A restored database
 * lacks the newest: what is in the store and not here is carried out again.
 */
export const endRecords = pgTable(
  'end_records',
  {
    /** The name of the file: time and id, so that names sort by time. */
    name: text('name').primaryKey(),
    at: instant('at').notNull(),
    /**
     * `waiting`: not in the file store yet. `replayed`: came from the file store after a restore.
     * `removing`: the same, and the removal of the person's data is still to be done. `released`:
     * an operator does without the file, which is lost or not signed.
     */
    state: text('state', {
      enum: ['waiting', 'written', 'replayed', 'removing', 'released'],
    }).notNull(),
    /** What is still to be written, or done; then `null`. */
    record: jsonb('record'),
    /** When it is to be written or done; otherwise `null`. */
    dueAt: instant('due_at'),
  },
  (table) => [
    index('end_records_due').on(table.dueAt).where(sql`due_at is not null`),
    // The newest one says how far this database knows the file store; old rows are deleted.
    index('end_records_at').on(table.at),
  ],
);
