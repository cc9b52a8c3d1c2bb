import { and, asc, eq, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database.ts';
import {
  catalogueAssets,
  categories,
  channels,
  episodes,
  genres,
  seasons,
  titles,
} from '../catalogue.tables.ts';
import { SEASONS_IN_ORDER, VISIBLE_EPISODE, visible } from './visibility.ts';

/** The SQL of seasons and episodes. What is not visible at `now` is in no answer. */

/** What a card of an episode says. */
const CARD = {
  id: episodes.id,
  slug: episodes.slug,
  title: episodes.title,
  synopsis: episodes.synopsis,
  ordinal: episodes.ordinal,
  artEmblem: episodes.artEmblem,
  artGround: episodes.artGround,
  seasonId: seasons.id,
  seasonOrdinal: seasons.ordinal,
  showId: titles.id,
  showSlug: titles.slug,
  showTitle: titles.title,
  genre: genres.slug,
  durationMs: catalogueAssets.durationMs,
  renditions: catalogueAssets.renditions,
} as const;

/** What its page says beside it: mostly of its show. */
const PAGE = {
  ...CARD,
  thumbhash: episodes.thumbhash,
  description: episodes.description,
  availableFrom: episodes.availableFrom,
  createdAt: episodes.createdAt,
  captions: catalogueAssets.captions,
  genreTitle: genres.title,
  genreId: titles.genreId,
  year: titles.year,
  ratingAge: titles.ratingAge,
  ratingAdvice: titles.ratingAdvice,
  languages: titles.languages,
  accent: titles.accent,
  showEmblem: titles.artEmblem,
  showGround: titles.artGround,
  channelId: titles.channelId,
  channel: channels.slug,
  channelTitle: channels.title,
  categoryId: categories.id,
  category: categories.slug,
  categoryTitle: categories.title,
} as const;

const SEASON = {
  id: seasons.id,
  ordinal: seasons.ordinal,
  title: seasons.title,
  episodeCount: sql<number>`count(*)::int`,
} as const;

export function createEpisodeReading(db: Database) {
  const cards = () =>
    db
      .select(CARD)
      .from(episodes)
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId))
      .innerJoin(seasons, eq(seasons.id, episodes.seasonId))
      .innerJoin(titles, eq(titles.id, seasons.showId))
      .innerJoin(channels, eq(channels.id, titles.channelId))
      .innerJoin(genres, eq(genres.id, titles.genreId))
      .$dynamic();

  const seasonsOf = () =>
    db
      .select(SEASON)
      .from(seasons)
      .innerJoin(episodes, eq(episodes.seasonId, seasons.id))
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId))
      .innerJoin(titles, eq(titles.id, seasons.showId))
      .innerJoin(channels, eq(channels.id, titles.channelId))
      .groupBy(seasons.id)
      .$dynamic();

  const inOrder = sql.join([...SEASONS_IN_ORDER, sql`${episodes.ordinal}`], sql`, `);
  /** Each episode of a show with those before and after it, over the ends of seasons. */
  const neighbours = db
    .select({
      id: sql<number>`${episodes.id}`.as('episode_id'),
      previous: sql<number | null>`lag(${episodes.id}) over (order by ${inOrder})`.as(
        'previous_id',
      ),
      next: sql<number | null>`lead(${episodes.id}) over (order by ${inOrder})`.as('next_id'),
    })
    .from(episodes)
    .innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId))
    .innerJoin(seasons, eq(seasons.id, episodes.seasonId))
    .innerJoin(titles, eq(titles.id, seasons.showId))
    .innerJoin(channels, eq(channels.id, titles.channelId))
    .where(and(eq(titles.id, sql.placeholder('showId')), VISIBLE_EPISODE))
    .as('neighbours');

  const statements = {
    page: db
      .select(PAGE)
      .from(episodes)
      .innerJoin(catalogueAssets, eq(catalogueAssets.id, episodes.assetId))
      .innerJoin(seasons, eq(seasons.id, episodes.seasonId))
      .innerJoin(titles, eq(titles.id, seasons.showId))
      .innerJoin(channels, eq(channels.id, titles.channelId))
      .innerJoin(genres, eq(genres.id, titles.genreId))
      .leftJoin(categories, and(eq(categories.id, titles.categoryId), visible(categories)))
      .where(and(eq(episodes.slug, sql.placeholder('slug')), VISIBLE_EPISODE))
      .prepare('catalogue_episode'),
    byId: cards()
      .where(and(sql`${episodes.id} = any(${sql.placeholder('ids')}::int[])`, VISIBLE_EPISODE))
      .prepare('catalogue_episodes_by_id'),
    ofSeason: cards()
      .where(and(eq(episodes.seasonId, sql.placeholder('seasonId')), VISIBLE_EPISODE))
      .orderBy(asc(episodes.ordinal))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare('catalogue_episodes_of_season'),
    neighbours: db
      .select({ previous: neighbours.previous, next: neighbours.next })
      .from(neighbours)
      .where(eq(neighbours.id, sql.placeholder('episodeId')))
      .prepare('catalogue_neighbours_of_episode'),
    seasonsOfShow: seasonsOf()
      .where(and(eq(seasons.showId, sql.placeholder('showId')), VISIBLE_EPISODE))
      .orderBy(asc(seasons.ordinal))
      .prepare('catalogue_seasons_of_show'),
    season: seasonsOf()
      .where(and(eq(seasons.id, sql.placeholder('seasonId')), VISIBLE_EPISODE))
      .prepare('catalogue_season'),
  };

  return {
    /** An episode with what its page says. */
    episodeBySlug: async (slug: string, now: Date) =>
      (await statements.page.execute({ slug, now }))[0],

    /** In no order. */
    episodesByIds: (ids: readonly number[], now: Date) => statements.byId.execute({ ids, now }),

    /** By ordinal. */
    episodesOfSeason: (
      seasonId: number,
      { limit, offset }: { limit: number; offset: number },
      now: Date,
    ) => statements.ofSeason.execute({ seasonId, limit, offset, now }),

    /** The ids of what is watched before and after an episode of a show. */
    async neighboursOf(
      showId: number,
      episodeId: number,
      now: Date,
    ): Promise<{ previous: number | null; next: number | null }> {
      const [row] = await statements.neighbours.execute({ showId, episodeId, now });
      return row ?? { previous: null, next: null };
    },

    /** Seasons of a show in which something can be watched, ascending by ordinal. */
    seasonsOf: (showId: number, now: Date) => statements.seasonsOfShow.execute({ showId, now }),

    seasonById: async (seasonId: number, now: Date) =>
      (await statements.season.execute({ seasonId, now }))[0],
  };
}

export type EpisodeReading = ReturnType<typeof createEpisodeReading>;
export type EpisodeRow = Awaited<ReturnType<EpisodeReading['episodesByIds']>>[number];
export type EpisodePageRow = NonNullable<Awaited<ReturnType<EpisodeReading['episodeBySlug']>>>;
export type SeasonRow = Awaited<ReturnType<EpisodeReading['seasonsOf']>>[number];
