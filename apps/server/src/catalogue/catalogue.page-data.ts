import type { LegalPage, PageData, TitleCard } from '@bonisa/contract/page-data';
import type { Clock } from '../platform/clock.ts';
import { categoryCard, channelCard, shelvesOf, slideOf, titleCard, videoPage } from './catalogue.presentation.ts';
import type { ReadingRepository, TitleRow } from './catalogue-reading.repository.ts';
import { artOf } from './pictures/drawing.ts';
import { heroOf } from './pictures/picture-set.ts';

export interface PageDataParts {
  readonly reading: ReadingRepository;
  readonly clock: Clock;
  readonly version: () => number;
  readonly terms: LegalPage;
  readonly privacyPolicy: LegalPage;
}

const MAX_SLIDES = 6;
const MAX_TITLES = 60;
const MAX_SIMILAR = 12;

/** What pages are made from, answered from the catalogue (see `PageData` in the contract). */
export function createPageData({ reading, clock, version, terms, privacyPolicy }: PageDataParts): PageData {
  const similarTo = (row: TitleRow): Promise<TitleRow[]> => reading.similarTitles(row, clock.now(), MAX_SIMILAR);

  return {
    version: async () => version(),

    async home() {
      const now = clock.now();
      const [slides, shelves, channels, categories] = await Promise.all([
        reading.slidesWithTitles(now, MAX_SLIDES),
        reading.shelvesWithTitles(null, now),
        reading.channels(now),
        reading.categories(null, now),
      ]);
      return {
        slides: slides.map(slideOf),
        shelves: shelvesOf(shelves),
        channels: channels.map(channelCard),
        categories: categories.map(categoryCard),
      };
    },

    async channels() {
      const now = clock.now();
      const [channels, categories] = await Promise.all([reading.channels(now), reading.categories(null, now)]);
      return { channels: channels.map(channelCard), categories: categories.map(categoryCard) };
    },

    async channel(slug) {
      const now = clock.now();
      const channel = (await reading.channels(now)).find((row) => row.slug === slug);
      if (!channel) return undefined;
      const [shelves, categories, titles] = await Promise.all([
        reading.shelvesWithTitles(slug, now),
        reading.categories(slug, now),
        reading.titlesOfChannel(slug, now, MAX_TITLES),
      ]);
      return {
        ...channelCard(channel),
        description: channel.description,
        hero: heroOf('channel', artOf(channel)),
        shelves: shelvesOf(shelves),
        categories: categories.map(categoryCard),
        titles: titles.map(titleCard),
      };
    },

    async video(slug) {
      const row = await reading.titleBySlug(slug, clock.now());
      return row && videoPage(row, await similarTo(row));
    },

    async similar(slug): Promise<readonly TitleCard[]> {
      const row = await reading.titleBySlug(slug, clock.now());
      return row ? (await similarTo(row)).map(titleCard) : [];
    },

    terms: async () => terms,
    privacyPolicy: async () => privacyPolicy,
  };
}
