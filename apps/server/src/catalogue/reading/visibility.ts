import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database.ts';
import {
  catalogueAssets,
  categories,
  channels,
  episodes,
  liveCategories,
  liveChannels,
  seasons,
  titles,
} from '../catalogue.tables.ts';

/**
 * What can be seen: decided here and nowhere else. A thing is visible while it is published and
 * within its window, what it belongs to is, and its media is ready. Conditions stand in statements
 * that are prepared once; `now` is handed in with each of their runs.
 */

/** The instant of asking: `execute({ now, … })`. */
export const NOW = sql.placeholder('now');

interface Windowed {
  readonly published: PgColumn;
  readonly availableFrom: PgColumn;
  readonly availableUntil: PgColumn;
}

/** Of a thing itself: published and within its window. */
export function visible({ published, availableFrom, availableUntil }: Windowed): SQL {
  return all(
    eq(published, true),
    either(isNull(availableFrom), lte(availableFrom, NOW)),
    either(isNull(availableUntil), gt(availableUntil, NOW)),
  );
}

/** Of a title in its channel (both are in the statement), whether or not its media is ready. */
export const VISIBLE_TITLE = all(visible(titles), visible(channels));

/**
 * Of an episode in its season, of whatever show (both are in the statement), whether or not its
 * media is ready.
 */
export const VISIBLE_IN_SEASON = all(visible(episodes), eq(seasons.published, true));

/**
 * Of an episode with all that it belongs to (season, show and channel are in the statement),
 * whether or not its media is ready.
 */
export const VISIBLE_EPISODE = all(VISIBLE_IN_SEASON, VISIBLE_TITLE);

/** Of a category in its channel (both are in the statement). */
export const VISIBLE_CATEGORY = all(visible(categories), visible(channels));

/** Of a live channel in its category (both are in the statement). */
export const VISIBLE_LIVE = all(visible(liveChannels), eq(liveCategories.published, true));

/**
 * Seasons in the order in which they are watched: what stands beside them (specials) comes last.
 */
export const SEASONS_IN_ORDER = [sql`${seasons.ordinal} = 0`, sql`${seasons.ordinal}`] as const;

/**
 * Orders categories so that as many channels as there are come first: the first category of each,
 * then the second of each.
 */
export const CHANNELS_IN_TURN = sql`row_number() over (partition by ${channels.id} order by ${categories.position}, ${categories.id})`;

/**
 * A title has something to play: a video its media, a show an episode with its own. For counts and
 * lists of ids.
 */
export function playable(db: Database): SQL {
  const media = db
    .select({ one: sql`1` })
    .from(catalogueAssets)
    .where(eq(catalogueAssets.id, titles.assetId));
  const episode = db
    .select({ one: sql`1` })
    .from(seasons)
    .innerJoin(episodes, eq(episodes.seasonId, seasons.id))
    .innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId))
    .where(and(eq(seasons.showId, titles.id), VISIBLE_IN_SEASON));
  return sql`case when ${titles.kind} = 'video' then exists ${media} else exists ${episode} end`;
}

/**
 * What there is to watch of a show: beside each title as a lateral join. Where `playable` only asks
 * whether, this says how much, and which media comes first; nothing of it for a video. Season by
 * season, so that the database takes the few episodes of each by index, however small or large the
 * tables are, and none at all for a video.
 */
export function watchOf(db: Database) {
  const ofSeason = db
    .select({
      episodeCount: sql<number>`count(*)`.as('episode_count'),
      assetId: sql<string>`(array_agg(${episodes.assetId} order by ${episodes.ordinal}))[1]`.as(
        'asset_id',
      ),
      slug: sql<string>`(array_agg(${episodes.slug} order by ${episodes.ordinal}))[1]`.as('slug'),
    })
    .from(episodes)
    .innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId))
    .where(and(eq(episodes.seasonId, seasons.id), visible(episodes)))
    .as('of_season');
  const inOrder = sql.join([...SEASONS_IN_ORDER], sql`, `);
  return db
    .select({
      seasonCount: sql<number>`count(*)::int`.as('seasons_to_watch'),
      episodeCount: sql<number | null>`sum(${ofSeason.episodeCount})::int`.as('episodes_to_watch'),
      assetId: sql<string | null>`(array_agg(${ofSeason.assetId} order by ${inOrder}))[1]`.as(
        'first_asset_id',
      ),
      playSlug: sql<string | null>`(array_agg(${ofSeason.slug} order by ${inOrder}))[1]`.as(
        'first_slug',
      ),
    })
    .from(seasons)
    .innerJoinLateral(ofSeason, gt(ofSeason.episodeCount, 0))
    .where(and(eq(titles.kind, 'show'), eq(seasons.showId, titles.id), eq(seasons.published, true)))
    .as('watch');
}

function all(...conditions: SQL[]): SQL {
  return sql`(${sql.join(conditions, sql` and `)})`;
}

function either(...conditions: SQL[]): SQL {
  return sql`(${sql.join(conditions, sql` or `)})`;
}
