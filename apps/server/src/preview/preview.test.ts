import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../app.test-kit.ts';
import { ASSET, mediaReady } from '../catalogue/catalogue.test-kit.ts';
import { ROWS, videoRow } from '../catalogue/editing/rows.test-kit.ts';
import { ask, createPerson, createSession } from '../staff/staff.test-kit.ts';

let product: TestProduct;
let studio: FastifyInstance;
let editor: { cookie: string; csrf: string; id: string };
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  const person = await createPerson(product, ['publisher']);
  editor = await createSession(product, person);
  const { problems } = await product.app.catalogue.editing.apply([
    ...ROWS,
    videoRow({ key: 'draft', slug: 'draft', title: 'Draft', published: false, assetId: ASSET }),
    videoRow({
      ...{ key: 'soon', slug: 'soon', title: 'Soon', assetId: ASSET },
      availableFrom: '2036-01-01T00:00:00Z',
    }),
    videoRow({ key: 'gone', slug: 'gone', title: 'Gone', assetId: ASSET }),
  ]);
  expect(problems).toEqual([]);
  await product.app.catalogue.editing.apply([{ kind: 'video', key: 'gone', published: false }]);
  await mediaReady(product.app.catalogue.service);
});
afterAll(() => product.close());

async function linkFor(body: object): Promise<string> {
  const { body: answer } = await ask(studio, '/studio/api/preview', {
    method: 'POST',
    body,
    ...editor,
  });
  const { pathname, search } = new URL(String(answer.url));
  return pathname + search;
}

const site = (url: string, cookie?: string, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  product.site.inject({
    ...{ url, method },
    ...(payload ? { payload } : {}),
    headers: { ...(cookie ? { cookie } : {}) },
  });

/** Opens a link as a new browser does, and returns its cookie. */
async function opened(body: object): Promise<string> {
  const answer = await site(await linkFor(body));
  expect(answer.statusCode).toBe(303);
  const [made, hint] = answer.cookies;
  expect(hint?.name).toBe('as' in body && body.as === 'subscriber' ? 'bonisa_hint' : undefined);
  return `${made?.name}=${made?.value}`;
}

it('a preview has drafts, the schedule of its instant and nothing withdrawn, and no cache holds it', async () => {
  const data = product.app.catalogue.preview.dataAt;
  const now = product.app.clock.now();
  expect(await product.app.catalogue.pageData.video('draft')).toBeUndefined();
  expect((await data(now).video('draft'))?.title).toBe('Draft');
  expect(await data(now).video('soon')).toBeUndefined();
  expect((await data(new Date('2036-01-02T00:00:00Z')).video('soon'))?.title).toBe('Soon');
  expect(await data(now).video('gone')).toBeUndefined();
  const home = await data(now).home();
  expect(home.shelves.length).toBeGreaterThan(0);
  expect((await data(now).channels()).channels).toHaveLength(1);
  expect(await data(now).show('lamp', { season: 2 })).toBeDefined();
  expect((await data(now).live({ page: 1 }))?.channels).toBeDefined();
});

it('a link opens in one browser, within two minutes, and ends with the person’s session', async () => {
  const link = await linkFor({ as: 'visitor', path: '/video/draft' });
  const first = await site(link);
  expect(first.headers).toMatchObject({ location: '/video/draft', 'cache-control': 'no-store' });
  const [made] = first.cookies;
  expect(made).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  const cookie = `${made?.name}=${made?.value}`;
  expect((await site(link)).json().code).toBe('link_invalid');
  expect((await site(link, cookie)).statusCode).toBe(303);
  expect((await site(`${link}x`)).statusCode).toBe(410);
  expect((await site('/preview/open?link=a&link=b')).statusCode).toBe(410);
  expect((await site('/api/subscribe', cookie, 'POST', {})).json().code).toBe('preview_only');
  await product.rows(`update staff_sessions set ended_at = now() where id = '${editor.id}'`);
  expect((await site('/api/subscribe', cookie, 'POST', {})).json().code).not.toBe('preview_only');
  await product.rows(`update staff_sessions set ended_at = null where id = '${editor.id}'`);
});

it('a preview reads and plays as a subscriber, and refuses whatever signs in, pays or writes', async () => {
  const cookie = await opened({ as: 'subscriber' });
  const viewer = await site('/api/viewer', `${cookie}; bonisa_session=${'A'.repeat(43)}`);
  expect(viewer.json()).toMatchObject({ signed_in: true, msisdn: '', entitled: true });
  expect(viewer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': /noindex/ });
  for (const path of ['auth/status_check', 'subscribe', 'account/delete', 'playlist/add'])
    expect((await site(`/api/${path}`, cookie, 'POST', {})).json().code).toBe('preview_only');
  expect((await site('/api/csrf-token', cookie)).statusCode).toBe(403);
  const visitor = await opened({ as: 'visitor' });
  expect((await site('/api/viewer', visitor)).json()).toEqual({ signed_in: false });
  expect((await site('/api/play', visitor, 'POST', { video: 'draft' })).json()).toMatchObject({
    entitled: false,
    reason: 'visitor',
  });
  const ended = await product.site.inject({
    ...{ url: '/preview/end', method: 'POST', payload: '' },
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect(ended.headers.location).toBe('/');
  expect((await site('/api/viewer', cookie)).json()).toEqual({ signed_in: false });
});

it('a preview is for people: a key is refused, and so is a path of another site', async () => {
  const refused = (body: object) =>
    ask(studio, '/studio/api/preview', { method: 'POST', body, ...editor });
  for (const path of ['//evil.example', '/\\evil.example', 'https://evil.example'])
    expect((await refused({ as: 'visitor', path })).status).toBe(400);
});
