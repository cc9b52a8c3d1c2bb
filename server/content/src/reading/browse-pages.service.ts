import type {
  CategoryCard,
  CategoryPage,
  ChannelCard,
  ChannelPage,
  GenreCount,
  GenrePage,
  PersonPage,
  Shelf,
  Slide,
  TitleCard,
} from '@bonisa/contract/page-data';
import type { Clock } from '@bonisa/kit/clock/clock';
import {
  categoryArt,
  categoryCard,
  channelCard,
  genreCount,
  nameOf,
  shelvesOf,
  slideOf,
  titleCard,
} from '../catalogue.presentation.ts';
import type { ReadingRepository } from '../catalogue-reading.repository.ts';
import { heroOf, pictureArtOf, shareImageOf } from '../pictures/picture-set.ts';
import { type PageQuery, paged } from './paging.ts';

export type ChannelHeader = Omit<ChannelPage, 'shelves' | 'categories' | 'titles'>;

const MAX_SLIDES = 6;
const HOME_CATEGORIES = 12;

/**
 * Reads the places where titles are listed: home, channels, categories, genres and people.
 * `undefined` means: not visible now.
 */
export function createBrowsePages({
  reading,
  clock,
}: {
  reading: ReadingRepository;
  clock: Clock;
}) {
  const shelvesIn = async (channelId: number | null, now: Date): Promise<Shelf[]> => {
    const shelves = await reading.shelves(channelId, now);
    const onShelves = new Set(shelves.flatMap(({ titleIds }) => titleIds));
    return shelvesOf(shelves, await reading.titlesByIds([...onShelves], now));
  };

  /** The cards of titles, in the order of `ids`. */
  const cardsInOrder = async (ids: readonly number[], now: Date): Promise<TitleCard[]> => {
    const rows = new Map((await reading.titlesByIds(ids, now)).map((row) => [row.id, row]));
    return ids.flatMap((id) => {
      const row = rows.get(id);
      return row ? [titleCard(row)] : [];
    });
  };

  return {
    slides: async (): Promise<Slide[]> =>
      (await reading.slidesWithTitles(MAX_SLIDES, clock.now())).map(slideOf),

    homeShelves: (): Promise<Shelf[]> => shelvesIn(null, clock.now()),

    /** The categories of the home page: of as many channels as possible. */
    homeCategories: async (): Promise<CategoryCard[]> =>
      (await reading.choiceOfCategories(HOME_CATEGORIES, clock.now())).map(categoryCard),

    channels: async (): Promise<ChannelCard[]> =>
      (await reading.channels(clock.now())).map(channelCard),

    async channel(slug: string): Promise<ChannelHeader | undefined> {
      const row = await reading.channelBySlug(slug, clock.now());
      if (!row) return undefined;
      const art = pictureArtOf(row);
      return {
        ...channelCard(row),
        thumbhash: row.thumbhash,
        description: row.description,
        hero: heroOf('channel', art),
        shareImage: shareImageOf('channel', art),
      };
    },

    /** The first titles of a channel, in the order of the channel. */
    async channelTitles(slug: string, limit: number): Promise<TitleCard[] | undefined> {
      const now = clock.now();
      const channel = await reading.channelBySlug(slug, now);
      if (!channel) return undefined;
      return await cardsInOrder(await reading.titleIdsOfChannel(channel.id, limit, now), now);
    },

    async channelShelves(slug: string): Promise<Shelf[] | undefined> {
      const now = clock.now();
      const channel = await reading.channelBySlug(slug, now);
      return channel && (await shelvesIn(channel.id, now));
    },

    /** The categories of all channels, without empty ones. */
    categories: async (): Promise<CategoryCard[]> =>
      (await reading.categories(clock.now())).map(categoryCard),

    /** The categories of a channel, without empty ones. */
    async channelCategories(slug: string, limit?: number): Promise<CategoryCard[] | undefined> {
      const rows = await reading.categoriesOfChannel(slug, clock.now());
      if (rows.length === 0 && !(await reading.channelBySlug(slug, clock.now()))) return undefined;
      return rows.slice(0, limit).map(categoryCard);
    },

    /**
     * A category with one page of its titles, of one genre if one is asked for. `undefined` also
     * for a genre that does not exist.
     */
    async category(
      channel: string,
      slug: string,
      asked: PageQuery & { genre?: string | undefined },
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
        genre: genre ? nameOf(genre.slug, genre.title, genre.names) : null,
        titles: { ...titles, items: await cardsInOrder(titles.items, now) },
      };
    },

    genres: async (): Promise<GenreCount[]> => (await reading.genres(clock.now())).map(genreCount),

    /** A genre with one page of its titles, newest first. */
    async genre(slug: string, asked: PageQuery): Promise<GenrePage | undefined> {
      const now = clock.now();
      const genre = await reading.genreBySlug(slug, now);
      if (!genre) return undefined;
      const titles = await paged(asked, genre.titleCount, (window) =>
        reading.titlesOfGenre(genre.id, window, now),
      );
      return { ...genreCount(genre), titles: { ...titles, items: titles.items.map(titleCard) } };
    },

    /** A person with the titles they worked on, newest first, and their roles in each. */
    async person(slug: string): Promise<PersonPage | undefined> {
      const now = clock.now();
      const person = await reading.personBySlug(slug, now);
      if (!person) return undefined;
      const credits = await reading.creditsOfPerson(person.id);
      const titles = await reading.titlesByIds(
        [...new Set(credits.map(({ titleId }) => titleId))],
        now,
      );
      const work = titles
        .toSorted((a, b) => b.year - a.year || a.title.localeCompare(b.title) || a.id - b.id)
        .map((row) => ({
          title: titleCard(row),
          roles: credits
            .filter(({ titleId }) => titleId === row.id)
            .map(({ role, character }) => ({ role, character })),
        }));
      return { id: person.id, slug: person.slug, name: person.name, work };
    },
  };
}
