// C1 C2 C4 C5 C8 C9 E8 R10: an entry that is not visible appears in no read.

import { dayOf, daysAfter, instantOf } from '@bonisa/domain/south-african-time';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  catalogueAssets,
  catalogueVersion,
  categories,
  channels,
  episodes,
  liveCategories,
  liveChannels,
  seasons,
  shelves,
  slides,
  titles,
} from '../catalogue.tables.ts';
import { createTestCatalogue, OTHER_ASSET, type TestCatalogue } from '../catalogue.test-kit.ts';
import { createCards, type EntityKind } from './cards.service.ts';
import { EPISODE_ASSET, fillEverything } from './everything.test-kit.ts';
import { LISTED_KINDS } from './listing.repository.ts';

const HOUR = 3_600_000;
/** Words that each name one entry, wherever they appear. */
const WORDS = [
  'mvula',
  'indaba',
  'khanyisa',
  'isibili-a',
  'thandeka',
  'imindeni',
  'ekhaya',
  'phezulu',
  'phansi',
  'ukhozi',
  'izindaba',
] as const;
type Word = (typeof WORDS)[number];

let open: OpenDatabase;
let kit: TestCatalogue;
let before: Map<Word, string[]>;
beforeAll(async () => {
  open = await createTestDatabase();
  kit = await createTestCatalogue(open);
  // At noon, whatever the real time: the live channel is off air at night.
  kit.clock.moveTo(instantOf(daysAfter(dayOf(kit.clock.now()), 1), 12));
  await fillEverything(kit);
  before = await whereSeen();
});
afterAll(() => open.close());

/** Every read, by a name. */
function questions(): Record<string, () => Promise<unknown>> {
  const { pageData, content, catalogue, reading, clock } = kit;
  const now = clock.now();
  const { cardsOf } = createCards({ reading });
  const kinds: EntityKind[] = [
    'video',
    'show',
    'episode',
    'channel',
    'category',
    'genre',
    'person',
  ];
  const references = kinds.flatMap((kind) =>
    Array.from({ length: 12 }, (_, index) => ({ kind, id: index + 1 })),
  );
  return {
    home: () => pageData.home(),
    channels: () => pageData.channels(),
    channel: () => pageData.channel('ekhaya'),
    category: () => pageData.category('ekhaya', 'imindeni', { page: 1 }),
    'category of a genre': () =>
      pageData.category('ekhaya', 'imindeni', { page: 1, genre: 'umlando' }),
    genre: () => pageData.genre('umlando', { page: 1 }),
    person: () => pageData.person('thandeka'),
    video: () => pageData.video('mvula'),
    'another video': () => pageData.video('throw'),
    show: () => pageData.show('indaba', {}),
    'second season': () => pageData.show('indaba', { season: 2 }),
    episode: () => pageData.episode('khanyisa'),
    'next episode': () => pageData.episode('isiqalo-b'),
    live: () => pageData.live({ page: 1 }),
    'live category': () => pageData.live({ category: 'izindaba', page: 1 }),
    'live channel': () => pageData.liveChannel('izindaba', 'ukhozi', {}),
    similar: () => pageData.similar('throw'),
    addresses: () => pageData.addresses(),
    'channel titles': () => content.channelTitles('ekhaya', 100),
    'channel shelves': () => content.channelShelves('ekhaya'),
    'channel categories': () => content.channelCategories('ekhaya'),
    season: () => content.seasonEpisodes(2, { page: 1, limit: 100 }),
    'latest videos': () => content.latestVideos(100),
    'random videos': () => content.randomOthersOf('mvula', { seed: 'a', limit: 100 }),
    'live channels': () => content.liveChannels(),
    slugs: async () => await Promise.all(LISTED_KINDS.map((kind) => content.slugs(kind))),
    cards: async () => [...(await cardsOf(references, now)).values()],
    'playable video': () => catalogue.findPlayable('mvula'),
    'playable episode': () => catalogue.findPlayable('khanyisa'),
    'picture of a title': () => reading.pictureArt('title', 'mvula', now),
    'picture of an episode': () => reading.pictureArt('episode', 'khanyisa', now),
    'picture of a channel': () => reading.pictureArt('channel', 'ekhaya', now),
    'picture of a category': () => reading.pictureArt('category', 'ekhaya-in-imindeni', now),
    'picture of a live channel': () => reading.pictureArt('live', 'ukhozi', now),
  };
}

/** The reads whose results contain each word. */
async function whereSeen(): Promise<Map<Word, string[]>> {
  const seen = new Map<Word, string[]>(WORDS.map((word) => [word, []]));
  for (const [name, ask] of Object.entries(questions())) {
    const answer = JSON.stringify((await ask()) ?? null);
    for (const word of WORDS)
      if (new RegExp(`\\b${word}\\b`).test(answer)) seen.get(word)?.push(name);
  }
  return seen;
}

/** Applies a change to any table while `work` runs. */
async function whileSet(
  table: PgTable,
  where: SQL | undefined,
  values: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<void> {
  const kept = await open.db.select().from(table).where(where);
  expect(kept).toHaveLength(1);
  const old = Object.fromEntries(Object.keys(values).map((key) => [key, kept[0]?.[key]]));
  await open.db.update(table).set(values).where(where);
  await asAnotherProcessDoes();
  try {
    await work();
  } finally {
    await open.db.update(table).set(old).where(where);
    await asAnotherProcessDoes();
  }
}

/** Increases the catalogue's version, and has this process detect it. */
async function asAnotherProcessDoes(): Promise<void> {
  await open.db.update(catalogueVersion).set({ version: sql`${catalogueVersion.version} + 1` });
  await kit.catalogue.refresh();
}

const titleIs = (slug: string) => eq(titles.slug, slug);
const slideOf = (slug: string) =>
  sql`${slides.titleId} = (select id from titles where slug = ${slug})`;

/**
 * An entry to hide, and the words that must disappear with it: its own and those of entries below
 * it.
 */
interface Hidden {
  readonly table: PgTable;
  readonly where: SQL;
  readonly gone: readonly Word[];
}
const THINGS = {
  'a video': { table: titles, where: titleIs('mvula'), gone: ['mvula'] },
  'a show': { table: titles, where: titleIs('indaba'), gone: ['indaba', 'khanyisa', 'isibili-a'] },
  'a season': { table: seasons, where: eq(seasons.ordinal, 2), gone: ['isibili-a'] },
  'an episode': { table: episodes, where: eq(episodes.slug, 'khanyisa'), gone: ['khanyisa'] },
  'a channel': {
    table: channels,
    where: eq(channels.slug, 'ekhaya'),
    gone: ['ekhaya', 'mvula', 'indaba', 'khanyisa', 'isibili-a', 'thandeka', 'imindeni', 'phansi'],
  },
  'a category': { table: categories, where: eq(categories.slug, 'imindeni'), gone: ['imindeni'] },
  "home's shelf": { table: shelves, where: eq(shelves.slug, 'phezulu'), gone: ['phezulu'] },
  "a channel's shelf": { table: shelves, where: eq(shelves.slug, 'phansi'), gone: ['phansi'] },
  'a live channel': {
    table: liveChannels,
    where: eq(liveChannels.slug, 'ukhozi'),
    gone: ['ukhozi', 'izindaba'],
  },
  'a live category': {
    table: liveCategories,
    where: eq(liveCategories.slug, 'izindaba'),
    gone: ['ukhozi', 'izindaba'],
  },
} as const satisfies Record<string, Hidden>;
type Thing = keyof typeof THINGS;

const UNPUBLISHED = () => ({ published: false });
const NOT_YET = () => ({ availableFrom: new Date(kit.clock.now().getTime() + HOUR) });
const CLOSED = () => ({ availableUntil: kit.clock.now() });
/** Entries with windows, none below another: hidden together, to save time. */
const APART: readonly Thing[] = [
  'a video',
  'an episode',
  'a category',
  "home's shelf",
  "a channel's shelf",
  'a live channel',
];

const CASES: readonly (readonly [
  what: string,
  things: readonly Thing[],
  values: () => Record<string, unknown>,
])[] = [
  ...(Object.keys(THINGS) as Thing[]).map(
    (thing) => [`${thing}, unpublished`, [thing], UNPUBLISHED] as const,
  ),
  ['not yet open', APART, NOT_YET],
  ['closed', APART, CLOSED],
  ['a show, not yet open', ['a show'], NOT_YET],
  ['a channel, closed', ['a channel'], CLOSED],
];

/** Applies a change to several entries while `work` runs. */
async function whileAllSet(
  [first, ...rest]: readonly Thing[],
  values: Record<string, unknown>,
  work: () => Promise<void>,
): Promise<void> {
  if (!first) return await work();
  await whileSet(THINGS[first].table, THINGS[first].where, values, () =>
    whileAllSet(rest, values, work),
  );
}

describe('every visible entry', () => {
  it('is in the reads that should have it', () => {
    expect(Object.fromEntries(before)).toMatchObject({
      mvula: expect.arrayContaining([
        'home',
        'channel',
        'category',
        'genre',
        'person',
        'video',
        'similar',
        'addresses',
        'slugs',
        'cards',
        'playable video',
      ]),
      indaba: expect.arrayContaining([
        'home',
        'channel',
        'category',
        'show',
        'episode',
        'channel titles',
        'addresses',
        'slugs',
        'cards',
      ]),
      khanyisa: expect.arrayContaining([
        'show',
        'episode',
        'next episode',
        'season',
        'addresses',
        'slugs',
        'cards',
        'playable episode',
      ]),
      thandeka: expect.arrayContaining([
        'person',
        'video',
        'show',
        'episode',
        'addresses',
        'slugs',
        'cards',
      ]),
      imindeni: expect.arrayContaining([
        'home',
        'channels',
        'channel',
        'category',
        'video',
        'show',
        'episode',
        'addresses',
        'slugs',
        'cards',
      ]),
      ukhozi: expect.arrayContaining([
        'home',
        'channels',
        'live',
        'live category',
        'live channels',
        'picture of a live channel',
      ]),
      izindaba: expect.arrayContaining(['live', 'addresses', 'slugs']),
      phansi: ['channel', 'channel shelves'],
      phezulu: ['home'],
    });
  });
});

describe('a hidden entry disappears from every read at once, and all others stay', () => {
  it.each(CASES)('%s', async (_, things, values) => {
    const gone: readonly Word[] = things.flatMap((thing) => THINGS[thing].gone);
    await whileAllSet(things, values(), async () => {
      const seen = await whereSeen();
      for (const word of WORDS) {
        if (gone.includes(word)) expect([word, seen.get(word)]).toEqual([word, []]);
        else expect([word, seen.get(word)?.length]).not.toEqual([word, 0]);
      }
    });
  });

  it.each([
    ['a video', OTHER_ASSET, ['mvula']],
    ['an episode', EPISODE_ASSET, ['khanyisa']],
  ] as const)('%s without its media (its pictures remain)', async (_, asset, gone) => {
    const kept = await open.db.select().from(catalogueAssets).where(eq(catalogueAssets.id, asset));
    await open.db.delete(catalogueAssets).where(eq(catalogueAssets.id, asset));
    await asAnotherProcessDoes();
    const seen = await whereSeen();
    await open.db.insert(catalogueAssets).values(kept);
    await asAnotherProcessDoes();
    for (const word of gone)
      expect(seen.get(word)?.filter((name) => !name.includes('picture'))).toEqual([]);
    expect(await kit.pageData.show('indaba', {})).toMatchObject({
      slug: 'indaba',
      season: { ordinal: 1 },
    });
  });

  it('a slide, but not its title', async () => {
    await whileSet(slides, slideOf('mvula'), { published: false }, async () => {
      const home = await kit.pageData.home();
      expect(home.slides.map(({ slug }) => slug)).toEqual(['isibane', 'indaba']);
      expect(await kit.pageData.video('mvula')).toBeDefined();
    });
  });

  it('a category; its titles then have none', async () => {
    await whileSet(categories, eq(categories.slug, 'imindeni'), { published: false }, async () => {
      expect((await kit.pageData.video('mvula'))?.category).toBeNull();
      expect((await kit.pageData.episode('khanyisa'))?.category).toBeNull();
      expect((await kit.pageData.channel('ekhaya'))?.titles.map(({ slug }) => slug)).toContain(
        'mvula',
      );
    });
  });

  it('a show without anything to watch, with all its parts', async () => {
    await open.db.update(seasons).set({ published: false });
    await asAnotherProcessDoes();
    const seen = await whereSeen();
    await open.db.update(seasons).set({ published: true });
    await asAnotherProcessDoes();
    expect([
      seen.get('khanyisa'),
      seen.get('indaba')?.filter((name) => !name.includes('picture')),
    ]).toEqual([[], []]);
    const channel = (await kit.pageData.channels()).channels.find(({ slug }) => slug === 'ekhaya');
    expect(channel?.titleCount).toBe((await kit.pageData.channel('ekhaya'))?.titles.length);
  });

  it('leaves nothing changed afterwards', async () => {
    expect(await whereSeen()).toEqual(before);
  });
});
