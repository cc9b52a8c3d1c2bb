import { ASSET, mediaReady, OTHER_ASSET } from '@bonisa/content/catalogue.test-kit';
import { ROWS, videoRow } from '@bonisa/content/editing/rows.test-kit';
import { createSite } from '@bonisa/kit/http/site-listener';
import { previewSession } from '@bonisa/media/play/entitlement';
import { readyAsset, testRendition } from '@bonisa/media/ready-asset.test-kit';
import { createTestProduct, type TestProduct } from '@bonisa/server/app.test-kit';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  liveIngestParts,
  liveIngestSessions,
} from '../../../media/src/live-ingest/live-ingest.tables.ts';
import { mediaAssets } from '../../../media/src/media.tables.ts';
import { ask, createPerson, createSession } from '../staff/staff.test-kit.ts';

const DAILY = 'p-grtv-daily-c-01';
const FILM = OTHER_ASSET;
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
  const data = product.app.siteContent.preview.dataAt;
  const now = product.app.clock.now();
  expect(await product.app.siteContent.pageData.video('draft')).toBeUndefined();
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

it('a preview reads and plays as a subscriber, and refuses whatever signs in, pays or writes', async () => {
  const cookie = await opened({ as: 'subscriber' });
  const viewer = await site('/api/viewer', `${cookie}; bonisa_session=${'A'.repeat(43)}`);
  expect(viewer.json()).toMatchObject({ signed_in: true, msisdn: '', entitled: true });
  expect(viewer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': /noindex/ });
  for (const path of ['auth/status_check', 'subscribe', 'account/delete', 'playlist/add'])
    expect((await site(`/api/${path}`, cookie, 'POST', {})).json().code).toBe('preview_only');
  expect((await site('/api/csrf-token', cookie)).statusCode).toBe(403);
  for (const path of ['viewer/resume', 'videos/log'])
    expect((await site(`/api/${path}`, cookie, 'POST', {})).statusCode).toBe(200);
  const visitor = await opened({ as: 'visitor' });
  expect((await site('/api/viewer', visitor)).json().signed_in).toBe(false);
  const refused = (await site('/api/play', visitor, 'POST', { video: 'draft' })).json();
  expect(refused).toMatchObject({ entitled: false, reason: 'visitor' });
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

/** A live ingest session whose first two seconds arrived two seconds ago. */
async function comesOnAir(): Promise<void> {
  const id = '01890000-0000-7000-8000-0000000000c1';
  const now = product.clock.now();
  const [channel] = await product.rows(`select id from live_channels where slug = 'radio-lamp'`);
  const liveChannelId = Number(channel?.id);
  await product.open.db.insert(liveIngestSessions).values({
    ...{ id, liveChannelId, state: 'live', picture: 'on_air', bytes: 1, publishers: 1 },
    ...{ startedAt: now, seenAt: now },
  });
  await product.open.db.insert(liveIngestParts).values({
    ...{ assetId: id, ingestSessionId: id, liveChannelId },
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
  expect((await live(later)).json()).toEqual({ entitled: false, reason: 'preview_only' });
});

it('a preview of a package opens the windows of its instant, and not those of now', async () => {
  await product.app.packages.service.start();
  await product.open.db.insert(mediaAssets).values(readyAsset(product.clock.now(), { id: FILM }));
  await mediaReady(product.app.catalogue.service, FILM);
  const days = (count: number) =>
    new Date(product.clock.now().getTime() + count * 86_400_000).toISOString();
  const daily = (from: string | null, until: string | null) => ({
    packages: [{ package: DAILY, from, until }],
  });
  const film = (key: string, fields: object) =>
    videoRow({ key, slug: key, title: key, assetId: FILM, ...fields });
  const rows = [film('opens', daily(days(5), null)), film('shuts', daily(null, days(5)))];
  expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
  const plays = async (body: object) => {
    const cookie = await opened({ as: 'subscriber', ...body });
    const play = async (video: string) =>
      (await site('/api/play', cookie, 'POST', { video })).json();
    return [await play('opens'), await play('shuts')];
  };
  const [open, shut] = [{ entitled: true }, { entitled: false, reason: 'other_package' }];
  expect(await plays({ package: DAILY })).toMatchObject([shut, open]);
  expect(await plays({ package: DAILY, at: days(10) })).toMatchObject([open, shut]);
  expect(await plays({ at: days(10) })).toMatchObject([open, open]);
});

it('lists that a page extends have the drafts and the instant of the preview', async () => {
  const show = { key: 'long', slug: 'long', title: 'Long' };
  const { assetId: _, ...common } = videoRow(show);
  const late = { availableFrom: '2036-01-01T00:00:00Z' };
  const season = { kind: 'season', key: 'long-1', show: 'long', ordinal: 1, published: false };
  const episode = (ordinal: number) => ({
    ...{ kind: 'episode', key: `long-e${ordinal}`, slug: `long-e${ordinal}`, show: 'long' },
    ...{ season: 1, ordinal, title: 'One', synopsis: 'One.', description: 'One.', assetId: ASSET },
    ...{ published: false, ...(ordinal > 30 ? late : {}) },
  });
  const rows = [
    ...[{ ...common, kind: 'show', published: false }, season],
    ...Array.from({ length: 31 }, (__, at) => episode(at + 1)),
  ];
  expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
  const [row] = await product.rows(
    `select seasons.id from seasons join titles on titles.id = show_id where slug = 'long'`,
  );
  const more = async (cookie?: string) =>
    (
      await product.site.inject({
        ...{ url: '/api/episodes/season', method: 'POST' },
        payload: { season_id: Number(row?.id), page: 2 },
        headers: cookie ? { cookie } : {},
      })
    ).json();
  expect((await more()).code).toBe('not_found');
  const now = await more(await opened({ as: 'visitor' }));
  expect(now.episodes).toMatchObject({ total: 30, page: 2 });
  expect(now.episodes.data).toHaveLength(6);
  const later = await more(await opened({ as: 'visitor', at: '2036-01-02T00:00:00Z' }));
  expect(later.episodes).toMatchObject({ total: 31 });
});

it('the further channels of the guide are those of the preview, at its instant', async () => {
  const [row] = ROWS.filter(({ kind }) => kind === 'liveChannel');
  const draft = { ...row, kind: 'liveChannel', key: 'later', slug: 'later', title: 'Later' };
  const { problems } = await product.app.catalogue.editing.apply([{ ...draft, published: false }]);
  expect(problems).toEqual([]);
  const guide = '/content/v2/live/guide';
  const second = (cookie?: string) => site(`${guide}?page=2&limit=1`, cookie);
  const visitor = await opened({ as: 'visitor' });
  const answer = await second(visitor);
  expect(answer.json()).toMatchObject({ page: 2, total: 2, data: [{ slug: 'later' }] });
  expect(answer.headers['cache-control']).toBe('no-store');
  expect((await site(guide, visitor, 'POST', { page: 2, limit: 1 })).json()).toEqual(answer.json());
  expect((await second()).json().data).toEqual([]);
  for (const [query, status] of Object.entries({ 'category_slug=none': 404, 'page=x': 400 }))
    expect((await site(`${guide}?${query}`, visitor)).statusCode).toBe(status);
  const of2036 = await opened({ as: 'visitor', at: '2036-01-02T00:00:00Z' });
  expect((await site(guide, of2036)).json().from).toBe('2036-01-02T00:00:00.000Z');
});

it('a preview changes its language, and keeps the cookie of it', async () => {
  const cookie = await opened({ as: 'visitor' });
  const again = product.again();
  const there = await createSite({
    ...again.site,
    // As the pages' own route does, which a later module has.
    pages: ({ server }) =>
      void server.post('/language', (_, reply) =>
        reply.setCookie('bonisa_language', 'zu').code(303).send(),
      ),
  });
  const answer = await there.inject({ url: '/language', method: 'POST', headers: { cookie } });
  expect(answer.statusCode).toBe(303);
  expect(answer.cookies).toMatchObject([{ name: 'bonisa_language', value: 'zu' }]);
  await there.close();
  await again.scheduler.stop();
});

describe('a draft live channel', () => {
  const week = (title: string) =>
    [0, 1, 2, 3, 4, 5, 6].map((day) => ({
      ...{ startsAt: day * 1440, minutes: 1440, title, synopsis: 'News.' },
      ...{ ratingAge: 'PG', ratingAdvice: [], video: 'draft' },
    }));
  const save = async (slug: string, fields: object) => {
    const [row] = ROWS.filter(({ kind }) => kind === 'liveChannel');
    const entry = { ...row, kind: 'liveChannel', slug, title: slug, genre: 'news', ...fields };
    // Nothing of its genre: only the draft's film fills it.
    const rows = [{ kind: 'genre', slug: 'news', title: 'News' }, entry];
    expect((await product.app.catalogue.editing.apply(rows)).problems).toEqual([]);
  };
  const live = async (cookie: string | undefined, channel: string, on = product.site) =>
    (
      await on.inject({
        ...{ url: '/api/play/live', method: 'POST', payload: { channel } },
        headers: cookie ? { cookie } : {},
      })
    ).json();
  const filesOf = (address: string, spans: readonly { readonly number: number }[]) =>
    ['live.m3u8', 'two-hours.m3u8', '360p.m3u8', 'now', `${spans[0]?.number}.json`].map(
      (file) => address + file,
    );
  let subscriber: string;
  beforeAll(async () => {
    const now = product.clock.now();
    await product.open.db
      .insert(mediaAssets)
      .values(readyAsset(now, { renditions: [testRendition()] }));
    await save('soon-on', { published: false, slots: week('First') });
    subscriber = await opened({ as: 'subscriber' });
  });

  it('plays in a preview of the present as it would for viewers, as it was saved just now', async () => {
    const play = await live(subscriber, 'soon-on');
    expect(play).toMatchObject({ entitled: true, title: 'soon-on', renditions: [{ height: 360 }] });
    expect(play.spans[0].programmes[0].title).toBe('First');
    for (const file of filesOf(play.address, play.spans)) {
      const answer = await site(file, subscriber);
      expect(answer.statusCode, file).toBe(200);
      expect(answer.headers['cache-control'], file).toBe('no-store');
      expect(product.app.media.live.delivery.peek(file)).toBeUndefined();
    }
    expect((await site(play.playlist, subscriber)).body).toContain('360p.m3u8');
    expect((await site(`${play.address}360p.m3u8`, subscriber)).body).toContain('#EXTINF:2.0');
    expect((await site(`${play.address}now`, subscriber)).json().source).toBe(play.source);
    await save('soon-on', { published: false, slots: week('Second').slice(0, 6) });
    const again = await live(subscriber, 'soon-on');
    expect(again.source).not.toBe(play.source);
    await save('soon-on', { published: false, slots: week('Second') });
    product.clock.by(61);
    expect((await live(subscriber, 'soon-on')).spans[0].programmes[0].title).toBe('Second');
    expect(
      await product.rows(
        'select 1 from live_plans where live_channel_id in (' +
          "select id from live_channels where slug = 'soon-on')",
      ),
    ).toEqual([]);
  });

  it('is the same in another process', async () => {
    const again = product.again();
    const there = await createSite({ ...again.site, pages: () => undefined });
    const here = await live(subscriber, 'soon-on');
    const other = await live(subscriber, 'soon-on', there);
    expect({ ...other, play_id: here.play_id }).toEqual(here);
    for (const url of filesOf(here.address, here.spans)) {
      const answer = await there.inject({ url, headers: { cookie: subscriber } });
      expect(answer.statusCode, url).toBe(200);
      expect(answer.body).toBe((await site(url, subscriber)).body);
    }
    await there.close();
    await again.scheduler.stop();
  });

  it('is nothing to viewers, to an ended preview, and to one that shows something else', async () => {
    const asked = await opened({ as: 'subscriber' });
    const { address, spans } = await live(asked, 'soon-on');
    const files = filesOf(address, spans);
    expect((await site(files[0] ?? '', asked)).statusCode).toBe(200);
    const refused = async (cookie: string | undefined) => {
      for (const file of files)
        expect((await site(file, cookie)).json().code, file).toBe('signature_invalid');
    };
    await refused(undefined);
    await refused(await opened({ as: 'visitor' }));
    await refused(await opened({ as: 'subscriber', at: '2036-01-02T00:00:00Z' }));
    await site('/preview/end', asked, 'POST');
    await refused(asked);
    expect((await live(asked, 'soon-on')).code).toBe('not_found');
    expect((await live(undefined, 'soon-on')).code).toBe('not_found');
    expect(await live(await opened({ as: 'visitor' }), 'soon-on')).toEqual({
      ...{ entitled: false, reason: 'visitor' },
    });
  });

  it('has nothing for a viewer’s address, with or without a preview', async () => {
    const [channel] = await product.rows(`select id from live_channels where slug = 'soon-on'`);
    const [own] = await product.rows(`select id from previews where session_id = '${editor.id}'`);
    const session = previewSession(String(own?.id));
    const token = product.app.media.live.plays.tokens.issue({
      ...{ channelId: Number(channel?.id), viewer: '1', session },
      until: new Date(product.clock.now().getTime() + 60_000),
    });
    const { spans } = await live(subscriber, 'soon-on');
    for (const file of filesOf(`/media/l/${token}/`, spans))
      for (const cookie of [undefined, subscriber])
        expect((await site(file, cookie)).json().code, file).toBe('off_air');
  });

  it('ends where viewers have the channel, which then plays from their addresses', async () => {
    const { address } = await live(subscriber, 'soon-on');
    await save('soon-on', { published: true, slots: week('Second') });
    expect((await site(`${address}now`, subscriber)).json().code).toBe('off_air');
  });
});
