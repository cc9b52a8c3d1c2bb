import { instant } from '@bonisa/kit/database/columns';
import { pgTable, text, uuid } from 'drizzle-orm/pg-core';

/**
 * One row: whether this database may charge. A copy of the database has the row as well, so it
 * counts only where `database` and `written_by` are this database's (see `carrier_checks`).
 */
export const databaseLeases = pgTable('fences', {
  id: text('id').primaryKey(),
  database: text('database').notNull(),
  writtenBy: text('written_by').notNull(),
  /**
   * `waiting`: looks whether another database is at work. `held`: this one charges. `refused`:
   * another one does, or did until now and knows more.
   */
  state: text('state', { enum: ['waiting', 'held', 'refused'] }).notNull(),
  /**
   * Why it is refused, what it waits for, or what is wrong although it is held. `unconfirmed`:
   * written into a store without conditions, and not read again yet.
   */
  problem: text('problem', {
    enum: ['another_copy', 'older_copy', 'store_away', 'store_refuses', 'unconfirmed'],
  }),
  /** Names this database and its copies. */
  lineage: uuid('lineage').notNull(),
  /** What it wrote last into the file store, and what it is about to write. */
  token: uuid('token'),
  nextToken: uuid('next_token'),
  renewedAt: instant('renewed_at'),
  /** The owner's token when it was looked at last, and since when it has not changed. */
  seenToken: uuid('seen_token'),
  seenAt: instant('seen_at'),
  /** Since when the file store does not answer, or refuses. */
  awaySince: instant('away_since'),
  /** When the next look is due, or the lease of the process that looks now. */
  dueAt: instant('due_at').notNull(),
  /** Why an operator took the active database lease over the last time. */
  note: text('note'),
});
