// A1: an entry is found exactly while it is visible, at any instant; the index agrees with the
// catalogue.

import { type OpenDatabase, rowsOf } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ASSET,
  type EntryRow,
  mediaReady,
  OTHER_ASSET,
  publishEntries,
} from '../catalogue.test-kit.ts';
import { createCards, type Reference, referenceKey } from '../reading/cards.service.ts';
import { EPISODE_ASSET, fillEverything } from '../reading/everything.test-kit.ts';
import { createTestSearch, type TestSearch } from './search.test-kit.ts';

const HOUR = 3_600_000;

let open: OpenDatabase;
let kit: TestSearch;
beforeAll(async () => {
  open = await createTestDatabase();
  kit = await createTestSearch(open);
  await fillEverything(kit);
});
afterAll(() => open.close());

const change = (...rows: readonly EntryRow[]) => publishEntries(kit.editing, rows);

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
    await change({ kind: 'video', key: 'mvula', published: false });
    const { cardsOf } = createCards({ reading: kit.reading });
    for (const text of ['thandeka', 'history', 'drama']) {
      const [card] = (await kit.search.find({ text })).results;
      const all = await rowsOf<Reference>(
        open.db,
        sql`select kind, id from search_entries where kind in ('person', 'genre')`,
      );
      expect([...(await cardsOf(all, kit.clock.now())).values()]).toContainEqual(card);
    }
    await change({ kind: 'video', key: 'mvula', published: true });
  });

  const shown = (kind: EntryRow['kind'], key: string) => (published: boolean) => [
    { kind, key, published },
  ];
  const soon = (isShown: boolean) => {
    const from = new Date(kit.clock.now().getTime() + HOUR).toISOString();
    return [{ kind: 'video', key: 'mvula', availableFrom: isShown ? null : from } as const];
  };

  it.each<[string, (isShown: boolean) => readonly EntryRow[], string, string]>([
    ['a video', shown('video', 'mvula'), 'rain', 'mvula'],
    ['a show', shown('show', 'indaba'), 'the matter', 'indaba'],
    ['a channel', shown('channel', 'ekhaya'), 'ekhaya', 'ekhaya'],
    ['what a channel has', shown('channel', 'ekhaya'), 'part 1.1', 'khanyisa'],
    ['a category', shown('category', 'ekhaya/imindeni'), 'families', 'imindeni'],
    ['an episode', shown('episode', 'khanyisa'), 'part 1.1', 'khanyisa'],
    ['what a season has', shown('season', 'indaba/1'), 'part 1.1', 'khanyisa'],
    ['a person without a title', workOfThandeka, 'thandeka', 'thandeka'],
    ['a genre without a title', workOfThandeka, 'history', 'umlando'],
    ['a title before its time', soon, 'rain', 'mvula'],
  ])('hides %s, and shows it again', async (_, rows, text, slug) => {
    const found = async () => (await kit.search.find({ text })).results.map((card) => card.slug);
    expect(await found()).toContain(slug);
    await change(...rows(false));
    expect(await found()).not.toContain(slug);
    expect((await kit.search.find({ text })).total).toBe((await found()).length);
    expect(
      (await kit.search.suggest(text)).map(({ path }) => path.split('/').at(-1)),
    ).not.toContain(slug);
    await expectAgreement();
    await change(...rows(true));
    expect(await found()).toContain(slug);
  });

  it('follows windows by itself, and media that is added or removed', async () => {
    const now = kit.clock.now().getTime();
    const mvula = { kind: 'video', key: 'mvula' } as const;
    const at = (hours: number) => new Date(now + hours * HOUR).toISOString();
    await change({ ...mvula, availableFrom: at(1), availableUntil: at(2) });
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
    await change({ ...mvula, availableFrom: null, availableUntil: null });
  });

  it('finds a title only by its new name, and no longer by a removed credit', async () => {
    await change({ kind: 'video', key: 'mvula', title: 'Thunder', credits: [] });
    await change({ kind: 'show', key: 'indaba', credits: [] });
    const slugs = async (text: string) =>
      (await kit.search.find({ text })).results.map((card) => card.slug);
    expect(await slugs('thunder')).toEqual(['mvula']);
    expect(await slugs('rain')).toEqual([]);
    expect(await slugs('thandeka ngubane')).toEqual([]);
    await expectAgreement();
  });

  it('loses nothing when a change is rolled back', async () => {
    const lost = kit.editing.apply([{ kind: 'video', key: 'umuzi', published: false }], {
      record: () => Promise.reject(new Error('not so')),
    });
    await expect(lost).rejects.toThrow('not so');
    expect((await kit.search.find({ text: 'umuzi' })).total).toBe(1);
  });

  it('agrees with the catalogue after any changes and at any instant', async () => {
    const start = kit.clock.now().getTime();
    const title = fc.constantFrom<EntryRow>(
      ...['isibane', 'umuzi', 'throw', 'mvula'].map((key) => ({ kind: 'video', key }) as const),
      { kind: 'show', key: 'indaba' },
    );
    const other = fc.constantFrom<EntryRow>(
      { kind: 'channel', key: 'ekhaya' },
      { kind: 'channel', key: 'veld' },
      { kind: 'episode', key: 'khanyisa' },
      { kind: 'episode', key: 'okunye-a' },
      { kind: 'episode', key: 'isibili-a' },
      { kind: 'category', key: 'ekhaya/family' },
      { kind: 'category', key: 'ekhaya/imindeni' },
      { kind: 'season', key: 'indaba/0' },
      { kind: 'season', key: 'indaba/1' },
      { kind: 'season', key: 'indaba/2' },
    );
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          what: fc.constant('entry' as const),
          row: fc.oneof({ weight: 1, arbitrary: title }, { weight: 4, arbitrary: other }),
          on: fc.boolean(),
        }),
      },
      fc.record({
        what: fc.constant('asset' as const),
        asset: fc.constantFrom(ASSET, OTHER_ASSET, EPISODE_ASSET),
        on: fc.boolean(),
      }),
      fc.record({
        what: fc.constant('window' as const),
        row: title,
        from: fc.integer({ min: -2, max: 3 }),
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
          else if (one.what === 'window') {
            const from = start + one.from * HOUR;
            const [availableFrom, availableUntil] = [from, from + one.hours * HOUR].map((at) =>
              new Date(at).toISOString(),
            );
            await change({ ...one.row, availableFrom, availableUntil });
          } else await change({ ...one.row, published: one.on });
        }
        for (const hours of [-1, 0, 1, 2]) await expectAgreement(new Date(start + hours * HOUR));
      }),
      { numRuns: 12 },
    );
  });
});

function workOfThandeka(published: boolean): readonly EntryRow[] {
  return [
    { kind: 'video', key: 'mvula', published },
    { kind: 'show', key: 'indaba', published },
  ];
}
