import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/columns.ts';

/** What a list may hold. */
export const LIST_KINDS = ['video', 'show', 'episode', 'channel', 'category'] as const;

/**
 * Something on a subscriber's list. What it names may be hidden now: it is left out of answers and
 * comes back with it.
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

/** Where a subscriber left a title: a video, or a show with the episode that was watched last. */
export const resumePositions = pgTable(
  'resume_positions',
  {
    subscriberId: bigint('subscriber_id', { mode: 'number' }).notNull(),
    titleId: integer('title_id').notNull(),
    /** Null for a video. */
    episodeId: integer('episode_id'),
    /**
     * Null: finished, not begun or taken out at `at`; an older position from another device does
     * not bring it back.
     */
    seconds: integer('seconds'),
    /** How long the media was then: a bar on a card is drawn from the two. */
    durationSeconds: integer('duration_seconds').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.subscriberId, table.titleId] }),
    index('resume_positions_at').on(table.subscriberId, table.at),
    check('resume_positions_seconds', sql`${table.seconds} is null or ${table.seconds} >= 0`),
  ],
);
