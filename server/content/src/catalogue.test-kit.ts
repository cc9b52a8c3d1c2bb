import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { createMovableClock, type MovableClock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { sql } from 'drizzle-orm';
import { createPageData } from './catalogue.page-data.ts';
import { type CatalogueService, createCatalogueService } from './catalogue.service.ts';
import { createCatalogueChanges } from './catalogue-changes.repository.ts';
import { createReadingRepository, type ReadingRepository } from './catalogue-reading.repository.ts';
import { type CatalogueReading, createCatalogueReading } from './catalogue-reading.service.ts';
import { refusalOf } from './editing/batch.refusals.ts';
import type { ApplyOptions, EditingService } from './editing/editing.service.ts';
import { createEntriesEditing } from './editing/editing.ts';
import { helpTopicsOf } from './help/help-page.ts';
import { privacyPolicyOf } from './legal/privacy-policy.ts';
import { termsOf } from './legal/terms.ts';
import type { Operator } from './operator.ts';
import { cacheCatalogueReads } from './reading/cached-catalogue-reads.ts';
import { createCards } from './reading/cards.service.ts';
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
      sql`truncate catalogue_keys, catalogue_versions, shelf_items, slides, shelves, credits, people, episodes, seasons, titles, categories, channels, live_slots, live_dated, live_channels, live_categories, genres, catalogue_assets, catalogue_version, search_entries, search_words restart identity cascade`,
    );
  const clock = createMovableClock();
  const reading = createReadingRepository(open.db);
  const catalogue = createCatalogueService({
    reading,
    changes: createCatalogueChanges(open.db),
    clock,
  });
  await catalogue.start();
  const remembered = cacheCatalogueReads({ reading, version: catalogue.currentVersion, clock });
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
      failures: async () => new Map(),
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

/** An entry, or changes of one, as a batch has it. */
export type EntryRow = { readonly kind: EntryKind } & Readonly<Record<string, unknown>>;

/** Writes entries as the studio and imports do: one batch. Throws the refusal of a wrong one. */
export async function publishEntries(
  editing: Pick<EditingService, 'apply'>,
  rows: readonly EntryRow[],
  options: ApplyOptions = {},
): Promise<void> {
  const { problems } = await editing.apply(rows, options);
  if (problems.length > 0) throw refusalOf(problems);
}

/** A published video of the channel `ekhaya`, on {@link ASSET}. */
export function video(changes: { readonly slug: string } & Omit<EntryRow, 'kind'>): EntryRow {
  return {
    kind: 'video',
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

/** A published show of the channel `ekhaya`, without seasons. */
export function show(changes: Parameters<typeof video>[0]): EntryRow {
  const { assetId: _, ...fields } = video(changes);
  return { ...fields, kind: 'show' };
}

const CHANNEL = { tagline: 'Stories.', description: 'Stories from home.', published: true };

const SMALL: readonly EntryRow[] = [
  { kind: 'genre', slug: 'drama', title: 'Drama' },
  { kind: 'genre', slug: 'sport', title: 'Sport' },
  { kind: 'channel', ...CHANNEL, slug: 'ekhaya', title: 'Ekhaya', genre: 'drama' },
  { kind: 'channel', ...CHANNEL, slug: 'veld', title: 'Veld', genre: 'sport', position: 1 },
  {
    kind: 'category',
    channel: 'ekhaya',
    slug: 'family',
    title: 'Family',
    tagline: 'Love and quarrels.',
    genre: 'drama',
    published: true,
  },
  video({ slug: 'isibane', category: 'family' }),
  video({ slug: 'umuzi', title: 'Umuzi', languages: ['zu'] }),
  video({ slug: 'throw', title: 'Throw', genre: 'sport', channel: 'veld', languages: ['en'] }),
  {
    kind: 'shelf',
    slug: 'first',
    title: 'First',
    format: 'poster',
    titles: ['throw', 'isibane', 'umuzi'],
    published: true,
  },
  { kind: 'slide', title: 'isibane', eyebrow: 'New · isiZulu', published: true },
];

/**
 * Creates two channels, a genre each, a category, three videos, a shelf and a slide, and `more` in
 * the same batch: a batch of a few rows takes as long as one of many. Their media is not ready.
 */
export const fill = (editing: EditingService, more: readonly EntryRow[] = []): Promise<void> =>
  publishEntries(editing, [...SMALL, ...more]);

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

/** A published episode of the show `lamplight`, on {@link ASSET}. */
function episode(season: number, ordinal: number): EntryRow {
  const slug = `lamplight-s${season}e${ordinal}`;
  const words = { synopsis: 'Who lights the lamp.', description: 'Who lights the lamp, and why.' };
  const place = { show: 'lamplight', season, ordinal };
  return {
    kind: 'episode',
    ...place,
    slug,
    title: slug,
    ...words,
    assetId: ASSET,
    published: true,
  };
}

const SHOW_AND_LIVE: readonly EntryRow[] = [
  { kind: 'person', slug: 'lindiwe-dube', name: 'Lindiwe Dube' },
  show({
    slug: 'lamplight',
    title: 'Lamplight',
    category: 'family',
    credits: [{ person: 'lindiwe-dube', role: 'cast', character: 'Gogo' }],
  }),
  { kind: 'season', show: 'lamplight', ordinal: 2, published: true },
  { kind: 'season', show: 'lamplight', ordinal: 1, published: true },
  episode(2, 1),
  episode(1, 1),
  episode(1, 2),
  { kind: 'liveCategory', slug: 'talk', title: 'Talk', published: true },
  {
    kind: 'liveChannel',
    slug: 'radio-lamp',
    title: 'Radio Lamp',
    tagline: 'Talk.',
    description: 'Talk all day.',
    category: 'talk',
    genre: 'drama',
    languages: ['zu'],
    headline: 'On now',
    published: true,
    slots: [0, 1, 2, 3, 4, 5, 6].map((day) => ({
      synopsis: 'Who lights the lamp.',
      // As its films: nothing above its rating fills a programme.
      ratingAge: '13',
      ratingAdvice: ['L'],
      title: `Day ${day}`,
      startsAt: day * 1440,
      minutes: 1440,
    })),
  },
];

/** {@link fill} with a show of two seasons with three episodes, its credits, and a live channel. */
export const fillWithShowAndLive = (editing: EditingService): Promise<void> =>
  fill(editing, SHOW_AND_LIVE);
