import type { Database } from '@bonisa/kit/database/database';
import { and, asc, eq, sql } from 'drizzle-orm';
import {
  catalogueAssets,
  categories,
  channels,
  episodes,
  genres,
  seasons,
  titles,
} from '../catalogue.tables.ts';
import { playableEpisodeToChannel, titleToCategory } from './joins.ts';
import { SEASONS_IN_ORDER, VISIBLE_EPISODE } from './visibility.ts';

/** The SQL of seasons and episodes. Returns only what is visible at `now`. */

/** The columns of an episode's card. */
const CARD = {
  id: episodes.id,
  slug: episodes.slug,
  title: episodes.title,
  synopsis: episodes.synopsis,
  ordinal: episodes.ordinal,
  artwork: episodes.artwork,
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

/** The columns of an episode's page. Most are of its show. */
const PAGE = {
  ...CARD,
  thumbhash: episodes.thumbhash,
  description: episodes.description,
  availableFrom: episodes.availableFrom,
  createdAt: episodes.createdAt,
  captions: catalogueAssets.captions,
  audio: catalogueAssets.audio,
  ownCaptions: episodes.captions,
  genreTitle: genres.title,
  genreNames: genres.names,
  genreId: titles.genreId,
  year: titles.year,
  ratingAge: titles.ratingAge,
  ratingAdvice: titles.ratingAdvice,
  languages: titles.languages,
  accent: titles.accent,
  showArtwork: titles.artwork,
  showEmblem: titles.artEmblem,
  showGround: titles.artGround,
  channelId: titles.channelId,
  channel: channels.slug,
  channelTitle: channels.title,
  categoryId: categories.id,
  category: categories.slug,
  categoryTitle: categories.title,
  categoryNames: categories.names,
} as const;

const SEASON = {
  id: seasons.id,
  ordinal: seasons.ordinal,
  title: seasons.title,
  episodeCount: sql<number>`count(*)::int`,
} as const;

export function createEpisodeReading(db: Database) {
  const cards = () =>
    playableEpisodeToChannel(db.select(CARD).from(episodes).$dynamic()).innerJoin(
      genres,
      eq(genres.id, titles.genreId),
    );

  const seasonsOf = () =>
    playableEpisodeToChannel(db.select(SEASON).from(episodes).$dynamic()).groupBy(
      // All columns, since a view has no key: previews read views.
      seasons.id,
      seasons.ordinal,
      seasons.title,
    );

  const inOrder = sql.join([...SEASONS_IN_ORDER, sql`${episodes.ordinal}`], sql`, `);
  /** Each episode of a show with its neighbours, across seasons. */
  const neighbours = playableEpisodeToChannel(
    db
      .select({
        id: sql<number>`${episodes.id}`.as('episode_id'),
        previous: sql<number | null>`lag(${episodes.id}) over (order by ${inOrder})`.as(
          'previous_id',
        ),
        next: sql<number | null>`lead(${episodes.id}) over (order by ${inOrder})`.as('next_id'),
      })
      .from(episodes)
      .$dynamic(),
  )
    .where(and(eq(titles.id, sql.placeholder('showId')), VISIBLE_EPISODE))
    .as('neighbours');

  const statements = {
    page: titleToCategory(
      playableEpisodeToChannel(db.select(PAGE).from(episodes).$dynamic()).innerJoin(
        genres,
        eq(genres.id, titles.genreId),
      ),
    )
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
    /** Reads the page of an episode. */
    episodeBySlug: async (slug: string, now: Date) =>
      (await statements.page.execute({ slug, now }))[0],

    /** Reads the cards of episodes, in any order. */
    episodesByIds: (ids: readonly number[], now: Date) => statements.byId.execute({ ids, now }),

    /** Reads the cards of a season's episodes, by ordinal. */
    episodesOfSeason: (
      seasonId: number,
      { limit, offset }: { limit: number; offset: number },
      now: Date,
    ) => statements.ofSeason.execute({ seasonId, limit, offset, now }),

    /** Reads the ids of the episodes before and after one of a show. */
    async neighboursOf(
      showId: number,
      episodeId: number,
      now: Date,
    ): Promise<{ previous: number | null; next: number | null }> {
      const [row] = await statements.neighbours.execute({ showId, episodeId, now });
      return row ?? { previous: null, next: null };
    },

    /** Reads the seasons of a show that have something to watch, by ordinal. */
    seasonsOf: (showId: number, now: Date) => statements.seasonsOfShow.execute({ showId, now }),

    seasonById: async (seasonId: number, now: Date) =>
      (await statements.season.execute({ seasonId, now }))[0],
  };
}

export type EpisodeReading = ReturnType<typeof createEpisodeReading>;
export type EpisodeRow = Awaited<ReturnType<EpisodeReading['episodesByIds']>>[number];
export type EpisodePageRow = NonNullable<Awaited<ReturnType<EpisodeReading['episodeBySlug']>>>;
export type SeasonRow = Awaited<ReturnType<EpisodeReading['seasonsOf']>>[number];
