import { LIVE_INGEST_PICTURES } from '@bonisa/contract/studio/live.calls';
import { instant } from '@bonisa/kit/database/columns';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { LiveRendition } from '../live/live-source.port.ts';

/** Who may send a live programme into which channel. */
export const streamKeys = pgTable('stream_keys', {
  /** No foreign key: the catalogue owns the channel. */
  liveChannelId: integer('live_channel_id').primaryKey(),
  /** Only a hash is stored: reading the table gives no usable key. */
  keyHash: text('key_hash').notNull().unique(),
  /** The slug of the channel that gets the recordings as videos; null: none does. */
  recordTo: text('record_to'),
  createdAt: instant('created_at').notNull(),
});

/**
 * `waiting`: no pictures yet. `on_air`; `away`: the slate is. The others say why viewers see
 * nothing.
 */
export type PictureState = (typeof LIVE_INGEST_PICTURES)[number];

/** A live programme that was sent in, from its first publisher to its end. */
export const liveIngestSessions = pgTable(
  'contributions',
  {
    id: uuid('id').primaryKey(),
    liveChannelId: integer('live_channel_id').notNull(),
    state: text('state', { enum: ['live', 'away', 'ended', 'failed'] }).notNull(),
    startedAt: instant('started_at').notNull(),
    /** When something of it last arrived. */
    seenAt: instant('seen_at').notNull(),
    /** Set beside `away`: it is over, and its recording waits to be finalised. */
    endedAt: instant('ended_at'),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    publishers: integer('publishers').notNull(),
    /**
     * Where the newest publisher sends from, shortened so that it names a site and no person
     * (`shortenedAddress`); null: not known, or deleted by the purge.
     */
    network: text('network'),
    /** A person asked for its end; the process that takes it ends it. */
    endAskedAt: instant('end_asked_at'),
    /** The ingest job of its recording; null: not ended, or nothing to record. */
    jobId: uuid('job_id'),
    /** What viewers see of it, or why they see nothing. */
    picture: text('picture', { enum: LIVE_INGEST_PICTURES }).notNull().default('waiting'),
    /** When the schedule goes on, in microseconds since 1970; null: not known, or never on air. */
    onAirUntil: bigint('on_air_until', { mode: 'number' }),
    /** What is added to the schedule's numbers from then on. */
    sequenceShift: bigint('sequence_shift', { mode: 'number' }),
    discontinuityShift: bigint('discontinuity_shift', { mode: 'number' }),
  },
  (table) => [index('contributions_channel').on(table.liveChannelId, table.startedAt)],
);

/**
 * What one encoder made of a live ingest session: an asset whose segments follow each other. Its
 * row is how other processes know what is on air. Times are microseconds.
 */
export const liveIngestParts = pgTable(
  'contribution_parts',
  {
    assetId: uuid('asset_id').primaryKey(),
    ingestSessionId: uuid('contribution_id')
      .notNull()
      .references(() => liveIngestSessions.id, { onDelete: 'cascade' }),
    liveChannelId: integer('live_channel_id').notNull(),
    /** On air from here on. */
    startsAt: bigint('starts_at', { mode: 'number' }).notNull(),
    /** Of every segment but the last. */
    segmentDuration: integer('segment_duration').notNull(),
    lastDuration: integer('last_duration').notNull(),
    /** The segments in the file store so far, and those of them that were removed again. */
    segments: integer('segments').notNull(),
    removed: integer('removed').notNull().default(0),
    isOpen: boolean('is_open').notNull(),
    /** The numbers of its first segment on the channel. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    discontinuity: bigint('discontinuity', { mode: 'number' }).notNull(),
    renditions: jsonb('renditions').$type<readonly LiveRendition[]>().notNull(),
  },
  (table) => [index('contribution_parts_starts').on(table.startsAt)],
);
