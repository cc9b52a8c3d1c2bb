import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

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
