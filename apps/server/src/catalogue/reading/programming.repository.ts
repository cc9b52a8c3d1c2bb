import { and, asc, eq, lte, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import {
  catalogueAssets,
  genres,
  liveCategories,
  liveChannels,
  liveSlots,
  titles,
} from '../catalogue.tables.ts';
import { liveToGenre, titleToChannel } from './joins.ts';
import { VISIBLE_LIVE, VISIBLE_TITLE } from './visibility.ts';

/** The most recordings of a genre that its live channels play, the oldest titles first. */
export const RECORDINGS_OF_A_GENRE = 16;

/** The SQL of what live channels play. Returns only what is visible at `now`. */
export function createProgrammingReading(db: Database) {
  const played = titleToChannel(
    db
      .select({
        genreId: titles.genreId,
        assetId: catalogueAssets.id,
        place:
          sql<number>`row_number() over (partition by ${titles.genreId} order by min(${titles.id}))`.as(
            'place',
          ),
      })
      .from(titles)
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, titles.assetId))
      .$dynamic(),
  )
    .where(and(eq(titles.kind, 'video'), VISIBLE_TITLE))
    .groupBy(titles.genreId, catalogueAssets.id)
    .as('played');
  const statements = {
    channels: liveToGenre(
      db
        .select({
          id: liveChannels.id,
          slug: liveChannels.slug,
          title: liveChannels.title,
          genreId: liveChannels.genreId,
        })
        .from(liveChannels)
        .$dynamic(),
    )
      .where(VISIBLE_LIVE)
      .orderBy(asc(liveChannels.id))
      .prepare('catalogue_programming_channels'),
    slots: db
      .select({
        liveChannelId: liveSlots.liveChannelId,
        startsAt: liveSlots.startsAt,
        minutes: liveSlots.minutes,
        title: liveSlots.title,
      })
      .from(liveSlots)
      .innerJoin(liveChannels, eq(liveChannels.id, liveSlots.liveChannelId))
      .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
      .where(VISIBLE_LIVE)
      .orderBy(asc(liveSlots.liveChannelId), asc(liveSlots.startsAt))
      .prepare('catalogue_programming_slots'),
    recordings: titleToChannel(
      db
        .select({ assetId: catalogueAssets.id, genreId: titles.genreId })
        .from(titles)
        .innerJoin(catalogueAssets, eq(catalogueAssets.id, titles.assetId))
        .$dynamic(),
    )
      .where(and(eq(titles.kind, 'video'), VISIBLE_TITLE))
      .orderBy(asc(titles.id))
      .prepare('catalogue_programming_recordings'),
    media: db
      .select({
        genre: genres.slug,
        durationMs: catalogueAssets.durationMs,
        renditions: catalogueAssets.renditions,
      })
      .from(played)
      .innerJoin(genres, eq(genres.id, played.genreId))
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, played.assetId))
      .where(lte(played.place, RECORDINGS_OF_A_GENRE))
      .prepare('catalogue_programming_media'),
  };

  return {
    /** Live channels, each with the genre of its programmes. */
    programmedChannels: (now: Date) => statements.channels.execute({ now }),
    /** The programmes of the week of all live channels. */
    programmedSlots: (now: Date) => statements.slots.execute({ now }),
    /** The media of videos that a live channel may play. */
    recordings: (now: Date) => statements.recordings.execute({ now }),
    /** What of each genre live channels play, for its costs. */
    playedMedia: (now: Date) => statements.media.execute({ now }),
  };
}

export type PlayedMediaRow = Awaited<
  ReturnType<ReturnType<typeof createProgrammingReading>['playedMedia']>
>[number];
