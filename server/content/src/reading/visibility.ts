import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
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
 * What is visible: an entry that is published and within its window, whose parents are visible too,
 * and whose media is ready. The conditions are parts of prepared statements; each execution passes
 * `now`. Change two others with them, which need times instead of an answer for one instant: the
 * search index (`visibleTimes`, and the joins of `search-documents.repository.ts`), and recordings
 * that a programme may show later (`programming.repository.ts`).
 */

/** The time of the read, as a parameter: `execute({ now, … })`. */
export const NOW = sql.placeholder('now');

interface Windowed {
  readonly published: PgColumn;
  readonly availableFrom: PgColumn;
  readonly availableUntil: PgColumn;
}

/** An entry is published and within its window. */
export function visible({ published, availableFrom, availableUntil }: Windowed): SQL {
  return all(
    eq(published, true),
    either(isNull(availableFrom), lte(availableFrom, NOW)),
    either(isNull(availableUntil), gt(availableUntil, NOW)),
  );
}

export const NO_TIMES = sql`'{}'::tstzmultirange`;

/** When a row of the table with this alias is visible without regard to its parents: multirange. */
export function visibleTimes(alias: string): SQL {
  const row = sql.raw(alias);
  return sql`case when ${row}.published then tstzmultirange(tstzrange(${row}.available_from, ${row}.available_until)) else ${NO_TIMES} end`;
}

/** A title and its channel are visible, with or without media. Needs both tables. */
export const VISIBLE_TITLE = all(visible(titles), visible(channels));

/** An episode and its season are visible, with or without media. Needs both tables. */
export const VISIBLE_IN_SEASON = all(visible(episodes), eq(seasons.published, true));

/**
 * An episode, its season, show and channel are visible, with or without media. Needs all four
 * tables.
 */
export const VISIBLE_EPISODE = all(VISIBLE_IN_SEASON, VISIBLE_TITLE);

/** A category and its channel are visible. Needs both tables. */
export const VISIBLE_CATEGORY = all(visible(categories), visible(channels));

/** A live channel and its category are visible. Needs both tables. */
export const VISIBLE_LIVE = all(visible(liveChannels), eq(liveCategories.published, true));

/** Since when viewers have seen a title. */
export const SHOWN_SINCE = sql`coalesce(${titles.availableFrom}, ${titles.createdAt})`;

/** Orders titles as editors have placed them. */
export const TITLES_IN_ORDER = [asc(titles.position), asc(titles.id)] as const;

/** Orders seasons as viewers watch them: specials come last. */
export const SEASONS_IN_ORDER = [sql`${seasons.ordinal} = 0`, sql`${seasons.ordinal}`] as const;

/** Orders categories in turns: the first of each channel, then the second of each. */
export const CHANNELS_IN_TURN = sql`row_number() over (partition by ${channels.id} order by ${categories.position}, ${categories.id})`;

/**
 * A title can be played: a video has media, a show has an episode with media. For counts and ids.
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
 * Counts what can be watched of a show, and finds its first media, as a lateral join beside titles;
 * a video has none of it. It goes season by season, so that the database reads the few episodes of
 * each by index, whatever the size of the tables.
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
