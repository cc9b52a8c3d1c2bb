// A1 A2: the matches, their order, and every spelling.
import type { LiveChannelCard } from '@bonisa/contract/live-page-data';
import { type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishEntries } from '../catalogue.test-kit.ts';
import type { Card, EntityKind } from '../reading/cards.service.ts';
import { createSearchRepository } from './search.repository.ts';
import { createSearch } from './search.service.ts';
import {
  createTestSearch,
  fillForSearch,
  NIGHT_SISTER,
  type TestSearch,
} from './search.test-kit.ts';
import { ensureIndex } from './search-index.ts';

let open: OpenDatabase;
let kit: TestSearch;
beforeAll(async () => {
  open = await createTestDatabase();
  kit = await createTestSearch(open);
  await fillForSearch(kit);
});
afterAll(() => open.close());

const named = (card: Card): string => `${card.kind} ${card.slug}`;
const find = async (text: string, kinds: readonly EntityKind[] = []): Promise<string[]> =>
  (await kit.search.find({ text, kinds })).results.map(named);

describe('a search', () => {
  it.each<[string, string[]]>([
    // The exact name, names that begin with the text, names that contain it, and a synopsis that
    // does.
    ['isibane', ['video isibane', 'video isibane-sethu', 'video our-isibane', 'show the-shore']],
    // A half-typed word; whole words first.
    ['river', ['video river-sunrise', 'category rivers', 'video the-long-river', 'show the-shore']],
    ['sun', ['video sunrise', 'video river-sunrise']],
    ['riv', ['video river-sunrise', 'category rivers', 'video the-long-river', 'show the-shore']],
    // A name that has the word comes before one that begins with it across its words.
    ['news', ['video good-news', 'video new-sounds']],
    // What other languages call a category or a genre, with its titles.
    ['insini', ['category laughs', 'video good-news']],
    ['Lekker lag', ['category laughs', 'video good-news']],
    ['ditshe', ['category laughs', 'video good-news']],
    ['natuur', ['genre nature', 'show the-shore']],
    // In any order; accents, punctuation and separators do not matter.
    ['river long', ['video the-long-river']],
    ['SUNRISE', ['video sunrise', 'video river-sunrise']],
    ['sun-rise!', ['video sunrise']],
    ['joburg nightshift', ['video jozi']],
    ['jo’burg night shift', ['video jozi']],
    ['tshivhidzo tsha lifhasi', ['video tshivhidzo']],
    ['more is nog n dag', ['video more']],
    ['MÔRE', ['video more', 'person elodie-moreau', 'show the-shore']],
    // People, and their titles.
    ['nomsa khumalo', ['person nomsa-khumalo', 'video sunrise']],
    ['khumalo nom', ['person nomsa-khumalo', 'video sunrise']],
    ['elodie', ['person elodie-moreau', 'show the-shore']],
    // Genres, channels, categories and their titles; a show and its episodes.
    ['nature', ['genre nature', 'show the-shore']],
    ['veld', ['channel veld', 'show the-shore', 'category rivers']],
    ['shore', ['show the-shore', 'episode ebb', 'episode ebb-again', 'episode tide']],
    ['nature rivers', ['show the-shore']],
    // A language by both of its names.
    ['isizulu elodie', ['show the-shore']],
    ['zulu rivers', ['show the-shore']],
    // Typing errors, alone and beside correct words.
    ['isibani', ['video isibane', 'video isibane-sethu', 'video our-isibane', 'show the-shore']],
    ['isbane sethu', ['video isibane-sethu']],
    ['khumallo', ['person nomsa-khumalo', 'video sunrise']],
    ['vedl en see', ['channel veld', 'show the-shore', 'category rivers']],
    ['loong rivr', ['video the-long-river']],
    // Joined and separated words.
    ['longriver', ['video the-long-river']],
    ['isi bane sethu', ['video isibane-sethu']],
    // Only in the synopsis.
    ['lighthouse', ['show the-shore']],
    // An episode by its number, with and without typing errors.
    ['episode 2 of the shore', ['episode ebb']],
    ['episod 2 of the shore', ['episode ebb']],
    ['ep 3 shore', ['episode ebb-again']],
    ['ep 3 sho', ['episode ebb-again']],
    ['Shorre episode 2', ['episode ebb']],
    ['the shoore epsiode 2', ['episode ebb']],
    ['shore s01e02', ['episode ebb']],
    ['second episode shore', ['episode ebb']],
    ['s1e1', ['episode tide']],
    ['shore season 1', ['episode ebb', 'episode ebb-again', 'episode tide']],
    // An episode that there is not: its show.
    ['shore episode 99', ['show the-shore', 'episode ebb', 'episode ebb-again', 'episode tide']],
    ['shorre s9e9', ['show the-shore', 'episode ebb', 'episode ebb-again', 'episode tide']],
    // Words of other languages for the same, with typing errors too; and languages' names.
    ['stories', ['channel ekhaya']],
    ['indaba', ['channel ekhaya']],
    ['indabaa', ['channel ekhaya']],
    ['isizlu elodie', ['show the-shore']],
    // A word that means something that is not there is no typing error of another.
    ['sokker', []],
    ['qwrtzp', []],
  ])('for %j', async (text, results) => {
    expect(await find(text)).toEqual(results);
  });

  it.each<[EntityKind, string, string[]]>([
    ['show', 'isibane', ['show the-shore']],
    ['video', 'isibane', ['video isibane', 'video isibane-sethu', 'video our-isibane']],
    ['category', 'river', ['category rivers']],
    ['channel', 'see', ['channel veld']],
    ['episode', 'tide', ['episode tide']],
    ['channel', 'isibane', []],
  ])('of one kind (%s) finds that kind only', async (kind, text, results) => {
    expect(await find(text, [kind])).toEqual(results);
  });

  it.each(['', '   ', '!?…', "'", '\\'])(
    'for %j, which has no word, finds nothing',
    async (text) => {
      expect(await kit.search.find({ text })).toEqual({
        results: [],
        total: 0,
        offset: 0,
        limit: 20,
        languages: [],
        live: [],
      });
      expect(await kit.search.suggest(text)).toEqual([]);
    },
  );

  it('of one language finds what has it as audio, an episode by its show, and names them all', async () => {
    const all = await kit.search.find({ text: 'shore' });
    const [language] = all.languages;
    const ofLanguage = await kit.search.find({ text: 'shore', language: language?.code });
    expect(all.languages).toHaveLength(2);
    expect(ofLanguage.results.map(named)).toEqual([
      'show the-shore',
      'episode ebb',
      'episode ebb-again',
      'episode tide',
    ]);
    const other = await kit.search.find({ text: 'shore', language: 'xx' });
    expect([other.total, other.results, other.languages]).toEqual([0, [], all.languages]);
  });

  it('has pages that follow each other without gaps, and a total', async () => {
    const all = await kit.search.find({ text: 'isibane' });
    const pages = await Promise.all(
      [0, 1, 2, 3, 4].map((offset) => kit.search.find({ text: 'isibane', offset, limit: 1 })),
    );
    expect(pages.flatMap(({ results }) => results)).toEqual(all.results);
    expect(pages.map(({ total, offset, limit }) => [total, offset, limit])).toEqual(
      [0, 1, 2, 3, 4].map((offset) => [4, offset, 1]),
    );
  });

  it('never fails, whatever the text', async () => {
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .array(
          fc.constantFrom(
            'isibane',
            'sun',
            'r',
            "'",
            ':*',
            '&',
            '|',
            '!',
            '\\',
            '%',
            '(',
            '<->',
            'ŉ',
            '٣',
          ),
          { maxLength: 12 },
        )
        .map((parts) => parts.join(' ')),
    );
    await fc.assert(
      fc.asyncProperty(typed, async (text) => {
        const { results, total } = await kit.search.find({ text, limit: 100 });
        expect(results).toHaveLength(Math.min(total, 100));
        await kit.search.suggest(text);
      }),
      { numRuns: 60 },
    );
  });
});

describe('suggestions', () => {
  const suggest = async (text: string): Promise<string[]> =>
    (await kit.search.suggest(text)).map(({ path }) => path);

  it('are names that begin with the text, then names that contain it, and other results only without any', async () => {
    expect(await suggest('isi')).toEqual([
      '/video/isibane',
      '/video/isibane-sethu',
      '/video/our-isibane',
    ]);
    expect(await suggest('ri')).toEqual(['/video/river-sunrise', '/channel/veld/rivers']);
    expect(await suggest('riv')).toEqual([
      '/video/river-sunrise',
      '/channel/veld/rivers',
      '/video/the-long-river',
    ]);
    expect(await suggest('lighthouse')).toEqual(['/show/the-shore']);
  });

  it('have a kind, and each name once', async () => {
    expect(await kit.search.suggest('ebb')).toEqual([
      { text: 'Ebb', kind: 'episode', path: '/episode/ebb' },
    ]);
    expect((await kit.search.suggest('e', 2)).map(({ kind, text }) => [kind, text])).toEqual([
      ['channel', 'Ekhaya'],
      ['person', 'Élodie Môreau'],
    ]);
  });

  it('have live channels that fit, of which two always have a place', async () => {
    const channel = (slug: string) =>
      ({
        ...{ slug, title: `Isibane ${slug}`, tagline: '', now: null },
        category: { slug: 'music', title: 'Music' },
        language: { code: 'zu', name: 'isiZulu' },
      }) as unknown as LiveChannelCard;
    const search = createSearch({
      repository: createSearchRepository(open.db),
      cardsOf: async () => new Map(),
      liveChannels: async () => ['one', 'two', 'three'].map(channel),
      clock: kit.clock,
    });
    const paths = async (text: string, limit?: number) =>
      (await search.suggest(text, limit)).map(({ path }) => path);
    const live = ['/live/music/one', '/live/music/two', '/live/music/three'];
    expect(await paths('isibane', 3)).toEqual(['/video/isibane', ...live.slice(0, 2)]);
    expect(await paths('isibane three')).toEqual(['/live/music/three']);
    expect((await search.suggest('umculo'))[0]).toEqual({
      text: 'Isibane one',
      kind: 'channel',
      path: '/live/music/one',
    });
    // A letter or two begin a word of every channel.
    expect(await paths('is')).not.toContain('/live/music/one');
  });

  it('correct a typing error', async () => {
    expect(await suggest('isibni')).toEqual([
      '/video/isibane',
      '/video/isibane-sethu',
      '/video/our-isibane',
    ]);
  });
});

describe('suggestions and results', () => {
  const texts = [
    ...['isibane', 'isi', 'isibnae', 'riv', 'nomsa', 'khumallo', 'nature', 'natur', 'lighthouse'],
    ...['stories', 'storie', 'indaba', 'indab', 'ibali', 'sokker', 'soccer', 'isizulu', 'isizlu'],
    ...['episod 2 of the shore', 'ep 3 shore', 'Shorre episode 2', 'shore s1e2', 'shore ep 99'],
  ];

  const both = async (text: string) => {
    const { results } = await kit.search.find({ text, limit: 24 });
    const names = results.map((card) => (card.kind === 'person' ? card.name : card.title));
    return { names, suggested: (await kit.search.suggest(text)).map((one) => one.text) };
  };

  it.each(texts)('understand %j alike', async (text) => {
    const { names, suggested } = await both(text);
    const unique = [...new Set(names)];
    expect(suggested.length > 0).toBe(names.length > 0);
    // The best results, in their order.
    expect(suggested).toEqual(unique.slice(0, suggested.length));
  });

  it('understand a text alike however it is mistyped', async () => {
    const meant = ['isibane', 'lighthouse', 'khumalo', 'football', 'the shore episode 2'];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...meant),
        fc.nat(18),
        fc.constantFrom('', 'a', 'e', ' '),
        async (name, place, put) => {
          const { names, suggested } = await both(
            name.slice(0, place) + put + name.slice(place + 1),
          );
          expect(suggested).toEqual([...new Set(names)].slice(0, suggested.length));
          expect(suggested.length > 0).toBe(names.length > 0);
        },
      ),
      { numRuns: 12 },
    );
  });
});

it('finds a show before its episodes where its name is typed as it sounds', async () => {
  await publishEntries(kit.editing, NIGHT_SISTER);
  const results = ['show night-sister', 'episode first-day', 'episode handover'];
  expect(await find('night sister')).toEqual(results);
  expect(await find('nite sister')).toEqual(results);
});

describe('the search index at a start', () => {
  it('is rebuilt when it is missing or older, with the same content', async () => {
    const rows = () => rowsOf(open.db, sql`select * from search_entries order by kind, id`);
    const before = await rows();
    await ensureIndex(open.db);
    await open.db.execute('update search_index set rules = 0');
    await open.db.execute("delete from search_entries where kind <> 'show'");
    await ensureIndex(open.db);
    expect(await rows()).toEqual(before);
    await open.db.execute('delete from search_entries');
    // An index by the same rules is not rebuilt.
    await ensureIndex(open.db);
    expect(await rows()).toEqual([]);
    await open.db.execute('update search_index set rules = 0');
    await ensureIndex(open.db);
    expect(await rows()).toEqual(before);
  });
});
