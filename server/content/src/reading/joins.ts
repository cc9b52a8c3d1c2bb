import { and, eq } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import {
  catalogueAssets,
  categories,
  channels,
  episodes,
  genres,
  liveCategories,
  liveChannels,
  seasons,
  titles,
} from '../catalogue.tables.ts';
import { visible } from './visibility.ts';

/**
 * Joins from a table of the catalogue to its parents, for dynamic queries
 * (`db.select(…).from(…).$dynamic()`). The conditions of `visibility.ts` need these tables.
 */

/** From titles to their channel. */
export const titleToChannel = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(channels, eq(channels.id, titles.channelId));

/** From titles to their channel and their genre. */
export const titleToGenre = <Query extends PgSelect>(query: Query) =>
  titleToChannel(query).innerJoin(genres, eq(genres.id, titles.genreId));

/** From titles to their category. A title without a visible category has nulls there. */
export const titleToCategory = <Query extends PgSelect>(query: Query) =>
  query.leftJoin(categories, and(eq(categories.id, titles.categoryId), visible(categories)));

/** From episodes to their season, show and channel. */
export const episodeToChannel = <Query extends PgSelect>(query: Query) =>
  titleToChannel(
    query
      .innerJoin(seasons, eq(seasons.id, episodes.seasonId))
      .innerJoin(titles, eq(titles.id, seasons.showId)),
  );

/** From episodes to their media, season, show and channel. Leaves out episodes without media. */
export const playableEpisodeToChannel = <Query extends PgSelect>(query: Query) =>
  episodeToChannel(query.innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId)));

/** From categories to their channel. */
export const categoryToChannel = <Query extends PgSelect>(query: Query) =>
  query.innerJoin(channels, eq(channels.id, categories.channelId));

/** From live channels to their category and genre. */
export const liveToGenre = <Query extends PgSelect>(query: Query) =>
  query
    .innerJoin(liveCategories, eq(liveCategories.id, liveChannels.liveCategoryId))
    .innerJoin(genres, eq(genres.id, liveChannels.genreId));
