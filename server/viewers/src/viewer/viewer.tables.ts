import { DEVICE_KINDS } from '@bonisa/domain/playback/playing-devices';
import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core';

/** The kinds of entries on a list. */
export const LIST_KINDS = ['video', 'show', 'episode', 'channel', 'category'] as const;

/**
 * An item of a subscriber's list. A hidden entry keeps its item; answers leave it out until the
 * entry is visible again.
 */
export const listItems = pgTable(
  'list_items',
  {
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: LIST_KINDS }).notNull(),
    entityId: integer('entity_id').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.kind, table.entityId] }),
    index('list_items_added').on(table.subscriberId, table.addedAt),
  ],
);

/**
 * The resume position of a subscriber in a title: a video, or a show with the episode watched last.
 */
export const resumePositions = pgTable(
  'resume_positions',
  {
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    titleId: integer('title_id').notNull(),
    /** Null for a video. */
    episodeId: integer('episode_id'),
    /**
     * Null when the title was finished, hardly begun or removed at `at`. The row then keeps an
     * older position from another device from coming back.
     */
    seconds: integer('seconds'),
    /** The viewer has seen the video, or the last episode of the show. */
    finished: boolean('finished').notNull().default(false),
    /** Length of the media at that time; the progress bar on a card needs both values. */
    durationSeconds: integer('duration_seconds').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.titleId] }),
    index('resume_positions_at').on(table.subscriberId, table.at),
    check('resume_positions_seconds', sql`${table.seconds} is null or ${table.seconds} >= 0`),
  ],
);

/**
 * A device that plays a subscriber's subscription, or played it lately. It holds a place by a lease
 * that heartbeats renew (`packages/domain/src/playback/playing-devices.ts`).
 */
export const playingDevices = pgTable(
  'playing_devices',
  {
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    /** The hash of the browser's session. */
    session: text('session').notNull(),
    /** The newest play of the device; ending an earlier one does not free the place. */
    playId: uuid('play_id').notNull(),
    kind: text('kind', { enum: DEVICE_KINDS }).notNull(),
    since: instant('since').notNull(),
    /** When it was heard of last. */
    seenAt: instant('seen_at').notNull(),
    /** Until when it holds its place, unless it is heard of; null from the version before. */
    heldUntil: instant('held_until'),
    /** The kind of the device that took this device's place, and when; null without one. */
    takenOverKind: text('taken_over_kind', { enum: DEVICE_KINDS }),
    takenOverAt: instant('taken_over_at'),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.session] }),
    // For the purge.
    index('playing_devices_seen').on(table.seenAt),
  ],
);
