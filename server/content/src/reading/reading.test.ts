// C2 C4 C5 C8 C9 A11 A12 E8 E9 B3: the results, their order and their pages.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createTestCatalogue,
  publishEntries,
  type TestCatalogue,
  video,
} from '../catalogue.test-kit.ts';
import { createCards, referenceKey } from './cards.service.ts';
import { fillEverything } from './everything.test-kit.ts';

let kit: TestCatalogue;
beforeAll(async () => {
  kit = await createTestCatalogue();
  await fillEverything(kit);
});
afterAll(() => kit.close());

const slugsOf = (items: readonly { readonly slug: string }[] | undefined): string[] | undefined =>
  items?.map(({ slug }) => slug);

describe('a show', () => {
  it('has its seasons by ordinal, and begins with the first season that is not specials', async () => {
    const show = await kit.pageData.show('indaba', {});
    expect(
      show?.seasons.map(({ ordinal, title, episodeCount }) => [ordinal, title, episodeCount]),
    ).toEqual([
      [0, 'Specials', 1],
      [1, 'Season 1', 2],
      [2, 'Season 2', 2],
    ]);
    expect(show).toMatchObject({
      kind: 'show',
      season: { ordinal: 1 },
      seasonCount: 3,
      episodeCount: 5,
    });
    expect(slugsOf(show?.episodes)).toEqual(['khanyisa', 'isiqalo-b']);
  });

  it('shows the requested season, and is not found with an unknown one', async () => {
    expect(slugsOf((await kit.pageData.show('indaba', { season: 2 }))?.episodes)).toEqual([
      'isibili-a',
      'isibili-b',
    ]);
    expect(slugsOf((await kit.pageData.show('indaba', { season: 0 }))?.episodes)).toEqual([
      'okunye-a',
    ]);
    expect(await kit.pageData.show('indaba', { season: 3 })).toBeUndefined();
  });

  it('has duration, size and media of its first episode, and is listed as a show everywhere', async () => {
    const slide = (await kit.pageData.home()).slides.find(({ slug }) => slug === 'indaba');
    expect(slide).toMatchObject({
      kind: 'show',
      durationSeconds: 30,
      megabytes: 1.74,
      playSlug: 'khanyisa',
    });
    expect((await kit.pageData.home()).slides[0]).toMatchObject({
      kind: 'video',
      slug: 'isibane',
      playSlug: 'isibane',
      seasonCount: 0,
    });
    expect([
      await kit.pageData.video('indaba'),
      await kit.pageData.show('mvula', {}),
      await kit.catalogue.findPlayable('indaba'),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe('an episode', () => {
  it.each([
    ['khanyisa', null, 'isiqalo-b'],
    ['isiqalo-b', 'khanyisa', 'isibili-a'],
    ['isibili-a', 'isiqalo-b', 'isibili-b'],
    ['isibili-b', 'isibili-a', 'okunye-a'],
    ['okunye-a', 'isibili-b', null],
  ])('%s has the neighbours %s and %s, across seasons', async (slug, previous, next) => {
    const page = await kit.pageData.episode(slug);
    expect([page?.previous?.slug ?? null, page?.next?.slug ?? null]).toEqual([previous, next]);
  });

  it('has the rating, languages, genre, people and scene of its show, and its own picture', async () => {
    const page = await kit.pageData.episode('isibili-a');
    expect(page).toMatchObject({
      kind: 'episode',
      ordinal: 1,
      season: { ordinal: 2 },
      show: { slug: 'indaba', title: 'The Matter' },
      genre: { slug: 'umlando', title: 'History' },
      rating: { age: '13', advice: ['V', 'L'] },
      language: { code: 'zu' },
      category: { slug: 'imindeni' },
      year: 2024,
      credits: [
        { slug: 'thandeka', role: 'cast', character: 'Auntie' },
        { slug: 'thandeka', role: 'writer', character: null },
      ],
    });
    expect(page?.landscape.base).toMatch(/^\/pictures\/episode-landscape\/isibili-a-/);
    expect(page?.hero).toEqual((await kit.pageData.show('indaba', {}))?.hero);
    expect(slugsOf(page?.episodes)).toEqual(['isibili-a', 'isibili-b']);
  });
});

describe('a page of a list', () => {
  it('of a category has 24 titles and the total, and is empty past the last page', async () => {
    const category = await kit.pageData.category('ekhaya', 'imindeni', { page: 1 });
    expect(category).toMatchObject({
      titleCount: 2,
      channel: { slug: 'ekhaya' },
      genre: null,
      titles: { page: 1, lastPage: 1, total: 2 },
    });
    expect((await kit.pageData.category('ekhaya', 'imindeni', { page: 2 }))?.titles).toEqual({
      page: 2,
      lastPage: 1,
      total: 2,
      items: [],
    });

    const small = await kit.content.category('ekhaya', 'imindeni', { page: 2, limit: 1 });
    expect([small?.titles.lastPage, slugsOf(small?.titles.items)]).toEqual([2, ['mvula']]);
  });

  it('of a category can be filtered by genre: an unused genre gives none, an unknown one is not found', async () => {
    const options = { page: 1 };
    const filtered = await kit.pageData.category('ekhaya', 'imindeni', {
      ...options,
      genre: 'umlando',
    });
    expect([filtered?.genre, filtered?.titles.total]).toEqual([
      { slug: 'umlando', title: 'History' },
      2,
    ]);
    expect(filtered?.genres).toEqual([{ slug: 'umlando', title: 'History', titleCount: 2 }]);
    expect(
      (await kit.pageData.category('ekhaya', 'imindeni', { ...options, genre: 'sport' }))?.titles,
    ).toMatchObject({
      total: 0,
      lastPage: 1,
      items: [],
    });
    expect(
      await kit.pageData.category('ekhaya', 'imindeni', { ...options, genre: 'nothing' }),
    ).toBeUndefined();
    expect(await kit.pageData.category('veld', 'imindeni', options)).toBeUndefined();
  });

  it('of a genre and of a season exists', async () => {
    expect(await kit.pageData.genre('umlando', { page: 1 })).toMatchObject({
      titleCount: 2,
      titles: { total: 2, lastPage: 1 },
    });
    expect(await kit.pageData.genre('nothing', { page: 1 })).toBeUndefined();
    const season = (await kit.pageData.show('indaba', { season: 2 }))?.season.id ?? 0;
    expect(await kit.content.seasonEpisodes(season, { page: 2, limit: 1 })).toMatchObject({
      page: 2,
      lastPage: 2,
      total: 2,
      items: [{ slug: 'isibili-b' }],
    });
    expect((await kit.content.seasonEpisodes(season, { page: 9, limit: 1 }))?.items).toEqual([]);
    expect(await kit.content.seasonEpisodes(999, { page: 1, limit: 1 })).toBeUndefined();
  });
});

describe('a choice', () => {
  it('of categories for the home page takes one of each channel before a second of any', async () => {
    await publishEntries(kit.editing, [
      {
        kind: 'category',
        channel: 'veld',
        slug: 'athletics',
        title: 'Athletics',
        tagline: 'Far.',
        genre: 'sport',
        published: true,
      },
      video({
        slug: 'jump',
        title: 'Jump',
        channel: 'veld',
        category: 'athletics',
        genre: 'sport',
      }),
    ]);
    const { categories } = await kit.pageData.home();
    expect(categories.map(({ channel, slug }) => [channel.slug, slug])).toEqual([
      ['ekhaya', 'family'],
      ['veld', 'athletics'],
      ['ekhaya', 'imindeni'],
    ]);
    expect((await kit.pageData.channels()).categories.map(({ channel }) => channel.slug)).toEqual([
      'ekhaya',
      'ekhaya',
      'veld',
    ]);
  });

  it('of other videos is the same for the same seed, and never contains the video itself', async () => {
    const asked = { seed: 'monday', limit: 10 };
    const first = slugsOf(await kit.content.randomOthersOf('isibane', asked));
    expect(first).toEqual(slugsOf(await kit.content.randomOthersOf('isibane', asked)));
    // `isibane` is alone in its category. `umuzi` has no category, so all videos of its channel can
    // be chosen.
    expect(first).toEqual([]);
    expect(slugsOf(await kit.content.randomOthersOf('umuzi', asked))?.sort()).toEqual([
      'indaba',
      'isibane',
      'mvula',
    ]);
    expect(await kit.content.randomOthersOf('indaba', asked)).toBeUndefined();
  });
});

describe('a person', () => {
  it('has their titles, the newest first, with all their roles in each', async () => {
    const person = await kit.pageData.person('thandeka');
    expect(person?.work.map(({ title, roles }) => [title.slug, roles])).toEqual([
      [
        'indaba',
        [
          { role: 'cast', character: 'Auntie' },
          { role: 'writer', character: null },
        ],
      ],
      [
        'mvula',
        [
          { role: 'cast', character: 'Ma Zulu' },
          { role: 'writer', character: null },
        ],
      ],
    ]);
  });
});

describe('the live section', () => {
  it('names the current and the next programme, across the end of the week', async () => {
    // Sunday, 21:59 and 23:00 in South Africa.
    kit.clock.moveTo(new Date('2031-03-02T19:59:30Z'));
    const ukhozi = async () =>
      (await kit.content.liveChannels()).find(({ slug }) => slug === 'ukhozi');
    const on = await ukhozi();
    expect([on?.now?.title, on?.next.map(({ title }) => title)]).toEqual([
      'Evening 6',
      ['Morning 0', 'Evening 0', 'Morning 1'],
    ]);
    expect(on?.now).toMatchObject({
      startsAt: '2031-03-02T10:00:00.000Z',
      endsAt: '2031-03-02T20:00:00.000Z',
    });
    kit.clock.moveTo(new Date('2031-03-02T21:00:00Z'));
    expect((await ukhozi())?.now).toBeNull();
    expect((await kit.pageData.home()).live).toEqual([]);
    kit.clock.moveTo(new Date('2031-03-02T22:00:00Z'));
    expect(slugsOf((await kit.pageData.home()).live)).toEqual(['ukhozi']);
  });

  it('has a header, categories with a channel, and one category by slug or id', async () => {
    const all = await kit.content.live();
    expect([
      all?.header?.slug,
      all?.header?.headline,
      all?.category,
      slugsOf(all?.channels),
    ]).toEqual(['ukhozi', 'Now on air', null, ['ukhozi', 'inkanyezi']]);
    const one = await kit.content.live('ezinye');
    expect([one?.category?.channelCount, slugsOf(one?.channels)]).toEqual([1, ['inkanyezi']]);
    expect(one?.header).toBeNull();
    kit.clock.moveTo(new Date('2031-03-02T22:00:01Z'));
    const categories = (await kit.content.live())?.categories;
    expect(categories?.map(({ onAirCount }) => onAirCount)).toEqual([1, 0]);
    expect(slugsOf((await kit.content.live(one?.category?.id))?.channels)).toEqual(['inkanyezi']);
    expect(await kit.content.live('nothing')).toBeUndefined();
  });
});

describe('references', () => {
  it('are found by id or slug while visible, and of the right kind only', async () => {
    const { findReference, cardsOf } = createCards({ reading: kit.reading });
    const now = kit.clock.now();
    const show = await findReference({ kind: 'show', slug: 'indaba' }, now);
    expect(show).toEqual({ kind: 'show', id: expect.any(Number) });
    const id = show?.id ?? 0;
    expect(await findReference({ kind: 'video', id }, now)).toBeUndefined();
    expect(await findReference({ kind: 'video', slug: 'indaba' }, now)).toBeUndefined();
    expect(await findReference({ kind: 'show', slug: 'nothing' }, now)).toBeUndefined();
    expect(await findReference({ kind: 'channel', slug: 'ekhaya' }, now)).toEqual({
      kind: 'channel',
      id: 1,
    });
    const cards = await cardsOf(
      [
        { kind: 'show', id },
        { kind: 'video', id },
        { kind: 'channel', id: 1 },
        { kind: 'episode', id: 999 },
      ],
      now,
    );
    expect([...cards.keys()].sort()).toEqual([
      referenceKey({ kind: 'channel', id: 1 }),
      referenceKey({ kind: 'show', id }),
    ]);
  });
});

describe('the catalogue for search engines', () => {
  it('has each page once, with the day of its last change', async () => {
    const addresses = await kit.pageData.addresses();
    const paths = addresses.map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/channels',
        '/live',
        '/live/izindaba',
        '/live/izindaba/ukhozi',
        '/channel/ekhaya',
        '/channel/ekhaya/imindeni',
        '/genre/umlando',
        '/show/indaba',
        '/video/mvula',
        '/episode/khanyisa',
        '/person/thandeka',
        '/terms-and-conditions',
        '/privacy-policy',
      ]),
    );
    for (const { changedOn } of addresses) expect(changedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  });
});

describe('the edges of windows', () => {
  it('of every table are known ahead, soonest first', async () => {
    const now = kit.clock.now();
    const at = (hours: number): Date => new Date(now.getTime() + hours * 3_600_000);
    await publishEntries(kit.editing, [
      { kind: 'show', key: 'indaba', availableUntil: at(3).toISOString() },
      {
        kind: 'slide',
        title: 'throw',
        eyebrow: 'Soon',
        published: true,
        availableFrom: at(1).toISOString(),
      },
      {
        kind: 'episode',
        show: 'indaba',
        season: 2,
        ordinal: 3,
        slug: 'isibili-c',
        title: 'Part 2.3',
        synopsis: 'Later.',
        description: 'Later.',
        published: true,
        availableFrom: at(2).toISOString(),
      },
    ]);
    expect(await kit.reading.windowEdges(now, 10)).toEqual([at(1), at(2), at(3)]);
    expect(await kit.reading.windowEdges(now, 2)).toEqual([at(1), at(2)]);
  });
});
