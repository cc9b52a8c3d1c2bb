import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestProduct, type TestProduct } from '../app.test-kit.ts';
import { ASSET, mediaReady } from '../catalogue/catalogue.test-kit.ts';
import { ROWS, videoRow } from '../catalogue/editing/rows.test-kit.ts';
import { contributionParts, contributions } from '../media/contribution/contribution.tables.ts';
import { ask, createPerson, createSession } from '../staff/staff.test-kit.ts';

const DAILY = 'p-grtv-daily-c-01';
let product: TestProduct;
let studio: FastifyInstance;
let editor: { cookie: string; csrf: string; id: string };
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  studio = await product.studio();
  const person = await createPerson(product, ['publisher']);
  editor = await createSession(product, person);
  await mediaReady(product.app.catalogue.service);
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

it('a preview holds a package that there is, and a visitor holds none', async () => {
  await product.app.packages.service.start();
  const asked = (body: object) =>
    ask(studio, '/studio/api/preview', { method: 'POST', body, ...editor });
  expect(await asked({ as: 'subscriber', package: 'p-none' })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'package', problem: "there is no package 'p-none'" }] },
  });
  expect(await asked({ as: 'visitor', package: DAILY })).toMatchObject({
    status: 400,
    body: { fields: [{ field: 'package' }] },
  });
  const cookie = await opened({ as: 'subscriber', package: DAILY });
  expect((await site('/api/viewer', cookie)).json()).toMatchObject({
    subscription: { package_id: DAILY },
  });
});

/** A contribution whose first two seconds arrived two seconds ago. */
async function comesOnAir(): Promise<void> {
  const id = '01890000-0000-7000-8000-0000000000c1';
  const now = product.clock.now();
  const [channel] = await product.rows(`select id from live_channels where slug = 'radio-lamp'`);
  const liveChannelId = Number(channel?.id);
  await product.open.db.insert(contributions).values({
    ...{ id, liveChannelId, state: 'live', picture: 'on_air', bytes: 1, publishers: 1 },
    ...{ startedAt: now, seenAt: now },
  });
  await product.open.db.insert(contributionParts).values({
    ...{ assetId: id, contributionId: id, liveChannelId },
    startsAt: (now.getTime() - 2500) * 1000,
    ...{ segmentDuration: 2e6, lastDuration: 2e6, segments: 1, isOpen: true },
    ...{ sequence: 1, discontinuity: 1 },
    renditions: [0, 240].map((height) => ({
      ...{ height, pixelWidth: 2 * height, pixelHeight: height, frameRate: 25 },
      ...{ codecs: 'mp4a.40.2', bandwidth: 1, averageBandwidth: 1, hourBytes: 1 },
    })),
  });
  await product.app.media.live.onAir.refresh();
}

it('a live channel plays in a preview of the present as it does for a subscriber', async () => {
  const live = (cookie: string, channel = 'radio-lamp') =>
    site('/api/play/live', cookie, 'POST', { channel });
  await comesOnAir();
  const visitor = await opened({ as: 'visitor' });
  expect((await live(visitor)).json()).toEqual({ entitled: false, reason: 'visitor' });
  const subscriber = await opened({ as: 'subscriber' });
  const play = await live(subscriber);
  expect(play.json()).toMatchObject({ entitled: true, title: 'Radio Lamp' });
  // Its addresses go on being valid: the player asks for them every few seconds.
  const { playlist, address } = play.json();
  expect((await site(playlist, subscriber)).statusCode).toBe(200);
  expect((await site(`${address}now`, subscriber)).statusCode).toBe(200);
  expect((await live(subscriber, 'no-such-channel')).json().code).toBe('not_found');
  const later = await opened({ as: 'subscriber', at: '2036-01-02T00:00:00Z' });
  expect((await live(later)).json()).toMatchObject({
    code: 'off_air',
    description: expect.stringContaining('preview of the present'),
  });
});
