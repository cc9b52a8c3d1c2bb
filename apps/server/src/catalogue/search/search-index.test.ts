// A1: an entry is found exactly while it is visible, at any instant; the index agrees with the
// catalogue.

import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../platform/database/database.test-kit.ts';
import { type OpenDatabase, rowsOf } from '../../platform/database/database.ts';
import type { CatalogueEditor } from '../catalogue.editor.ts';
import { ASSET, mediaReady, OTHER_ASSET } from '../catalogue.test-kit.ts';
import { createCards, type Reference, referenceKey } from '../reading/cards.service.ts';
import { EPISODE_ASSET, fillEverything } from '../reading/everything.test-kit.ts';
import { createTestSearch, type TestSearch } from './search.test-kit.ts';

const HOUR = 3_600_000;

let open: OpenDatabase;
let kit: TestSearch;
beforeAll(async () => {
  open = await createTestDatabase();
  kit = await createTestSearch(open);
  await fillEverything(kit.catalogue);
});
afterAll(() => open.close());

const change = (work: (editor: CatalogueEditor) => Promise<unknown>) => kit.catalogue.change(work);

/** The visible entries at an instant, by the index and by the catalogue. */
async function shownAt(at: Date): Promise<{ index: string[]; catalogue: string[] }> {
  const all = await rowsOf<Reference & { shown: boolean }>(
    open.db,
    sql`select kind, id, shown @> ${at.toISOString()}::timestamptz as shown from search_entries`,
  );
  const cards = await createCards({ reading: kit.reading }).cardsOf(all, at);
  return {
    index: all
      .filter(({ shown }) => shown)
      .map(referenceKey)
      .sort(),
    catalogue: [...cards.keys()].sort(),
  };
}

async function expectAgreement(at = kit.clock.now()): Promise<void> {
  const { index, catalogue } = await shownAt(at);
  expect(index).toEqual(catalogue);
}

describe('the search index', () => {
  it('has every entry', async () => {
    await expectAgreement();
    expect((await shownAt(kit.clock.now())).index).toHaveLength(18);
  });

  it('counts titles as the catalogue does', async () => {
    await change((editor) => editor.publish('title', 'mvula', false));
    const { cardsOf } = createCards({ reading: kit.reading });
    for (const text of ['thandeka', 'history', 'drama']) {
      const [card] = (await kit.search.find({ text })).results;
      const all = await rowsOf<Reference>(
        open.db,
        sql`select kind, id from search_entries where kind in ('person', 'genre')`,
      );
      expect([...(await cardsOf(all, kit.clock.now())).values()]).toContainEqual(card);
    }
    await change((editor) => editor.publish('title', 'mvula', true));
  });

  it.each<[string, (editor: CatalogueEditor, shown: boolean) => Promise<unknown>, string, string]>([
    ['a video', (editor, shown) => editor.publish('title', 'mvula', shown), 'rain', 'mvula'],
    ['a show', (editor, shown) => editor.publish('title', 'indaba', shown), 'the matter', 'indaba'],
    [
      'a channel',
      (editor, shown) => editor.publish('channel', 'ekhaya', shown),
      'ekhaya',
      'ekhaya',
    ],
    [
      'what a channel has',
      (editor, shown) => editor.publish('channel', 'ekhaya', shown),
      'part 1.1',
      'khanyisa',
    ],
    [
      'a category',
      (editor, shown) => editor.publishCategory('ekhaya', 'imindeni', shown),
      'families',
      'imindeni',
    ],
    [
      'an episode',
      (editor, shown) => editor.publish('episode', 'khanyisa', shown),
      'part 1.1',
      'khanyisa',
    ],
    [
      'what a season has',
      (editor, shown) => editor.publishSeason('indaba', 1, shown),
      'part 1.1',
      'khanyisa',
    ],
    ['a person without a title', showWorkOfThandeka, 'thandeka', 'thandeka'],
    ['a genre without a title', showWorkOfThandeka, 'history', 'umlando'],
    [
      'a title before its time',
      (editor, shown) =>
        editor.updateTitle('mvula', {
          availableFrom: shown ? null : new Date(kit.clock.now().getTime() + HOUR),
        }),
      'rain',
      'mvula',
    ],
  ])('hides %s, and shows it again', async (_, show, text, slug) => {
    const found = async () => (await kit.search.find({ text })).results.map((card) => card.slug);
    expect(await found()).toContain(slug);
    await change((editor) => show(editor, false));
    expect(await found()).not.toContain(slug);
    expect((await kit.search.find({ text })).total).toBe((await found()).length);
    expect(
      (await kit.search.suggest(text)).map(({ path }) => path.split('/').at(-1)),
    ).not.toContain(slug);
    await expectAgreement();
    await change((editor) => show(editor, true));
    expect(await found()).toContain(slug);
  });

  it('follows windows by itself, and media that is added or removed', async () => {
    const now = kit.clock.now().getTime();
    await change((editor) =>
      editor.updateTitle('mvula', {
        availableFrom: new Date(now + HOUR),
        availableUntil: new Date(now + 2 * HOUR),
      }),
    );
    const total = async () => (await kit.search.find({ text: 'rain' })).total;
    expect(await total()).toBe(0);
    kit.clock.moveTo(new Date(now + HOUR));
    expect(await total()).toBe(1);
    await kit.catalogue.assetGone(OTHER_ASSET);
    expect(await total()).toBe(0);
    await mediaReady(kit.catalogue, OTHER_ASSET);
    expect(await total()).toBe(1);
    kit.clock.moveTo(new Date(now + 2 * HOUR));
    expect(await total()).toBe(0);
    await change((editor) =>
      editor.updateTitle('mvula', { availableFrom: null, availableUntil: null }),
    );
  });

  it('finds a title only by its new name, and no longer by a removed credit', async () => {
    await change((editor) => editor.updateTitle('mvula', { title: 'Thunder', credits: [] }));
    await change((editor) => editor.updateTitle('indaba', { credits: [] }));
    const slugs = async (text: string) =>
      (await kit.search.find({ text })).results.map((card) => card.slug);
    expect(await slugs('thunder')).toEqual(['mvula']);
    expect(await slugs('rain')).toEqual([]);
    expect(await slugs('thandeka ngubane')).toEqual([]);
    await expectAgreement();
  });

  it('loses nothing when a change is rolled back', async () => {
    const lost = change(async (editor) => {
      await editor.publish('title', 'umuzi', false);
      throw new Error('not so');
    });
    await expect(lost).rejects.toThrow('not so');
    expect((await kit.search.find({ text: 'umuzi' })).total).toBe(1);
  });

  it('agrees with the catalogue after any changes and at any instant', async () => {
    const start = kit.clock.now().getTime();
    const slug = fc.constantFrom('isibane', 'umuzi', 'throw', 'mvula', 'indaba');
    const hour = fc.integer({ min: -2, max: 3 });
    const step = fc.oneof(
      fc.record({ what: fc.constant('title' as const), slug, on: fc.boolean() }),
      fc.record({
        what: fc.constant('channel' as const),
        slug: fc.constantFrom('ekhaya', 'veld'),
        on: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('episode' as const),
        slug: fc.constantFrom('khanyisa', 'okunye-a', 'isibili-a'),
        on: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('category' as const),
        slug: fc.constantFrom('family', 'imindeni'),
        on: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('season' as const),
        season: fc.constantFrom(0, 1, 2),
        on: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('asset' as const),
        asset: fc.constantFrom(ASSET, OTHER_ASSET, EPISODE_ASSET),
        on: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('window' as const),
        slug,
        from: hour,
        hours: fc.integer({ min: 1, max: 3 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const one of steps) {
          if (one.what === 'asset')
            await (one.on
              ? mediaReady(kit.catalogue, one.asset)
              : kit.catalogue.assetGone(one.asset));
          else if (one.what === 'category')
            await change((editor) => editor.publishCategory('ekhaya', one.slug, one.on));
          else if (one.what === 'season')
            await change((editor) => editor.publishSeason('indaba', one.season, one.on));
          else if (one.what === 'window') {
            const from = start + one.from * HOUR;
            const window = {
              availableFrom: new Date(from),
              availableUntil: new Date(from + one.hours * HOUR),
            };
            await change((editor) => editor.updateTitle(one.slug, window));
          } else await change((editor) => editor.publish(one.what, one.slug, one.on));
        }
        for (const hours of [-1, 0, 1, 2]) await expectAgreement(new Date(start + hours * HOUR));
      }),
      { numRuns: 12 },
    );
  });
});

async function showWorkOfThandeka(editor: CatalogueEditor, shown: boolean): Promise<void> {
  for (const slug of ['mvula', 'indaba']) await editor.publish('title', slug, shown);
}
