// The lists of the studio: search, filters, order and pages over a small catalogue.
import type { EntryKind } from '@bonisa/contract/studio/catalogue-entries';
import { ENTRY_KINDS } from '@bonisa/contract/studio/entry-kinds';
import { LIST_SORTS } from '@bonisa/contract/studio/lists.calls';
import { mediaUnderWay } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createListsRepository, type ListQuery } from './lists.repository.ts';
import { createEntryLists, type EntryLists } from './lists.service.ts';
import { ROWS, videoRow } from './rows.test-kit.ts';

const WINDOWS = [
  { slug: 'later', availableFrom: '2030-01-01T00:00:00Z' },
  { slug: 'over', availableUntil: '2020-01-01T00:00:00Z' },
  { slug: 'sketch', published: false },
  { slug: 'percent', title: '100% Umlilo', assetId: null, published: false },
];

let product: TestProduct;
let lists: EntryLists;
beforeAll(async () => {
  product = await createTestProduct();
  await mediaUnderWay(product);
  const { editing } = product.app.catalogue;
  const rows = [...ROWS, ...WINDOWS.map((fields) => videoRow({ title: fields.slug, ...fields }))];
  expect((await editing.apply(rows)).problems).toEqual([]);
  lists = createEntryLists({
    repository: createListsRepository(product.open.db),
    clock: product.clock,
    media: { failures: async () => new Map() },
  });
});
afterAll(() => product.close());

const page = (kind: EntryKind, query: Partial<ListQuery> = {}) =>
  lists.page(kind, { sort: 'key', order: 'asc', page: 1, limit: 50, ...query });
const slugs = async (query: Partial<ListQuery>) =>
  (await page('video', query)).data.map(({ slug }) => slug);

describe('the lists of the studio', () => {
  it.each(ENTRY_KINDS)('lists entries of the kind %s in every order', async (kind) => {
    for (const sort of LIST_SORTS) {
      const { data, total } = await page(kind, { sort, order: 'desc' });
      expect(total).toBeGreaterThan(0);
      expect(data).toHaveLength(total);
      expect(data[0]?.title).toBeTruthy();
    }
  });

  it('finds each state at the moment of the call', async () => {
    expect(await slugs({ state: 'scheduled' })).toEqual(['later']);
    expect(await slugs({ state: 'withdrawn' })).toEqual(['over']);
    expect(await slugs({ state: 'draft' })).toEqual(['percent', 'sketch']);
    const states = new Set(
      (await page('video', { state: 'published' })).data.map(({ state }) => state),
    );
    expect([...states]).toEqual(['published']);
    const { data, total } = await page('video', { state: 'published' });
    expect(data).toHaveLength(total);
  });

  it('searches every word in title, slug and key, and takes the marks of patterns as they are', async () => {
    expect(await slugs({ search: 'umlilo 100%' })).toEqual(['percent']);
    expect(await slugs({ search: '%' })).toEqual(['percent']);
    expect(await slugs({ search: '_' })).toEqual([]);
  });

  it('looks for one or two letters where a word begins, and for more anywhere', async () => {
    expect(await slugs({ search: 'UM 10' })).toEqual(['percent']);
    expect(await slugs({ search: 'ml' })).toEqual([]);
    expect(await slugs({ search: 'mli' })).toEqual(['percent']);
    expect(await slugs({ search: 'sk' })).toEqual(['sketch']);
  });

  it('finds the one entry of a key, or of a slug, whatever else has it in its name', async () => {
    const people = [2, 12, 112].map((key) => {
      return { kind: 'person', key: String(key), slug: `p-${key}`, name: `Person ${key}` };
    });
    expect((await product.app.catalogue.editing.apply(people)).problems).toEqual([]);
    const titles = async (kind: EntryKind, key: string) =>
      (await page(kind, { key })).data.map(({ title }) => title);
    expect(await titles('person', '2')).toEqual(['Person 2']);
    expect(await titles('person', 'p-12')).toEqual(['Person 12']);
    expect(await titles('person', '1')).toEqual([]);
    expect(await titles('season', 'lamp/2')).toEqual(['Season 2']);
  });

  it('filters by channel, genre, show and missing media', async () => {
    expect(await slugs({ channel: 'c-1', genre: 'drama', media_missing: true })).toEqual([
      'percent',
    ]);
    expect(await slugs({ channel: 'nothing' })).toEqual([]);
    const { data } = await page('episode', { show: 'lamp' });
    expect(data[0]).toMatchObject({ of: expect.stringContaining('Lamp, season 2') });
  });

  it('tells the total on every page, past the last one too', async () => {
    const all = (await page('video')).total;
    expect(await page('video', { page: 2, limit: 2 })).toMatchObject({ total: all });
    expect(await page('video', { page: 99 })).toMatchObject({ total: all, data: [] });
  });

  it('gives pictures at an address of the studio, of what viewers see as well', async () => {
    const { data } = await page('video');
    for (const slug of ['umuzi', 'sketch'])
      expect(data.find((one) => one.slug === slug)?.picture).toMatch(
        /^\/studio\/api\/artwork\/video\/picture\?key=[^&]+&use=landscape&made=[0-9a-f]{8}$/,
      );
  });
});
