import { instant } from '@bonisa/kit/database/columns';
import { sql } from 'drizzle-orm';
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { liveChannels } from './catalogue.tables.ts';

/** The programmes of live channels. */

const programme = {
  /** The duration; a slot may run over the end of the week. */
  minutes: integer('minutes').notNull(),
  title: text('title').notNull(),
  synopsis: text('synopsis').notNull(),
  ratingAge: text('rating_age').notNull(),
  ratingAdvice: text('rating_advice').array().notNull(),
  /** What an editor chose; it may be deleted. No foreign key: ids are not used again. */
  titleId: integer('title_id'),
  episodeId: integer('episode_id'),
};

/** A programme that repeats every week. Slots of a channel do not overlap; a gap is off air. */
export const liveSlots = pgTable(
  'live_slots',
  {
    liveChannelId: integer('live_channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    /** Minutes since Monday 00:00 in South Africa: 0 to 10,079. */
    startsAt: integer('starts_at').notNull(),
    ...programme,
  },
  (table) => [
    primaryKey({ columns: [table.liveChannelId, table.startsAt] }),
    check(
      'live_slots_in_week',
      sql`${table.startsAt} between 0 and 10079 and ${table.minutes} between 1 and 1440`,
    ),
  ],
);

/** A programme that is on once, in place of the week. Those of a channel do not overlap. */
export const liveDated = pgTable(
  'live_dated',
  {
    liveChannelId: integer('live_channel_id')
      .notNull()
      .references(() => liveChannels.id, { onDelete: 'cascade' }),
    startsAt: instant('starts_at').notNull(),
    ...programme,
  },
  (table) => [
    primaryKey({ columns: [table.liveChannelId, table.startsAt] }),
    check('live_dated_of_a_day', sql`${table.minutes} between 1 and 1440`),
  ],
);
