import { bigint, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/columns.ts';

/** Who may send a live programme into which channel. */
export const streamKeys = pgTable('stream_keys', {
  /** No foreign key: the catalogue's rooms own the channel. */
  liveChannelId: integer('live_channel_id').primaryKey(),
  /** Only a hash is stored: reading the table gives no usable key. */
  keyHash: text('key_hash').notNull().unique(),
  /** The slug of the channel that gets the recordings as videos; null: none does. */
  recordTo: text('record_to'),
  createdAt: instant('created_at').notNull(),
});

/** A live programme that was sent in, from its first publisher to its end. */
export const contributions = pgTable(
  'contributions',
  {
    id: uuid('id').primaryKey(),
    liveChannelId: integer('live_channel_id').notNull(),
    state: text('state', { enum: ['live', 'away', 'ended', 'failed'] }).notNull(),
    startedAt: instant('started_at').notNull(),
    /** When something of it last arrived. */
    seenAt: instant('seen_at').notNull(),
    endedAt: instant('ended_at'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    publishers: integer('publishers').notNull(),
    /** The ingest job of its recording; null: not ended, or nothing to record. */
    jobId: uuid('job_id'),
  },
  (table) => [index('contributions_channel').on(table.liveChannelId, table.startedAt)],
);
