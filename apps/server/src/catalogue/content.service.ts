import { artOf } from '@bonisa/artwork/drawing';
import type { LiveCategoryCard, LiveChannelCard, LivePage } from '@bonisa/contract/live-page-data';
import type {
  CategoryCard,
  CategoryPage,
  ChannelCard,
  ChannelPage,
  EpisodeCard,
  GenreCount,
  Paged,
  Shelf,
  Slide,
  TitleCard,
} from '@bonisa/contract/page-data';
import type { Clock } from '../platform/clock.ts';
import {
  categoryArt,
  categoryCard,
  channelCard,
  type EpisodeBody,
  episodeBody,
  episodeCard,
  genreCount,
  type ShowBody,
  shelvesOf,
  showBody,
  slideOf,
  titleCard,
  type VideoBody,
  videoBody,
} from './catalogue.presentation.ts';
import type { ReadingRepository } from './catalogue-reading.repository.ts';
import { liveCategoryCard, liveChannelCard, liveHeader } from './live.presentation.ts';
import { heroOf, shareImageOf } from './pictures/picture-set.ts';
import type { ListedKind } from './reading/listing.repository.ts';

/** Which part of a list: `page` from 1, `limit` as the caller has bounded it. */
export interface PageAsked {
  readonly page: number;
  readonly limit: number;
}

export type ChannelHeader = Omit<ChannelPage, 'shelves' | 'categories' | 'titles'>;
export type Content = ReturnType<typeof createContent>;

const MAX_SLIDES = 6;
const HOME_CATEGORIES = 12;
/** Among so many titles there is about one video, the others may be shows. */
const SHOWS_AMONG = 3;

/**
 * The pieces that pages, calls and the content API are made from: cards and lists of what is
 * visible now, in any size that a caller asks for. What belongs to something that is not visible is
 * `undefined`.
 */
export function createContent({ reading, clock }: { reading: ReadingRepository; clock: Clock }) {
  const shelvesIn = async (channelId: number | null, now: Date): Promise<Shelf[]> => {
    const shelves = await reading.shelves(channelId, now);
    const onShelves = new Set(shelves.flatMap(({ titleIds }) => titleIds));
    return shelvesOf(shelves, await reading.titlesByIds([...onShelves], now));
  };

  /** Cards of titles in the order of their ids. */
  const cardsInOrder = async (ids: readonly number[], now: Date): Promise<TitleCard[]> => {
    const rows = new Map((await reading.titlesByIds(ids, now)).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [titleCard(row)] : [];
    });
  };

  const content = {
    slides: async (): Promise<Slide[]> =>
      (await reading.slidesWithTitles(MAX_SLIDES, clock.now())).map(slideOf),

    homeShelves: (): Promise<Shelf[]> => shelvesIn(null, clock.now()),

    /** A choice for home, from as many channels as there are. */
    homeCategories: async (): Promise<CategoryCard[]> =>
      (await reading.choiceOfCategories(HOME_CATEGORIES, clock.now())).map(categoryCard),

    channels: async (): Promise<ChannelCard[]> =>
      (await reading.channels(clock.now())).map(channelCard),

    async channel(slug: string): Promise<ChannelHeader | undefined> {
      const row = await reading.channelBySlug(slug, clock.now());
      if (!row) return undefined;
      const art = artOf(row);
      return {
        ...channelCard(row),
        thumbhash: row.thumbhash,
        description: row.description,
        hero: heroOf('channel', art),
        shareImage: shareImageOf('channel', art),
      };
    },

    /** In the channel's own order. */
    async channelTitles(slug: string, limit: number): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const channel = await reading.channelBySlug(slug, now);
      return channel && (await content.titlesIn(channel.id, limit));
    },

    async titlesIn(channelId: number, limit: number): Promise<TitleCard[]> {
      const now = clock.now();
      return await cardsInOrder(await reading.titleIdsOfChannel(channelId, limit, now), now);
    },

    async channelShelves(slug: string): Promise<Shelf[] | undefined> {
      const now = clock.now();
      const channel = await reading.channelBySlug(slug, now);
      return channel && (await shelvesIn(channel.id, now));
    },

    shelvesIn: (channelId: number): Promise<Shelf[]> => shelvesIn(channelId, clock.now()),

    /**
     * Categories with something in them: of all channels, or of one (`undefined` for one that is
     * not visible).
     */
    categories: async (): Promise<CategoryCard[]> =>
      (await reading.categories(clock.now())).map(categoryCard),

    async channelCategories(slug: string, limit?: number): Promise<CategoryCard[] | undefined> {
      const rows = await reading.categoriesOfChannel(slug, clock.now());
      if (rows.length === 0 && !(await reading.channelBySlug(slug, clock.now()))) return undefined;
      return rows.slice(0, limit).map(categoryCard);
    },

    /** A category with a page of its titles; `undefined` for a genre that there is not, too. */
    async category(
      channel: string,
      slug: string,
      asked: PageAsked & { genre?: string | undefined },
    ): Promise<CategoryPage | undefined> {
      const now = clock.now();
      const row = await reading.categoryBySlug(channel, slug, now);
      if (!row) return undefined;
      const genres = await reading.genresOfCategory(row.id, now);
      const among = genres.find((genre) => genre.slug === asked.genre);
      const genre =
        asked.genre === undefined ? undefined : (among ?? (await reading.genreName(asked.genre)));
      if (asked.genre !== undefined && !genre) return undefined;
      const total = genre ? (among?.titleCount ?? 0) : row.titleCount;
      const titles = await paged(asked, total, (window) =>
        reading.titleIdsOfCategory(row.id, { ...window, genreId: genre?.id }, now),
      );
      const art = categoryArt(row);
      return {
        ...categoryCard(row),
        hero: heroOf('category', art),
        shareImage: shareImageOf('category', art),
        genres: genres.map(genreCount),
        genre: genre ? { slug: genre.slug, title: genre.title } : null,
        titles: { ...titles, items: await cardsInOrder(titles.items, now) },
      };
    },

    genres: async (): Promise<GenreCount[]> => (await reading.genres(clock.now())).map(genreCount),

    async show(slug: string): Promise<ShowBody | undefined> {
      const now = clock.now();
      const row = await reading.titleBySlug(slug, now);
      if (row?.kind !== 'show') return undefined;
      const [credits, seasons] = await Promise.all([
        reading.creditsOf(row.id),
        reading.seasonsOf(row.id, now),
      ]);
      return showBody(row, credits, seasons);
    },

    async episode(slug: string): Promise<EpisodeBody | undefined> {
      const row = await reading.episodeBySlug(slug, clock.now());
      return row && episodeBody(row, await reading.creditsOf(row.showId));
    },

    async video(slug: string): Promise<VideoBody | undefined> {
      const row = await reading.titleBySlug(slug, clock.now());
      return row?.kind === 'video' ? videoBody(row, await reading.creditsOf(row.id)) : undefined;
    },

    /** The episodes of a season by ordinal. */
    async seasonEpisodes(
      seasonId: number,
      asked: PageAsked,
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

    /** Titles like one (a video or a show), best first; never itself. */
    async similar(slug: string, limit: number): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const title = await reading.titleBySlug(slug, now);
      return (
        title &&
        (await reading.similarTitles({ ...title, titleId: title.id }, limit, now)).map(titleCard)
      );
    },

    /** Videos like a video, best first; never itself. */
    async similarVideos(slug: string, limit: number): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const title = await reading.titleBySlug(slug, now);
      if (title?.kind !== 'video') return undefined;
      const similar = await reading.similarTitles(
        { ...title, titleId: title.id },
        limit * SHOWS_AMONG,
        now,
      );
      return similar
        .filter(({ kind }) => kind === 'video')
        .slice(0, limit)
        .map(titleCard);
    },

    /**
     * Others of a video's category, in an order that `seed` decides: the same seed, the same order.
     */
    async shuffledBeside(
      slug: string,
      asked: { seed: string; limit: number },
    ): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const title = await reading.titleBySlug(slug, now);
      if (title?.kind !== 'video') return undefined;
      return (await reading.shuffledBeside({ ...title, titleId: title.id }, asked, now)).map(
        titleCard,
      );
    },

    /**
     * The slugs of everything visible of a kind; those of categories may repeat from channel to
     * channel.
     */
    slugs: async (kind: ListedKind): Promise<string[]> =>
      (await reading.listed(kind, clock.now())).map(({ slug }) => slug),

    /** Every live channel, by category. */
    async liveChannels(): Promise<LiveChannelCard[]> {
      const now = clock.now();
      return (await reading.liveChannels(now)).map((row) => liveChannelCard(row, now));
    },

    async liveChannel(slug: string): Promise<LiveChannelCard | undefined> {
      const now = clock.now();
      const row = await reading.liveChannelBySlug(slug, now);
      return row && liveChannelCard(row, now);
    },

    /** The live section, or one category of it (by slug or by id). */
    async live(category?: string | number): Promise<LivePage | undefined> {
      const now = clock.now();
      const [rows, categories] = await Promise.all([
        reading.liveChannels(now),
        reading.liveCategories(now),
      ]);
      const shown =
        category === undefined
          ? null
          : categories.find(({ id, slug }) => category === id || category === slug);
      if (shown === undefined) return undefined;
      return {
        header: liveHeader(rows, now),
        categories: categories.map(liveCategoryCard),
        category: shown && liveCategoryCard(shown),
        channels: rows
          .filter((row) => shown === null || row.categoryId === shown.id)
          .map((row) => liveChannelCard(row, now)),
      };
    },

    liveCategories: async (): Promise<LiveCategoryCard[]> =>
      (await reading.liveCategories(clock.now())).map(liveCategoryCard),
  };
  return content;
}

/**
 * One page of a list of which `total` is known. A page past the last one asks the database nothing.
 */
export async function paged<Row>(
  { page, limit }: PageAsked,
  total: number,
  read: (window: { limit: number; offset: number }) => Promise<readonly Row[]>,
): Promise<Paged<Row>> {
  const offset = (page - 1) * limit;
  return {
    page,
    lastPage: Math.max(1, Math.ceil(total / limit)),
    total,
    items: offset < total ? await read({ limit, offset }) : [],
  };
}
