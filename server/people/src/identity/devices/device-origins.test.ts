// P4: an app of another origin makes the calls of devices, and attacks on it.
import { ADDRESSES } from '@bonisa/contract/addresses';
import { DEVICE_CODE_GRANT } from '@bonisa/contract/devices.calls';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askToSignIn, signInDevice } from './devices.test-kit.ts';

const APP = 'https://tv.watch.example';
const CLIENTS = `television=${APP},mobile-app`;
/** What a page of `APP` must not pass for. */
const OTHERS = [
  'null',
  'https://tv.watch.example.attacker.example',
  'https://attackertv.watch.example',
  'https://x.tv.watch.example',
  'https://tv.watch.example:8443',
  'http://tv.watch.example',
  'https://TV.watch.example',
  `${APP}/`,
  `${APP}, https://attacker.example`,
];

let product: ProductWithCatalogue;
let viewer: SignedInVisitor;
let token: string;
beforeAll(async () => {
  const site = { PUBLIC_URL: 'https://watch.example' };
  product = await createProductWithCatalogue({ ...site, DEVICE_CLIENTS: CLIENTS });
  viewer = await product.signedIn();
  token = (await signInDevice(product.site, viewer)).tokens.access_token;
});
afterAll(() => product.close());

type Method = 'GET' | 'POST' | 'OPTIONS';
const ask = (
  url: string,
  { method = 'POST', origin = APP, body = {}, ...headers }: Record<string, unknown> = {},
) =>
  product.site.inject({
    method: method as Method,
    url,
    headers: { origin: String(origin), ...(headers as Record<string, string>) },
    ...(method === 'POST' ? { payload: body as object } : {}),
  });
const preflight = (url: string, origin = APP) =>
  ask(url, {
    ...{ method: 'OPTIONS', origin },
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  });
const corsOf = (headers: Record<string, unknown>): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const cookiesOf = ({ cookies }: SignedInVisitor): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

describe('an app of an origin that is configured', () => {
  it('may make the calls of a device, after a question that a browser stores', async () => {
    const asked = await preflight(ADDRESSES.addToList.path);
    expect([asked.statusCode, asked.body]).toEqual([204, '']);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': expect.stringMatching(/^authorization, content-type,/),
      'access-control-max-age': '86400',
      vary: 'origin',
    });
    expect(asked.headers).not.toHaveProperty('access-control-allow-credentials');
    const added = await ask(ADDRESSES.addToList.path, {
      ...{ body: { show: 'lamplight' }, authorization: `Bearer ${token}` },
    });
    expect(added.statusCode).toBe(200);
    expect(added.headers).toMatchObject({ 'access-control-allow-origin': APP, vary: 'origin' });
    expect((await viewer.call('list', {})).body.videos).toHaveLength(1);
    const played = await ask(ADDRESSES.play.path, {
      ...{ body: { video: 'isibane' }, authorization: `Bearer ${token}` },
      'accept-encoding': 'br',
    });
    expect(played.headers.vary).toBe('origin, accept-encoding');
  });

  it('may sign a viewer in, and reads why a call was refused', async () => {
    const url = '/oauth/device_authorization';
    expect((await preflight(url)).statusCode).toBe(204);
    const asked = await ask(url, { body: { client_id: 'television' } });
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([200, APP]);
    const { device_code } = await askToSignIn(product.site);
    const grant = { grant_type: DEVICE_CODE_GRANT, device_code, client_id: 'television' };
    const waits = await ask('/oauth/token', { body: grant });
    expect([waits.statusCode, waits.json().error]).toEqual([400, 'authorization_pending']);
    expect(waits.headers['access-control-allow-origin']).toBe(APP);
    const ended = await ask(ADDRESSES.list.path, { authorization: 'Bearer device.ended' });
    expect([ended.statusCode, ended.json().code]).toEqual([401, 'invalid_token']);
    expect(ended.headers['access-control-allow-origin']).toBe(APP);
  });

  it('never acts with a cookie, nor gets one', async () => {
    const cookie = cookiesOf(viewer);
    expect((await viewer.call('list', {})).status).toBe(200);
    const list = await ask(ADDRESSES.list.path, { cookie });
    expect([list.statusCode, list.json().code]).toEqual([401, 'not_signed_in']);
    const played = await ask(ADDRESSES.play.path, { cookie, body: { video: 'isibane' } });
    expect(played.json()).toMatchObject({ entitled: false });
    for (const answer of [list, played]) expect(answer.headers).not.toHaveProperty('set-cookie');
    // The token of one viewer beside the cookie of another: the token alone counts.
    const other = await product.signedIn();
    const both = { cookie: cookiesOf(other), authorization: `Bearer ${token}` };
    expect((await ask(ADDRESSES.list.path, both)).json().videos).toHaveLength(1);
  });

  it('may make no other call, whatever it sends along', async () => {
    const rights = { authorization: `Bearer ${token}`, cookie: cookiesOf(viewer) };
    for (const name of [
      ...(['unsubscribe', 'subscribe', 'signOut', 'deletePersonalData', 'bearerToken'] as const),
      ...(['answerDeviceRequest', 'endDevice', 'changePackage', 'statusCheck'] as const),
    ]) {
      const { method, path } = ADDRESSES[name];
      const answer = await ask(path, { ...rights, method });
      expect([name, answer.statusCode, answer.json().code]).toEqual([name, 403, 'foreign_origin']);
      expect(corsOf(answer.headers)).toEqual([]);
      const asked = await preflight(path);
      expect([name, asked.statusCode >= 400, corsOf(asked.headers)]).toEqual([name, true, []]);
    }
    for (const url of [
      '/api/viewer',
      '/api/account',
      '/api/csrf-token',
      '/content/v1/videos/latest',
    ])
      expect(corsOf((await ask(url, { ...rights, method: 'GET' })).headers)).toEqual([]);
  });
});

describe('an app of any other origin', () => {
  it.each(OTHERS)('may make no call: %s', async (origin) => {
    for (const { path } of [ADDRESSES.addToList, ADDRESSES.play, ADDRESSES.playbackLog]) {
      const asked = await preflight(path, origin);
      expect([asked.statusCode, asked.json().code]).toEqual([403, 'foreign_origin']);
      const made = await ask(path, { origin, authorization: `Bearer ${token}` });
      expect([made.statusCode, made.json().code]).toEqual([403, 'foreign_origin']);
      for (const { headers } of [asked, made]) {
        expect(corsOf(headers)).toEqual([]);
        expect(headers.vary).toMatch(/^origin\b/);
      }
    }
    expect((await preflight('/oauth/token', origin)).statusCode).toBe(403);
  });

  it('is told nothing more where no app has an origin', async () => {
    const plain = await createProductWithCatalogue();
    const headers = { origin: APP, 'access-control-request-method': 'POST' };
    const url = ADDRESSES.addToList.path;
    const asked = await plain.site.inject({ method: 'OPTIONS', url, headers });
    expect([asked.statusCode, corsOf(asked.headers)]).toEqual([403, []]);
    const made = await plain.site.inject({ method: 'POST', url, headers, payload: {} });
    expect([made.statusCode, made.headers.vary]).toEqual([403, undefined]);
    await plain.close();
  });
});

describe('media', () => {
  it('answers to players of any origin, with its refusals', async () => {
    const paths = ['/media/p/none/master.m3u8', '/media/s/none/asset/240/1.m4s'];
    for (const url of paths) {
      const answer = await ask(url, { method: 'GET', origin: 'null' });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
  });
});
