import type { LegalPage, PageData, SeasonCard, SiteAddress } from '@bonisa/contract/page-data';
import type { Clock } from '../platform/clock.ts';
import {
  episodeBody,
  episodeCard,
  seasonCard,
  showBody,
  titleCard,
  videoBody,
} from './catalogue.presentation.ts';
import type { ReadingRepository } from './catalogue-reading.repository.ts';
import { type Content, paged } from './content.service.ts';
import { LISTED_KINDS, type ListedKind, type ListedRow } from './reading/listing.repository.ts';

export interface PageDataParts {
  readonly reading: ReadingRepository;
  readonly content: Content;
  readonly clock: Clock;
  readonly version: () => number;
  readonly terms: LegalPage;
  readonly privacyPolicy: LegalPage;
}

const PAGE_SIZE = 24;
const CHANNEL_TITLES = 30;
const MAX_SIMILAR = 12;
const HOME_LIVE = 6;

/** What pages are made from, answered from the catalogue (see `PageData` in the contract). */
export function createPageData({
  reading,
  content,
  clock,
  version,
  terms,
  privacyPolicy,
}: PageDataParts): PageData {
  return {
    version: async () => version(),

    async home() {
      const [slides, shelves, channels, categories, live] = await Promise.all([
        content.slides(),
        content.homeShelves(),
        content.channels(),
        content.homeCategories(),
        content.liveChannels(),
      ]);
      return {
        slides,
        shelves,
        channels,
        categories,
        live: live.filter(({ now }) => now !== null).slice(0, HOME_LIVE),
      };
    },

    async channels() {
      const [channels, categories, genres, live] = await Promise.all([
        content.channels(),
        content.categories(),
        content.genres(),
        content.liveChannels(),
      ]);
      return { channels, categories, genres, live };
    },

    async channel(slug) {
      const header = await content.channel(slug);
      if (!header) return undefined;
      const [shelves, categories = [], titles] = await Promise.all([
        content.shelvesIn(header.id),
        content.channelCategories(slug),
        content.titlesIn(header.id, CHANNEL_TITLES),
      ]);
      return { ...header, shelves, categories, titles };
    },

    category: (channel, slug, { page, genre }) =>
      content.category(channel, slug, { page, limit: PAGE_SIZE, genre }),

    async genre(slug, { page }) {
      const now = clock.now();
      const genre = await reading.genreBySlug(slug, now);
      if (!genre) return undefined;
      const titles = await paged({ page, limit: PAGE_SIZE }, genre.titleCount, (window) =>
        reading.titlesOfGenre(genre.id, window, now),
      );
      return {
        slug: genre.slug,
        title: genre.title,
        titleCount: genre.titleCount,
        titles: { ...titles, items: titles.items.map(titleCard) },
      };
    },

    async person(slug) {
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

    async video(slug) {
      const now = clock.now();
      const row = await reading.titleBySlug(slug, now);
      if (row?.kind !== 'video') return undefined;
      const [credits, similar] = await Promise.all([
        reading.creditsOf(row.id),
        reading.similarTitles({ ...row, titleId: row.id }, MAX_SIMILAR, now),
      ]);
      return { ...videoBody(row, credits), similar: similar.map(titleCard) };
    },

    async show(slug, { season: ordinal }) {
      const now = clock.now();
      const row = await reading.titleBySlug(slug, now);
      if (row?.kind !== 'show') return undefined;
      const [credits, similar, seasonRows] = await Promise.all([
        reading.creditsOf(row.id),
        reading.similarTitles({ ...row, titleId: row.id }, MAX_SIMILAR, now),
        reading.seasonsOf(row.id, now),
      ]);
      const show = showBody(row, credits, seasonRows);
      const season =
        ordinal === undefined
          ? firstWatched(show.seasons)
          : show.seasons.find((one) => one.ordinal === ordinal);
      if (!season) return undefined;
      const episodes = await reading.episodesOfSeason(
        season.id,
        { limit: PAGE_SIZE, offset: 0 },
        now,
      );
      return {
        ...show,
        season,
        episodes: episodes.map(episodeCard),
        similar: similar.map(titleCard),
      };
    },

    async episode(slug) {
      const now = clock.now();
      const row = await reading.episodeBySlug(slug, now);
      if (!row) return undefined;
      const [credits, similar, seasons, ofSeason, { previous, next }] = await Promise.all([
        reading.creditsOf(row.showId),
        reading.similarTitles({ ...row, titleId: row.showId }, MAX_SIMILAR, now),
        reading.seasonsOf(row.showId, now),
        reading.episodesOfSeason(row.seasonId, { limit: PAGE_SIZE, offset: 0 }, now),
        reading.neighboursOf(row.showId, row.id, now),
      ]);
      const known = new Map(ofSeason.map((episode) => [episode.id, episode]));
      const missing = [previous, next].filter((id) => id !== null && !known.has(id)) as number[];
      if (missing.length > 0)
        for (const episode of await reading.episodesByIds(missing, now))
          known.set(episode.id, episode);
      const cardOf = (id: number | null) => {
        const episode = id === null ? undefined : known.get(id);
        return episode ? episodeCard(episode) : null;
      };
      return {
        ...episodeBody(row, credits),
        previous: cardOf(previous),
        next: cardOf(next),
        episodes: ofSeason.map(episodeCard),
        seasons: seasons.map(seasonCard),
        similar: similar.map(titleCard),
      };
    },

    live: (category) => content.live(category),

    similar: async (slug) => (await content.similar(slug, MAX_SIMILAR)) ?? [],

    async addresses() {
      const now = clock.now();
      const [changed, ...listed] = await Promise.all([
        reading.lastChange(),
        ...LISTED_KINDS.map((kind) => reading.listed(kind, now)),
      ]);
      const today = dayOf(changed ?? now);
      return [
        ...['/', '/channels', '/live'].map((path) => ({ path, changedOn: today })),
        ...LISTED_KINDS.flatMap((kind, index) =>
          (listed[index] ?? []).map((row) => addressOf(kind, row)),
        ),
        { path: '/profile/help', changedOn: terms.version },
        { path: '/terms-and-conditions', changedOn: terms.version },
        { path: '/privacy-policy', changedOn: privacyPolicy.version },
      ];
    },

    terms: async () => terms,
    privacyPolicy: async () => privacyPolicy,
  };
}

/**
 * The season that is watched first: what stands beside the seasons (ordinal 0) only where there is
 * nothing else.
 */
function firstWatched(seasons: readonly SeasonCard[]): SeasonCard | undefined {
  return seasons.find(({ ordinal }) => ordinal > 0) ?? seasons[0];
}

const PATHS: Readonly<Record<ListedKind, (row: ListedRow) => string>> = {
  channel: ({ slug }) => `/channel/${slug}`,
  category: ({ channel, slug }) => `/channel/${channel}/${slug}`,
  genre: ({ slug }) => `/genre/${slug}`,
  show: ({ slug }) => `/show/${slug}`,
  video: ({ slug }) => `/video/${slug}`,
  episode: ({ slug }) => `/episode/${slug}`,
  person: ({ slug }) => `/person/${slug}`,
  'live-category': ({ slug }) => `/live/${slug}`,
};

function addressOf(kind: ListedKind, row: ListedRow): SiteAddress {
  return { path: PATHS[kind](row), changedOn: dayOf(row.changedAt) };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
