import type {
  EpisodeCard,
  EpisodePage,
  Paged,
  SeasonCard,
  ShowPage,
  TitleCard,
  VideoPage,
} from '@bonisa/contract/page-data';
import type { Clock } from '@bonisa/kit/clock/clock';
import {
  type EpisodeBody,
  episodeBody,
  episodeCard,
  type ShowBody,
  seasonCard,
  showBody,
  titleCard,
  type VideoBody,
  videoBody,
} from '../catalogue.presentation.ts';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import { type PageQuery, paged } from './paging.ts';
import type { Likeness, TitlePageRow } from './titles.repository.ts';

/** How many similar titles to read for each similar video, because some of them are shows. */
const TITLES_PER_VIDEO = 3;

/** The lengths of the lists on the page of a video, a show or an episode. */
export interface WatchPageLimits {
  readonly similar: number;
  readonly episodes: number;
}

/** Reads videos, shows, seasons and episodes. `undefined` means: not visible now. */
export function createTitleReads({ reading, clock }: { reading: ReadingRepository; clock: Clock }) {
  const titleOf = async (
    kind: 'video' | 'show',
    slug: string,
    now: Date,
  ): Promise<TitlePageRow | undefined> => {
    const row = await reading.titleBySlug(slug, now);
    return row?.kind === kind ? row : undefined;
  };

  const similarTo = async (like: Likeness, limit: number, now: Date): Promise<TitleCard[]> =>
    (await reading.similarTitles(like, limit, now)).map(titleCard);

  return {
    async video(slug: string): Promise<VideoBody | undefined> {
      const row = await titleOf('video', slug, clock.now());
      return row && videoBody(row, await reading.creditsOf(row.id));
    },

    /** A video with similar titles. */
    async videoPage(
      slug: string,
      limits: Pick<WatchPageLimits, 'similar'>,
    ): Promise<VideoPage | undefined> {
      const now = clock.now();
      const row = await titleOf('video', slug, now);
      if (!row) return undefined;
      const [credits, similar] = await Promise.all([
        reading.creditsOf(row.id),
        similarTo(likenessOf(row), limits.similar, now),
      ]);
      return { ...videoBody(row, credits), similar };
    },

    async show(slug: string): Promise<ShowBody | undefined> {
      const now = clock.now();
      const row = await titleOf('show', slug, now);
      if (!row) return undefined;
      const [credits, seasons] = await Promise.all([
        reading.creditsOf(row.id),
        reading.seasonsOf(row.id, now),
      ]);
      return showBody(row, credits, seasons);
    },

    /**
     * A show with the episodes of one season and similar titles. Without an ordinal it is the
     * season that viewers watch first. `undefined` also for a season that is not visible.
     */
    async showPage(
      slug: string,
      ordinal: number | undefined,
      limits: WatchPageLimits,
    ): Promise<ShowPage | undefined> {
      const now = clock.now();
      const row = await titleOf('show', slug, now);
      if (!row) return undefined;
      const [credits, similar, seasons] = await Promise.all([
        reading.creditsOf(row.id),
        similarTo(likenessOf(row), limits.similar, now),
        reading.seasonsOf(row.id, now),
      ]);
      const show = showBody(row, credits, seasons);
      const season =
        ordinal === undefined
          ? firstWatched(show.seasons)
          : show.seasons.find((season) => season.ordinal === ordinal);
      if (!season) return undefined;
      const window = { limit: limits.episodes, offset: 0 };
      const episodes = await reading.episodesOfSeason(season.id, window, now);
      return { ...show, season, episodes: episodes.map(episodeCard), similar };
    },

    async episode(slug: string): Promise<EpisodeBody | undefined> {
      const row = await reading.episodeBySlug(slug, clock.now());
      return row && episodeBody(row, await reading.creditsOf(row.showId));
    },

    /** An episode with its season, its neighbours across seasons, and titles like its show. */
    async episodePage(slug: string, limits: WatchPageLimits): Promise<EpisodePage | undefined> {
      const now = clock.now();
      const row = await reading.episodeBySlug(slug, now);
      if (!row) return undefined;
      const window = { limit: limits.episodes, offset: 0 };
      const [credits, similar, seasons, ofSeason, { previous, next }] = await Promise.all([
        reading.creditsOf(row.showId),
        similarTo({ ...row, titleId: row.showId }, limits.similar, now),
        reading.seasonsOf(row.showId, now),
        reading.episodesOfSeason(row.seasonId, window, now),
        reading.neighboursOf(row.showId, row.id, now),
      ]);
      const known = new Map(ofSeason.map((episode) => [episode.id, episode]));
      const missing = [previous, next].filter((id) => id !== null && !known.has(id)) as number[];
      if (missing.length > 0)
        for (const episode of await reading.episodesByIds(missing, now))
          known.set(episode.id, episode);
      const cardOf = (id: number | null): EpisodeCard | null => {
        const episode = id === null ? undefined : known.get(id);
        return episode ? episodeCard(episode) : null;
      };
      return {
        ...episodeBody(row, credits),
        previous: cardOf(previous),
        next: cardOf(next),
        episodes: ofSeason.map(episodeCard),
        seasons: seasons.map(seasonCard),
        similar,
      };
    },

    /** One page of the episodes of a season, by ordinal. */
    async seasonEpisodes(
      seasonId: number,
      asked: PageQuery,
    ): Promise<Paged<EpisodeCard> | undefined> {
      const now = clock.now();
      const season = await reading.seasonById(seasonId, now);
      if (!season) return undefined;
      const rows = await paged(asked, season.episodeCount, (window) =>
        reading.episodesOfSeason(seasonId, window, now),
      );
      return { ...rows, items: rows.items.map(episodeCard) };
    },

    latestVideos: async (limit: number): Promise<TitleCard[]> =>
      (await reading.newestVideos(limit, clock.now())).map(titleCard),

    /** Titles similar to a video or a show, without itself, best first. */
    async similar(slug: string, limit: number): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const title = await reading.titleBySlug(slug, now);
      return title && (await similarTo(likenessOf(title), limit, now));
    },

    /** Videos similar to a video, without itself, best first. */
    async similarVideos(slug: string, limit: number): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const title = await titleOf('video', slug, now);
      if (!title) return undefined;
      const similar = await similarTo(likenessOf(title), limit * TITLES_PER_VIDEO, now);
      return similar.filter(({ kind }) => kind === 'video').slice(0, limit);
    },

    /** Other titles of a video's category. The same `seed` gives the same order. */
    async randomOthersOf(
      slug: string,
      asked: { seed: string; limit: number },
    ): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const title = await titleOf('video', slug, now);
      if (!title) return undefined;
      return (await reading.randomOthersOf(likenessOf(title), asked, now)).map(titleCard);
    },
  };
}

function likenessOf(row: TitlePageRow): Likeness {
  return { ...row, titleId: row.id };
}

/** The first season, or the specials (ordinal 0) of a show that has nothing else. */
function firstWatched(seasons: readonly SeasonCard[]): SeasonCard | undefined {
  return seasons.find(({ ordinal }) => ordinal > 0) ?? seasons[0];
}
