// A1 A2 X8 B5: the calls of searching, over HTTP.

import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestSearch, fillForSearch } from './search.test-kit.ts';

let product: TestProduct;
let close: () => Promise<void>;
beforeAll(async () => {
  const open = await createTestDatabase();
  const kit = await createTestSearch(open);
  await fillForSearch(kit);
  product = await createTestProduct({}, open);
  product.clock.moveTo(kit.clock.now());
  close = async () => {
    await product.close();
    await open.close();
  };
});
afterAll(() => close());

const CALLS = [
  'search',
  'searchCategories',
  'searchChannels',
  'searchShows',
  'searchVideos',
  'searchEpisodes',
] as const;

describe('the search calls', () => {
  it.each([
    ['search', 'river', ['video', 'category', 'video', 'show']],
    ['searchCategories', 'river', ['category']],
    ['searchChannels', 'veld', ['channel']],
    ['searchShows', 'shore', ['show']],
    ['searchVideos', 'river', ['video', 'video']],
    ['searchEpisodes', 'ebb', ['episode', 'episode']],
    ['search', 'nature', ['genre', 'show']],
    ['search', 'nomsa', ['person', 'video']],
  ] as const)('answer %s with cards (%s)', async (name, text, kinds) => {
    const { status, body, headers } = await product
      .visitor()
      .call(name, { text, offset: 0, limit: 20 });
    expect(status).toBe(200);
    expect((body.results as { kind: string }[]).map(({ kind }) => kind)).toEqual(kinds);
    expect(body).toMatchObject({ total: kinds.length, offset: 0, limit: 20 });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('accept offset and limit as numbers, as text, or not at all', async () => {
    const visitor = product.visitor();
    const second = await visitor.call('search', { text: 'isibane', offset: '1', limit: '1' });
    expect(second.body).toMatchObject({
      results: [{ slug: 'isibane-sethu' }],
      total: 4,
      offset: 1,
      limit: 1,
    });
    expect(
      (await visitor.call('search', { text: 'isibane', offset: null, limit: '' })).body,
    ).toMatchObject({ total: 4, offset: 0, limit: 20 });
    expect((await visitor.call('search', { text: 'isibane', offset: 50 })).body).toMatchObject({
      results: [],
      total: 4,
    });
    expect((await visitor.call('search', { text: '  ' })).body).toMatchObject({
      results: [],
      total: 0,
    });
  });

  it.each([
    ['text', {}],
    ['text', { text: 7 }],
    ['text', { text: 'x'.repeat(201) }],
    ['text', { text: 'a\u0000' }],
    ['offset', { text: 'a', offset: -1 }],
    ['offset', { text: 'a', offset: 1e9 }],
    ['limit', { text: 'a', limit: 101 }],
    ['limit', { text: 'a', limit: 0 }],
    ['limit', { text: 'a', limit: 'many' }],
  ])('name the wrong field %s', async (field, body) => {
    for (const name of CALLS) {
      const answer = await product.visitor().call(name, body);
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
      expect(answer.body.fields).toEqual([
        expect.objectContaining({ field: expect.stringContaining(field) }),
      ]);
    }
  });

  it('suggest at most eight names with their pages', async () => {
    const { body } = await product.visitor().call('suggest', { text: 'isib', limit: 100 });
    expect(body.suggestions).toEqual([
      { text: 'Isibane', kind: 'video', path: '/video/isibane' },
      { text: 'Isibane Sethu', kind: 'video', path: '/video/isibane-sethu' },
      { text: 'Our Isibane', kind: 'video', path: '/video/our-isibane' },
    ]);
    expect(
      (await product.visitor().call('suggest', { text: 'isib', limit: 2 })).body.suggestions,
    ).toHaveLength(2);
    expect((await product.visitor().call('suggest', { text: 'isib', limit: 0 })).status).toBe(400);
  });

  it('are counted by platform, and never log the search text', async () => {
    const headers = {
      'x-platform': 'web-tablet',
      'x-site-version': '1.7',
      'x-country': 'South Africa',
      'x-locale': 'za',
    };
    await product.visitor().call('search', { text: 'jozi wonke' }, headers);
    await product
      .visitor()
      .call('searchShows', { text: 'jozi wonke' }, { 'x-platform': 'a-fridge' });
    await product.visitor().call('search', { text: 'jozi wonke', limit: 0 }, headers);
    const metrics = await product.app.metrics.registry.metrics();
    expect(metrics).toContain('bonisa_reports_total{kind="search",platform="web-tablet"} 1');
    expect(metrics).not.toContain('fridge');
    expect(product.log.join('')).not.toContain('jozi wonke');
  });
});
