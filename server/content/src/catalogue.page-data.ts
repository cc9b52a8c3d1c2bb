import type { HelpTopic } from '@bonisa/contract/help-page-data';
import type { LegalPage } from '@bonisa/contract/legal-page-data';
import type { SiteAddress } from '@bonisa/contract/page-data';
import type { PageData } from '@bonisa/contract/page-data.port';
import type { Language } from '@bonisa/domain/languages';
import type { CatalogueReading } from './catalogue-reading.service.ts';
import type { ListedKind, ListedRow } from './reading/listing.repository.ts';
import type { Search } from './search/search.service.ts';

export interface PageDataParts {
  readonly content: CatalogueReading;
  readonly search: Search;
  readonly version: () => number;
  readonly terms: () => LegalPage;
  readonly privacyPolicy: () => LegalPage;
  readonly help: (language: Language) => readonly HelpTopic[];
}

const PAGE_SIZE = 24;
const CHANNEL_TITLES = 30;
const HOME_LIVE = 6;
const BROWSE_LIVE = 12;
/** A page of the guide: what a viewer scrolls through, whatever the number of channels. */
const GUIDE_CHANNELS = 20;
const WATCH_PAGE = { similar: 12, episodes: PAGE_SIZE } as const;

/** Maps the catalogue to the data of the pages (see `PageData` in the contract). */
export function createPageData(parts: PageDataParts): PageData {
  const { content, search, version, terms, privacyPolicy, help } = parts;
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
      const onAir = live.filter(({ now }) => now !== null).slice(0, HOME_LIVE);
      return { slides, shelves, channels, categories, live: onAir };
    },

    async channels() {
      const [channels, categories, genres, live] = await Promise.all([
        content.channels(),
        content.categories(),
        content.genres(),
        content.liveChannels(),
      ]);
      return { channels, categories, genres, live: live.slice(0, BROWSE_LIVE) };
    },

    async channel(slug) {
      const header = await content.channel(slug);
      if (!header) return undefined;
      const [shelves = [], categories = [], titles = []] = await Promise.all([
        content.channelShelves(slug),
        content.channelCategories(slug),
        content.channelTitles(slug, CHANNEL_TITLES),
      ]);
      return { ...header, shelves, categories, titles };
    },

    category: (channel, slug, { page, genre }) =>
      content.category(channel, slug, { page, limit: PAGE_SIZE, genre }),
    genre: (slug, { page }) => content.genre(slug, { page, limit: PAGE_SIZE }),
    person: (slug) => content.person(slug),
    video: (slug) => content.videoPage(slug, WATCH_PAGE),
    show: (slug, { season }) => content.showPage(slug, season, WATCH_PAGE),
    episode: (slug) => content.episodePage(slug, WATCH_PAGE),
    live: ({ category, from, page }) =>
      content.livePage({ category, from, page, limit: GUIDE_CHANNELS }),
    liveChannel: (category, slug, { from }) => content.liveChannelPage(category, slug, from),
    search: async ({ text, language }) => {
      const found = await search.find({ text, language, limit: PAGE_SIZE });
      return {
        ...found,
        results: [...found.results],
        languages: [...found.languages],
        live: [...found.live],
      };
    },
    similar: async (slug) => (await content.similar(slug, WATCH_PAGE.similar)) ?? [],

    async addresses() {
      const { changedAt, entries } = await content.inventory();
      const today = dayOf(changedAt);
      return [
        ...['/', '/channels', '/live'].map((path) => ({ path, changedOn: today })),
        ...entries.map(addressOf),
        { path: '/profile/help', changedOn: terms().version },
        { path: '/terms-and-conditions', changedOn: terms().version },
        { path: '/privacy-policy', changedOn: privacyPolicy().version },
      ];
    },

    terms: async () => terms(),
    privacyPolicy: async () => privacyPolicy(),
    help: async (language) => help(language),
  };
}

const PATHS: Readonly<Record<ListedKind, (row: ListedRow) => string>> = {
  channel: ({ slug }) => `/channel/${slug}`,
  category: ({ within, slug }) => `/channel/${within}/${slug}`,
  genre: ({ slug }) => `/genre/${slug}`,
  show: ({ slug }) => `/show/${slug}`,
  video: ({ slug }) => `/video/${slug}`,
  episode: ({ slug }) => `/episode/${slug}`,
  person: ({ slug }) => `/person/${slug}`,
  'live-category': ({ slug }) => `/live/${slug}`,
  'live-channel': ({ within, slug }) => `/live/${within}/${slug}`,
};

function addressOf({ kind, ...row }: ListedRow & { readonly kind: ListedKind }): SiteAddress {
  return { path: PATHS[kind](row), changedOn: dayOf(row.changedAt) };
}

function dayOf(at: Date): string {
  return at.toISOString().slice(0, 10);
}
