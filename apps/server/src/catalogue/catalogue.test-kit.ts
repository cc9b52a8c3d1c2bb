import { sql } from 'drizzle-orm';
import { createMovableClock, type MovableClock } from '../platform/clock/clock.ts';
import { createTestDatabase } from '../platform/database/database.test-kit.ts';
import type { OpenDatabase } from '../platform/database/database.ts';
import type { VideoInput } from './catalogue.input.ts';
import { createPageData } from './catalogue.page-data.ts';
import { type CatalogueService, createCatalogueService } from './catalogue.service.ts';
import { createEditing } from './catalogue-editing.repository.ts';
import { createReadingRepository, type ReadingRepository } from './catalogue-reading.repository.ts';
import { type CatalogueReading, createCatalogueReading } from './catalogue-reading.service.ts';
import type { EditingService } from './editing/editing.service.ts';
import { createEntriesEditing } from './editing/editing.ts';
import { helpTopicsOf } from './help/help-page.ts';
import { privacyPolicyOf } from './legal/privacy-policy.ts';
import { termsOf } from './legal/terms.ts';
import type { Operator } from './operator.ts';
import { createCards } from './reading/cards.service.ts';
import { rememberReads } from './reading/remembered-reading.ts';
import { createSearchRepository } from './search/search.repository.ts';
import { createSearch, type Search } from './search/search.service.ts';

export const OPERATOR: Operator = {
  service: 'Bonisa',
  company: 'Bonisa Media (Pty) Ltd',
  address: '1 Long Street, Cape Town',
  carrier: 'your network',
  supportNumber: '0800 123 456',
  supportEmail: 'help@bonisa.example',
  publicUrl: 'https://bonisa.example',
  tagManager: '',
  packages: [
    { name: 'Daily', price: 'R5.00', period: 'day', days: 1 },
    { name: 'Weekly', price: 'R10.00', period: 'week', days: 7 },
    { name: 'Monthly', price: 'R25.00', period: 'month', days: 30 },
  ],
};

export const ASSET = '01890000-0000-7000-8000-000000000001';
export const OTHER_ASSET = '01890000-0000-7000-8000-000000000002';

export interface TestCatalogue {
  readonly catalogue: CatalogueService;
  readonly editing: EditingService;
  readonly reading: ReadingRepository;
  readonly content: CatalogueReading;
  readonly search: Search;
  readonly pageData: ReturnType<typeof createPageData>;
  readonly clock: MovableClock;
  close(): Promise<void>;
}

/** Creates an empty catalogue, on a new database or on `database`, which is emptied first. */
export async function createTestCatalogue(database?: OpenDatabase): Promise<TestCatalogue> {
  const open = database ?? (await createTestDatabase());
  if (database)
    await open.db.execute(
      sql`truncate catalogue_keys, catalogue_versions, shelf_items, slides, shelves, credits, people, episodes, seasons, titles, categories, channels, live_slots, live_channels, live_categories, genres, catalogue_assets, catalogue_version, search_entries, search_words restart identity cascade`,
    );
  const clock = createMovableClock();
  const reading = createReadingRepository(open.db);
  const catalogue = createCatalogueService({
    reading,
    editing: createEditing(open.db),
    clock,
    thumbhashOf: async () => 'AAAA',
  });
  await catalogue.start();
  const remembered = rememberReads({ reading, version: catalogue.currentVersion, clock });
  const content = createCatalogueReading({ reading: remembered, clock });
  const search = createSearch({
    repository: createSearchRepository(open.db),
    cardsOf: createCards({ reading }).cardsOf,
    liveChannels: content.liveChannels,
    clock,
  });
  const pageData = createPageData({
    content,
    search,
    version: catalogue.currentVersion,
    terms: () => termsOf(OPERATOR),
    privacyPolicy: () => privacyPolicyOf(OPERATOR),
    help: (language) => helpTopicsOf(OPERATOR, 'all', {}, language),
  });
  const entries = createEntriesEditing({
    db: open.db,
    service: catalogue,
    thumbhashOf: async () => 'AAAA',
    files: { read: async () => undefined },
    // There is no media store here: any media may exist, and is not ready until `mediaReady`.
    entryMediaOn: () => ({
      assetStates: async (ids) => new Map(ids.map((id) => [id, 'processing'])),
      keptCaptions: async () => new Set(),
      retire: async () => undefined,
      retireCaptions: async () => undefined,
      keep: async () => undefined,
    }),
  });
  return {
    catalogue,
    editing: entries,
    reading,
    content,
    search,
    pageData,
    clock,
    close: open.close,
  };
}

/** A published video of the channel `ekhaya`, on {@link ASSET}. */
export function video(changes: Partial<VideoInput> & { slug: string }): VideoInput {
  return {
    title: 'Isibane',
    synopsis: 'One lamp.',
    description: 'One lamp in a window.',
    year: 2026,
    ratingAge: '13',
    ratingAdvice: ['V', 'L'],
    languages: ['zu', 'en'],
    genre: 'drama',
    channel: 'ekhaya',
    assetId: ASSET,
    published: true,
    ...changes,
  };
}

/**
 * Creates two channels, a genre each, a category, three videos, a shelf and a slide. Their media is
 * not ready.
 */
export async function fill(catalogue: CatalogueService): Promise<void> {
  await catalogue.change(async (editor) => {
    await editor.createGenre({ slug: 'drama', title: 'Drama' });
    await editor.createGenre({ slug: 'sport', title: 'Sport' });
    const channel = { tagline: 'Stories.', description: 'Stories from home.', published: true };
    await editor.createChannel({ ...channel, slug: 'ekhaya', title: 'Ekhaya', genre: 'drama' });
    await editor.createChannel({
      ...channel,
      slug: 'veld',
      title: 'Veld',
      genre: 'sport',
      position: 1,
    });
    await editor.createCategory({
      channel: 'ekhaya',
      slug: 'family',
      title: 'Family',
      tagline: 'Love and quarrels.',
      genre: 'drama',
      published: true,
    });
    await editor.createVideo(video({ slug: 'isibane', category: 'family' }));
    await editor.createVideo(video({ slug: 'umuzi', title: 'Umuzi', languages: ['zu'] }));
    await editor.createVideo(
      video({ slug: 'throw', title: 'Throw', genre: 'sport', channel: 'veld', languages: ['en'] }),
    );
    await editor.createShelf({
      slug: 'first',
      title: 'First',
      format: 'poster',
      titles: ['throw', 'isibane', 'umuzi'],
      published: true,
    });
    await editor.createSlide({ title: 'isibane', eyebrow: 'New · isiZulu', published: true });
  });
}

/** Makes an asset of 30 seconds and three renditions ready. */
export async function mediaReady(catalogue: CatalogueService, id: string = ASSET): Promise<void> {
  await catalogue.assetReady({
    id,
    durationMs: 30_400,
    renditions: [
      { height: 240, bytes: 900_000 },
      { height: 360, bytes: 1_730_001 },
      { height: 720, bytes: 6_000_000 },
    ],
    captions: ['en'],
  });
}

/**
 * Adds to {@link fill} a show of two seasons with three episodes, its credits, and a live channel.
 */
export async function fillShowAndLive(catalogue: CatalogueService): Promise<void> {
  const facts = {
    synopsis: 'Who lights the lamp.',
    description: 'Who lights the lamp, and why.',
    ratingAge: 'PG',
    ratingAdvice: ['L'],
  } as const;
  await catalogue.change(async (editor) => {
    await editor.createPerson({ slug: 'lindiwe-dube', name: 'Lindiwe Dube' });
    const { assetId: _, ...show } = video({
      slug: 'lamplight',
      title: 'Lamplight',
      category: 'family',
    });
    await editor.createShow({
      ...show,
      credits: [{ person: 'lindiwe-dube', role: 'cast', character: 'Gogo' }],
    });
    for (const [ordinal, episodes] of [
      [2, 1],
      [1, 2],
    ] as const) {
      await editor.createSeason({ show: 'lamplight', ordinal, published: true });
      for (let episode = 1; episode <= episodes; episode++) {
        const slug = `lamplight-s${ordinal}e${episode}`;
        const { synopsis, description } = facts;
        await editor.createEpisode({
          show: 'lamplight',
          season: ordinal,
          ordinal: episode,
          slug,
          title: slug,
          synopsis,
          description,
          assetId: ASSET,
          published: true,
        });
      }
    }
    await editor.createLiveCategory({ slug: 'talk', title: 'Talk', published: true });
    const slots = [0, 1, 2, 3, 4, 5, 6].map((day) => ({
      ...facts,
      // As its films: nothing above its rating fills a programme.
      ratingAge: '13' as const,
      ratingAdvice: ['L' as const],
      title: `Day ${day}`,
      startsAt: day * 1440,
      minutes: 1440,
    }));
    await editor.createLiveChannel({
      slug: 'radio-lamp',
      title: 'Radio Lamp',
      tagline: 'Talk.',
      description: 'Talk all day.',
      category: 'talk',
      genre: 'drama',
      languages: ['zu'],
      headline: 'On now',
      published: true,
      slots: slots.map(({ description: _description, ...slot }) => slot),
    });
  });
}
