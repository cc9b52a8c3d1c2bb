// P1 P4: devices that were signed in by code (RFC 8628), and attacks on it.
import { DEVICE_CODE_GRANT } from '@bonisa/contract/devices.calls';
import { MOST_DEVICES, USER_CODE_LIMITS } from '@bonisa/domain/playback/device-sign-in';
import { readyAsset } from '@bonisa/media/ready-asset.test-kit';
import type { Answer } from '@bonisa/server/app.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../../../../media/src/media.tables.ts';
import { askToSignIn, type Device, deviceOf, post, signInDevice } from './devices.test-kit.ts';

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
  await product.open.db.insert(mediaAssets).values(readyAsset(product.clock.now()));
});
afterAll(() => product.close());

const answer = (viewer: SignedInVisitor, user_code: string, approve = true) =>
  viewer.call('answerDeviceRequest', { user_code, approve });
const find = (viewer: SignedInVisitor, user_code: string) =>
  viewer.call('findDeviceRequest', { user_code });
const poll = (device_code: string, client_id = 'television') =>
  post(product.site, '/oauth/token', { grant_type: DEVICE_CODE_GRANT, device_code, client_id });
const codeOf = ({ status, body }: Answer) => [status, body.error ?? body.code];

describe('the sign-in of a device', () => {
  it('gives it tokens after its viewer has seen what asks and agreed', async () => {
    const viewer = await product.signedIn();
    const asked = await askToSignIn(product.site, { device_name: 'LG in the lounge' });
    expect(asked).toMatchObject({
      user_code: expect.stringMatching(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/),
      verification_uri: 'http://localhost:3000/device',
      verification_uri_complete: `http://localhost:3000/device?code=${asked.user_code}`,
      expires_in: 900,
      interval: 5,
    });
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'authorization_pending']);
    const found = await find(viewer, asked.user_code.toLowerCase().replace('-', ' '));
    expect(found.body).toEqual({
      state: 'waiting',
      user_code: asked.user_code,
      kind: 'television',
      name: 'LG in the lounge',
      same_network: true,
      asked_at: product.clock.now().toISOString(),
      expires_at: new Date(product.clock.now().getTime() + 900_000).toISOString(),
    });
    // Looking grants nothing.
    product.clock.by(5);
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'authorization_pending']);
    expect((await answer(viewer, asked.user_code)).body).toEqual({ state: 'approved' });
    product.clock.by(5);
    const tokens = await poll(asked.device_code);
    expect(tokens).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^device\./),
        token_type: 'Bearer',
        expires_in: 600,
        refresh_token: expect.any(String),
        scope: 'watch',
      },
    });
    expect(tokens.headers['cache-control']).toBe('no-store');
  });

  it('is told of a refusal, and of a code that nobody answered in time', async () => {
    const viewer = await product.signedIn();
    const refused = await askToSignIn(product.site);
    expect((await answer(viewer, refused.user_code, false)).body).toEqual({ state: 'refused' });
    expect(codeOf(await poll(refused.device_code))).toEqual([400, 'access_denied']);
    const late = await askToSignIn(product.site);
    product.clock.by(15 * 60);
    expect(codeOf(await poll(late.device_code))).toEqual([400, 'expired_token']);
    expect((await find(viewer, late.user_code)).body).toEqual({ state: 'unknown' });
    expect((await answer(viewer, late.user_code)).body).toEqual({ state: 'unknown' });
    expect(codeOf(await poll(late.device_code))).toEqual([400, 'expired_token']);
  });

  it('says where a request from another connection came from', async () => {
    const viewer = await product.signedIn();
    const asked = await askToSignIn(product.site, {}, '203.0.113.9');
    expect((await find(viewer, asked.user_code)).body).toMatchObject({ same_network: false });
  });

  it('counts the first answer: confirmed twice, by another, or after a refusal changes nothing', async () => {
    const [viewer, other] = [await product.signedIn(), await product.signedIn()];
    const asked = await askToSignIn(product.site);
    const both = await Promise.all([
      answer(viewer, asked.user_code),
      answer(other, asked.user_code),
    ]);
    expect(both.map(({ body }) => body.state).sort()).toEqual(['approved', 'unknown']);
    const owner = both[0]?.body.state === 'approved' ? viewer : other;
    expect((await answer(owner, asked.user_code, false)).body).toEqual({ state: 'unknown' });
    const { body } = await poll(asked.device_code);
    const device = deviceOf(product.site, String(body.access_token));
    await device.call('addToList', { show: 'lamplight' });
    expect((await owner.call('list', {})).body.videos).toHaveLength(1);
    const refused = await askToSignIn(product.site);
    await answer(other, refused.user_code, false);
    expect((await answer(viewer, refused.user_code)).body).toEqual({ state: 'unknown' });
    expect(codeOf(await poll(refused.device_code))).toEqual([400, 'access_denied']);
  });

  it('repeats a lost answer for a minute, and then the device code counts no more', async () => {
    const viewer = await product.signedIn();
    const asked = await askToSignIn(product.site);
    await answer(viewer, asked.user_code);
    const first = await poll(asked.device_code);
    product.clock.by(30);
    const again = await poll(asked.device_code);
    expect([first.status, again.status]).toEqual([200, 200]);
    product.clock.by(30);
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'invalid_grant']);
    // After a refresh the tokens have arrived: a repetition is somebody else.
    const other = await askToSignIn(product.site);
    await answer(viewer, other.user_code);
    const tokens = await poll(other.device_code);
    await refresh(String(tokens.body.refresh_token));
    expect(codeOf(await poll(other.device_code))).toEqual([400, 'invalid_grant']);
  });

  it('slows a device down that polls too fast', async () => {
    const asked = await askToSignIn(product.site);
    await poll(asked.device_code);
    product.clock.by(3);
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'slow_down']);
    product.clock.by(6);
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'slow_down']);
    product.clock.by(15);
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'authorization_pending']);
  });

  it('needs a session and its CSRF token, and no link alone ever answers', async () => {
    const asked = await askToSignIn(product.site);
    const body = { user_code: asked.user_code, approve: true };
    const viewer = await product.signedIn();
    expect((await product.visitor().call('answerDeviceRequest', body)).body.code).toBe(
      'not_signed_in',
    );
    expect((await viewer.send('POST', '/api/devices/answer', body)).body.code).toBe(
      'csrf_token_invalid',
    );
    for (const url of [`/device?code=${asked.user_code}`, '/api/devices/answer'])
      await viewer.send('GET', url, undefined).catch(() => undefined);
    expect(codeOf(await poll(asked.device_code))).toEqual([400, 'authorization_pending']);
  });
});

const refresh = (refresh_token: string, client_id = 'television') =>
  post(product.site, '/oauth/token', { grant_type: 'refresh_token', refresh_token, client_id });

describe('the rights of a device', () => {
  let viewer: SignedInVisitor;
  let device: Device;
  beforeAll(async () => {
    viewer = await product.signedIn();
    ({ device } = await signInDevice(product.site, viewer));
  });

  it('are to play, to note where it stopped, and to list', async () => {
    expect((await device.call('play', { video: 'isibane' })).body).toMatchObject({
      entitled: true,
    });
    const id = await product.idIn('titles', 'isibane');
    await device.call('putResume', { positions: [{ video_id: id, time: 10 }] });
    expect((await viewer.call('viewer')).body.resume).toMatchObject([{ id, time: 10 }]);
    expect((await device.call('addToList', { show: 'lamplight' })).status).toBe(200);
    expect((await device.call('list', {})).body.videos).toHaveLength(1);
  });

  it.each([
    'account',
    'changePackage',
    'unsubscribe',
    'personalData',
    'deletePersonalData',
    'profile',
    'ratings',
    'feedback',
    'bearerToken',
    'signOut',
    'devices',
    'endDevice',
    'findDeviceRequest',
    'answerDeviceRequest',
  ] as const)('are not %s', async (name) => {
    const { status, body } = await device.call(name, {});
    expect(status).toBeGreaterThanOrEqual(401);
    expect(['not_signed_in', 'csrf_token_invalid']).toContain(body.code);
  });

  it('do not tell the number of its viewer', async () => {
    expect((await device.call('viewer')).body).toEqual({ signed_in: false });
  });

  it('count against the devices of the subscription, by the kind of the device', async () => {
    await device.call('play', { video: 'isibane' });
    expect((await viewer.call('play', { video: 'isibane' })).body).toMatchObject({
      entitled: false,
      reason: 'other_device',
      device: { kind: 'television' },
    });
    const taken = await viewer.call('play', { video: 'isibane', take_over: true });
    expect(taken.body).toMatchObject({ entitled: true });
    expect((await device.call('play', { video: 'isibane' })).body.reason).toBe('other_device');
  });

  it('leave its cookies aside, and its tokens count in no other call', async () => {
    const stranger = await product.signedIn();
    const cookie = [...stranger.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const both = await device.call('list', {}, { cookie });
    expect(both.body.videos).toHaveLength(1);
    const { body } = await viewer.call('bearerToken');
    const content = deviceOf(product.site, String(body.access_token));
    expect((await content.call('list', {})).body.code).toBe('not_signed_in');
    const { tokens } = await signInDevice(product.site, viewer);
    const asBearer = await product.site.inject({
      method: 'POST',
      url: '/content/v1/playlist',
      headers: { authorization: `Bearer ${tokens.access_token}` },
      payload: {},
    });
    expect(asBearer.statusCode).toBe(401);
    const asAccess = deviceOf(product.site, `device.${tokens.refresh_token}`);
    expect((await asAccess.call('list', {})).body.code).toBe('invalid_token');
  });
});

describe('the tokens of a device', () => {
  const begun = async () => {
    const viewer = await product.signedIn();
    return { viewer, ...(await signInDevice(product.site, viewer)) };
  };
  const isIn = async (device: Device) => (await device.call('list', {})).status === 200;

  it('live ten minutes, and are exchanged for new ones', async () => {
    const { device, tokens } = await begun();
    product.clock.by(600);
    expect((await device.call('list', {})).body.code).toBe('invalid_token');
    expect((await device.call('play', { video: 'isibane' })).status).toBe(401);
    const next = await refresh(tokens.refresh_token);
    expect(await isIn(deviceOf(product.site, String(next.body.access_token)))).toBe(true);
    product.clock.by(89 * 24 * 60 * 60);
    const later = await refresh(String(next.body.refresh_token));
    expect(later.status).toBe(200);
    product.clock.by(90 * 24 * 60 * 60);
    expect(codeOf(await refresh(String(later.body.refresh_token)))).toEqual([400, 'invalid_grant']);
  });

  it('end all together when a refresh token is used that was exchanged before', async () => {
    const { device, tokens } = await begun();
    const next = await refresh(tokens.refresh_token);
    // The answer was lost: the same again.
    product.clock.by(20);
    expect((await refresh(tokens.refresh_token)).status).toBe(200);
    product.clock.by(60);
    expect(codeOf(await refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    expect(codeOf(await refresh(String(next.body.refresh_token)))).toEqual([400, 'invalid_grant']);
    expect(await isIn(device)).toBe(false);
  });

  it('are of one client, and forged or foreign ones count nothing', async () => {
    const { device, tokens } = await begun();
    expect(codeOf(await refresh(tokens.refresh_token, 'mobile-app'))[1]).toBe('invalid_grant');
    expect(codeOf(await refresh(`${tokens.refresh_token}x`))[1]).toBe('invalid_grant');
    expect(codeOf(await refresh(tokens.access_token))[1]).toBe('invalid_grant');
    expect(await isIn(device)).toBe(true);
    const asked = await askToSignIn(product.site);
    expect(codeOf(await poll(asked.device_code, 'mobile-app'))[1]).toBe('invalid_grant');
    expect(codeOf(await poll('guessed'))[1]).toBe('invalid_grant');
  });

  it.each([
    ['sign-out everywhere', (viewer) => viewer.call('signOut', { everywhere: true })],
    [
      'a STOP ALL',
      (viewer) => product.app.subscription.service.block(viewer.msisdn as never, 'stop_all'),
    ],
    [
      'a removal of personal data',
      (viewer) => viewer.call('deletePersonalData', { confirm: 'delete' }),
    ],
  ] as readonly [string, (viewer: SignedInVisitor) => Promise<unknown>][])(
    'end with %s, also where they were not fetched yet',
    async (_what, end) => {
      const { viewer, device, tokens } = await begun();
      const asked = await askToSignIn(product.site);
      expect((await answer(viewer, asked.user_code)).body.state).toBe('approved');
      await end(viewer);
      expect((await device.call('list', {})).body.code).toBe('invalid_token');
      expect((await device.call('play', { video: 'isibane' })).body.code).toBe('invalid_token');
      expect(codeOf(await refresh(tokens.refresh_token))[1]).toBe('invalid_grant');
      expect(['access_denied', 'invalid_grant']).toContain(
        codeOf(await poll(asked.device_code))[1],
      );
    },
  );

  it('end with the sign-out of one browser only where it is their own', async () => {
    const { viewer, device } = await begun();
    await viewer.call('signOut', {});
    expect(await isIn(device)).toBe(true);
  });

  it('are given to no number that is blocked', async () => {
    const viewer = await product.signedIn();
    await product.app.subscription.service.block(viewer.msisdn as never, 'stop_all');
    const asked = await askToSignIn(product.site);
    expect((await answer(viewer, asked.user_code)).body).toEqual({ state: 'blocked' });
    expect(codeOf(await poll(asked.device_code))[1]).toBe('authorization_pending');
  });

  it('end by the device itself (RFC 7009), by either token, and an unknown one is a success', async () => {
    const { device, tokens } = await begun();
    const revoke = (token: string, client_id = 'television') =>
      post(product.site, '/oauth/revoke', { token, client_id });
    expect((await revoke('nonsense')).status).toBe(200);
    expect((await revoke(tokens.refresh_token, 'mobile-app')).status).toBe(200);
    expect(await isIn(device)).toBe(true);
    expect((await revoke(tokens.refresh_token)).status).toBe(200);
    expect(await isIn(device)).toBe(false);
  });
});

describe("the list of a number's devices", () => {
  it('names browsers and devices, and ends them', async () => {
    const viewer = await product.signedIn();
    const { device } = await signInDevice(product.site, viewer, { device_name: 'Lounge' });
    const { devices } = (await viewer.call('devices')).body as { devices: ListedDevice[] };
    expect(devices).toHaveLength(2);
    const listed = devices.find(({ type }) => type === 'device');
    expect(listed).toMatchObject({ kind: 'television', name: 'Lounge', current: false });
    expect(devices.find(({ type }) => type === 'browser')).toMatchObject({ current: true });
    const [row] = await product.rows(
      `select id_hash from sessions where subscriber_id = ${viewer.subscriberId} limit 1`,
    );
    expect(JSON.stringify(devices)).not.toContain(String(row?.id_hash));

    const other = await product.signedIn();
    expect((await other.call('endDevice', { id: listed?.id })).body).toEqual({ ended: false });
    expect((await device.call('list', {})).status).toBe(200);
    expect((await viewer.call('endDevice', { id: listed?.id })).body).toEqual({ ended: true });
    expect((await device.call('list', {})).body.code).toBe('invalid_token');
    expect((await viewer.call('endDevice', { id: listed?.id })).body).toEqual({ ended: false });
  });

  it('has a limit, above which a device must be ended first', async () => {
    const viewer = await product.signedIn();
    for (let i = 0; i < MOST_DEVICES; i++) await signInDevice(product.site, viewer);
    const asked = await askToSignIn(product.site);
    product.clock.by(60 * 60);
    const more = await askToSignIn(product.site);
    expect((await answer(viewer, more.user_code)).body).toEqual({ state: 'full' });
    expect((await answer(viewer, asked.user_code)).body).toEqual({ state: 'unknown' });
    const { devices } = (await viewer.call('devices')).body as { devices: ListedDevice[] };
    await viewer.call('endDevice', { id: devices.find(({ type }) => type === 'device')?.id });
    expect((await answer(viewer, more.user_code)).body).toEqual({ state: 'approved' });
  });

  it('is in the download of personal data, without what opens a session', async () => {
    const viewer = await product.signedIn();
    await signInDevice(product.site, viewer, { device_name: 'Lounge' });
    const { sessions } = (await viewer.call('personalData')).body as { sessions: unknown[] };
    expect(sessions).toContainEqual(
      expect.objectContaining({ device_kind: 'television', device_name: 'Lounge' }),
    );
  });
});

interface ListedDevice {
  readonly id: string;
  readonly type: 'browser' | 'device';
}

describe('guessing a code', () => {
  it('is limited by the number that guesses', async () => {
    const viewer = await product.signedIn();
    product.clock.by(60 * 60);
    for (let i = 0; i < USER_CODE_LIMITS.subscriber.max; i++)
      expect((await find(viewer, 'BBBB-BBBB')).body).toEqual({ state: 'unknown' });
    const refused = await find(viewer, 'BBBB-BBBB');
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    // A right code is no way out, and neither is the other call.
    const asked = await askToSignIn(product.site);
    expect((await answer(viewer, asked.user_code)).status).toBe(429);
    product.clock.by(60 * 60);
    const next = await askToSignIn(product.site);
    expect((await answer(viewer, next.user_code)).body.state).toBe('approved');
  });
});
