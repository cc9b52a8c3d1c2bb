// A3 A4 A5 C7 E9 F9 P3: a subscriber's own list.
import { listReply } from '@bonisa/contract/list.calls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from './viewer.test-kit.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
});
afterAll(() => product.close());

const KINDS = [
  ['video', 'isibane'],
  ['show', 'lamplight'],
  ['episode', 'lamplight-s1e2'],
  ['channel', 'veld'],
  ['category', 'family'],
] as const;

type Listed = { kind: string; slug: string; added_at: string };
const listed = (body: Record<string, unknown>) =>
  (body.videos as Listed[]).map(({ kind, slug }) => `${kind} ${slug}`);
const refusal = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  body.code,
];

async function withEverything(): Promise<SignedInVisitor> {
  const viewer = await product.signedIn();
  for (const [kind, slug] of KINDS) {
    product.clock.by(1);
    const added = await viewer.call('addToList', await product.named(kind, slug));
    expect([added.status, added.body]).toEqual([200, { data: { status: true } }]);
  }
  return viewer;
}

describe('a list', () => {
  // A3 A4 A5 F9 E9
  it('holds titles, episodes, channels and categories, each with its card, newest first', async () => {
    const viewer = await withEverything();
    for (const [kind, slug] of KINDS) {
      expect((await viewer.call('listStatus', await product.named(kind, slug))).body).toEqual({
        data: { status: true },
      });
    }
    const { status, body } = await viewer.call('list', {});
    expect(status).toBe(200);
    expect(listReply.parse(body)).toEqual(body);
    expect(listed(body)).toEqual(KINDS.toReversed().map(([kind, slug]) => `${kind} ${slug}`));
    expect(body.pagination).toEqual({ page: 1, limit: 24, pages: 1, total: 5 });
    expect((body.videos as Listed[])[0]?.added_at).toBe(product.clock.now().toISOString());
    const viewerBody = (await viewer.call('viewer')).body;
    expect(viewerBody.list).toHaveLength(5);
    expect(viewerBody.list).toContain(`show:${await product.idIn('titles', 'lamplight')}`);
  });

  // A3
  it('is paged, sorted and filtered by channel', async () => {
    const viewer = await withEverything();
    const list = async (fields: Record<string, unknown>) =>
      (await viewer.call('list', fields)).body;
    const oldest = KINDS.map(([kind, slug]) => `${kind} ${slug}`);
    expect(listed(await list({ sort: 'oldest', limit: 2, page: 2 }))).toEqual(oldest.slice(2, 4));
    expect((await list({ limit: '2', page: '3' })).pagination).toEqual({
      page: 3,
      limit: 2,
      pages: 3,
      total: 5,
    });
    expect(await list({ limit: 2, page: 4 })).toEqual({
      videos: [],
      pagination: { page: 4, limit: 2, pages: 3, total: 5 },
    });
    expect((await list({ sort: 'title' })).videos).toMatchObject([
      { title: 'Family' },
      { title: 'Isibane' },
      { title: 'Lamplight' },
      { title: 'lamplight-s1e2' },
      { title: 'Veld' },
    ]);
    expect(listed(await list({ channel: 'ekhaya', sort: 'oldest' }))).toEqual(
      oldest.filter((one) => one !== 'channel veld'),
    );
    expect(listed(await list({ channel: 'veld' }))).toEqual(['channel veld']);
    expect((await list({ channel: 'made-up' })).pagination).toEqual({
      page: 1,
      limit: 24,
      pages: 1,
      total: 0,
    });
    for (const bad of [
      { page: 0 },
      { limit: 101 },
      { limit: 'many' },
      { sort: 'best' },
      { other: 1 },
    ]) {
      expect(refusal(await viewer.call('list', bad))).toEqual([400, 'invalid_request']);
    }
  });

  // A5 F9
  it('adds an item once and removes it once, also under concurrent calls', async () => {
    const viewer = await product.signedIn();
    const isibane = await product.named('video', 'isibane');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => viewer.call('addToList', isibane)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await viewer.call('list', {})).body.pagination).toMatchObject({ total: 1 });
    for (let i = 0; i < 2; i++) {
      expect((await viewer.call('removeFromList', isibane)).body).toEqual({
        data: { status: false },
      });
      expect((await viewer.call('listStatus', isibane)).body).toEqual({ data: { status: false } });
    }
  });

  // A4 A5
  it('refuses requests that name no item, two items or an unknown one, and writes nothing', async () => {
    const viewer = await product.signedIn();
    const show = await product.idIn('titles', 'lamplight');
    for (const name of ['addToList', 'removeFromList', 'listStatus'] as const) {
      for (const bad of [
        {},
        { video_id: 1, show: 'lamplight' },
        { video_id: 'x' },
        { video_id: 0 },
        { show: '' },
        { video_id: null },
        { id: 1 },
      ]) {
        expect(refusal(await viewer.call(name, bad))).toEqual([400, 'invalid_request']);
      }
      // A show's id is not the id of a video.
      for (const missing of [
        { video_id: 99_999 },
        { video_id: show },
        { show: 'isibane' },
        { show: 'made-up' },
        { channel_id: 99_999 },
      ]) {
        expect(refusal(await viewer.call(name, missing))).toEqual([404, 'not_found']);
      }
    }
    expect(
      await product.rows(`select 1 from list_items where subscriber_id = ${viewer.subscriberId}`),
    ).toEqual([]);
  });

  // A3 F9
  it('leaves out hidden titles, which reappear later and can be removed meanwhile', async () => {
    const viewer = await withEverything();
    const isibane = await product.named('video', 'isibane');
    await product.hide('video', 'isibane');
    await product.hide('show', 'lamplight');
    try {
      // Deleting the category removes everything in it.
      expect(listed((await viewer.call('list', {})).body)).toEqual(['channel veld']);
      expect(refusal(await viewer.call('listStatus', isibane))).toEqual([404, 'not_found']);
      expect(refusal(await (await product.signedIn()).call('addToList', isibane))).toEqual([
        404,
        'not_found',
      ]);
      expect((await viewer.call('removeFromList', isibane)).status).toBe(200);
      expect(refusal(await viewer.call('removeFromList', isibane))).toEqual([404, 'not_found']);
    } finally {
      await product.hide('video', 'isibane', false);
      await product.hide('show', 'lamplight', false);
    }
    expect(listed((await viewer.call('list', {})).body)).toEqual([
      'category family',
      'channel veld',
      'episode lamplight-s1e2',
      'show lamplight',
    ]);
  });

  // A5
  // A3 F9
  it('has a title again that was deleted and returned', async () => {
    const viewer = await withEverything();
    const before = (await viewer.call('list', {})).body;
    await product.deleteAndReturn('show', 'lamplight');
    await product.deleteAndReturn('video', 'isibane');
    expect((await viewer.call('list', {})).body).toEqual(before);
  });

  it('holds five hundred items: the last place is taken once, and an existing item needs no place', async () => {
    const viewer = await product.signedIn();
    await product.rows(
      `insert into list_items select ${viewer.subscriberId}, 'video', 1000000 + n, '2026-01-01T00:00:00Z' from generate_series(1, 499) n returning 1`,
    );
    const bodies = [await product.named('video', 'isibane'), await product.named('video', 'umuzi')];
    const answers = await Promise.all(bodies.map((body) => viewer.call('addToList', body)));
    expect(answers.map(refusal).toSorted()).toEqual([
      [200, undefined],
      [409, 'conflict'],
    ]);
    expect(answers.find(({ status }) => status === 409)?.body.description).toMatch(
      /500 titles.*Take something off/,
    );
    const held = bodies[answers.findIndex(({ status }) => status === 200)];
    expect((await viewer.call('addToList', held)).status).toBe(200);
  });
});

describe('the list of the content API', () => {
  // C7 P3
  it('belongs to the owner of the bearer token, whatever cookie the request carries', async () => {
    const viewer = await withEverything();
    const other = await product.signedIn();
    const { access_token } = (await viewer.call('bearerToken')).body;
    const fields = { channel: 'ekhaya', limit: 2 };
    const answer = await other.send('POST', '/content/v1/playlist', fields, {
      authorization: `Bearer ${access_token}`,
    });
    expect(answer).toMatchObject({ status: 200, body: (await viewer.call('list', fields)).body });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(listed(answer.body)).toHaveLength(2);
  });

  // P3
  it('is refused without a valid bearer token', async () => {
    const viewer = await product.signedIn();
    const { access_token } = (await viewer.call('bearerToken')).body;
    const ask = async (headers: Record<string, string>) =>
      refusal(await viewer.send('POST', '/content/v1/playlist', {}, headers));
    for (const authorization of ['', 'Bearer', 'Bearer made.up.token', `Basic ${access_token}`]) {
      expect(await ask(authorization ? { authorization } : {})).toEqual([401, 'invalid_token']);
    }
    expect(await ask({ authorization: `bearer ${access_token}` })).toEqual([200, undefined]);
    product.clock.by(601);
    expect(await ask({ authorization: `Bearer ${access_token}` })).toEqual([401, 'invalid_token']);
  });
});
