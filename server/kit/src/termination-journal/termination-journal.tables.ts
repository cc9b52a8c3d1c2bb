import { sql } from 'drizzle-orm';
import { boolean, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/**
 * The ends that are also in the file store, as far as this database knows them. A restored database
 * lacks the newest: what is in the store and not here is carried out again.
 */
export const terminationJournal = pgTable(
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
    /**
     * Whether the row was written before a restored database had read the file store to its end.
     * Then it says nothing about what is older: people stop also while the replay waits. `null`:
     * written by an earlier release.
     */
    beforeReplay: boolean('before_replay'),
  },
  (table) => [
    index('end_records_due').on(table.dueAt).where(sql`due_at is not null`),
    // The newest one says how far this database knows the file store; old rows are deleted.
    index('end_records_at').on(table.at),
  ],
);

/**
 * One row: whether the file store was read to its end since this database has its present identity.
 * It counts only where `database` and `written_by` are this database's (see `carrier_checks`).
 */
export const endReplays = pgTable('end_replays', {
  id: text('id').primaryKey(),
  database: text('database').notNull(),
  writtenBy: text('written_by').notNull(),
  /** When everything was carried out again; `null` before. */
  finishedAt: instant('finished_at'),
});
