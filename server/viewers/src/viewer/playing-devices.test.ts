// One subscription plays on a configurable number of devices at once, and a
// player learns within a minute that the right to watch has ended.
import { HEARTBEAT_MS, LEASE_MS } from '@bonisa/domain/playback/playing-devices';
import { readyAsset, testRendition } from '@bonisa/media/ready-asset.test-kit';
import { handsetSends } from '@bonisa/money/messaging/messages.test-kit';
import { freshNumber, toAccept, type Visitor } from '@bonisa/server/app.test-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mediaAssets } from '../../../media/src/media.tables.ts';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from './viewer.test-kit.ts';

const DAY = 86_400;
const PHONE = { 'x-platform': 'web-mobile' };
const TABLET = { 'x-platform': 'web-tablet' };

let product: ProductWithCatalogue;
beforeAll(async () => {
  product = await createProductWithCatalogue();
  await product.open.db
    .insert(mediaAssets)
    .values(
      readyAsset(product.clock.now(), { renditions: [testRendition()], durationMs: 600_000 }),
    );
});
afterAll(() => product.close());

/** Another browser in which the same number has signed in. */
async function another({ msisdn }: { readonly msisdn: string }): Promise<Visitor> {
  const visitor = product.visitor();
  const { body } = await visitor.call('subscribe', await toAccept(product, visitor, msisdn));
  expect(body.status).toBe('success');
  return visitor;
}

type Body = Record<string, unknown>;
const play = async (visitor: Visitor, headers: Record<string, string>, more: Body = {}) =>
  (await visitor.send('POST', '/api/play', { video: 'isibane', ...more }, headers)).body;
const beat = async (visitor: Visitor, { play_id }: Body, more: Body = {}) =>
  (await visitor.send('POST', '/api/play/heartbeat', { play_id, ...more }, PHONE)).body;
const pass = (ms: number) => product.clock.by(ms / 1000);

/** A daily subscriber who plays on a phone and has signed in on a tablet too. */
async function playingOnPhone() {
  const phone = await product.signedIn();
  const tablet = await another(phone);
  const since = product.clock.now().toISOString();
  const granted = await play(phone, PHONE);
  expect(granted).toMatchObject({ entitled: true, heartbeat_seconds: 30 });
  return {
    phone,
    tablet,
    granted,
    refused: { reason: 'other_device', device: { kind: 'phone', since } },
  };
}

describe('a subscription', () => {
  it('begins and goes on beside others that do the same at the same moment', async () => {
    const all = [
      await product.signedIn(),
      await product.signedIn(),
      await product.signedIn(),
    ] as const;
    const granted = await Promise.all(all.map((one) => play(one, PHONE)));
    expect(granted.map(({ entitled }) => entitled)).toEqual([true, true, true]);
    expect(new Set(granted.map(({ play_id }) => play_id)).size).toBe(3);
    // Two heartbeats of one play count once; a play that begins meanwhile takes the place.
    const beats = [...all, all[0]].map((one, place) => beat(one, granted[place % 3] ?? {}));
    expect(await Promise.all(beats)).toEqual(beats.map(() => ({ playing: true })));
    const twice = await Promise.all([play(all[0], PHONE), play(all[0], PHONE)]);
    expect(twice.map(({ entitled }) => entitled)).toEqual([true, true]);
  });

  it('gives a play that was asked for ahead its place at the first heartbeat', async () => {
    const { phone, tablet, granted, refused } = await playingOnPhone();
    const ahead = await play(tablet, TABLET, { ahead: true });
    expect(ahead).toMatchObject({ entitled: true, play_id: expect.any(String) });
    // It has taken nothing: the phone goes on, and the tablet that is pressed is refused.
    expect(await beat(phone, granted)).toEqual({ playing: true });
    expect(await beat(tablet, ahead)).toEqual({ playing: false, ...refused });
    await beat(phone, granted, { ended: true });
    const again = await play(tablet, TABLET, { ahead: true });
    const others = await play(phone, PHONE, { ahead: true });
    expect(await beat(tablet, again)).toEqual({ playing: true });
    expect(await beat(phone, others)).toMatchObject({ playing: false, reason: 'other_device' });
    expect(await beat(tablet, again)).toEqual({ playing: true });
    expect(await beat(tablet, again, { ended: true })).toEqual({ playing: false, reason: 'ended' });
    expect(await play(phone, PHONE)).toMatchObject({ entitled: true });
  });

  it('plays on one device with the daily package, and names it to the other', async () => {
    const { phone, tablet, granted, refused } = await playingOnPhone();
    pass(HEARTBEAT_MS);
    expect(await beat(phone, granted)).toEqual({ playing: true });
    expect(await play(tablet, TABLET)).toEqual({ entitled: false, ...refused });
    expect(await beat(phone, granted)).toEqual({ playing: true });
  });

  it('plays on the device that takes over, and the heartbeat of the other one says so', async () => {
    const { phone, tablet, granted } = await playingOnPhone();
    const since = product.clock.now().toISOString();
    const taken = await play(tablet, TABLET, { take_over: true });
    expect(taken).toMatchObject({ entitled: true });
    const stopped = { reason: 'other_device', device: { kind: 'tablet', since } };
    expect(await beat(phone, granted)).toEqual({ playing: false, ...stopped });
    // It stays stopped for a while even when the tablet has finished.
    await beat(tablet, taken, { ended: true });
    expect(await beat(phone, granted)).toEqual({ playing: false, ...stopped });
    expect(await play(phone, PHONE)).toMatchObject({ entitled: true });
  });

  it('plays elsewhere once a device has vanished, has ended, or is signed out', async () => {
    const vanished = await playingOnPhone();
    pass(LEASE_MS - 1000);
    expect(await play(vanished.tablet, TABLET)).toMatchObject({ entitled: false });
    pass(1000);
    expect(await play(vanished.tablet, TABLET)).toMatchObject({ entitled: true });
    expect(await beat(vanished.phone, vanished.granted)).toMatchObject({ reason: 'other_device' });

    const ended = await playingOnPhone();
    expect(await beat(ended.phone, ended.granted, { ended: true })).toEqual({
      playing: false,
      reason: 'ended',
    });
    expect(await play(ended.tablet, TABLET)).toMatchObject({ entitled: true });

    const signedOut = await playingOnPhone();
    await signedOut.phone.call('signOut');
    expect(await play(signedOut.tablet, TABLET)).toMatchObject({ entitled: true });
  });

  it('plays again in the same browser, whatever it played before and after a new sign-in', async () => {
    const { phone, granted } = await playingOnPhone();
    const second = await play(phone, PHONE);
    expect(second).toMatchObject({ entitled: true });
    // The end of the first play does not free the place of the second.
    await beat(phone, granted, { ended: true });
    expect(await play(await another(phone), TABLET)).toMatchObject({ entitled: false });
    await phone.call('subscribe', await toAccept(product, phone, phone.msisdn));
    expect(await play(phone, PHONE)).toMatchObject({ entitled: true });
  });

  it('plays on two devices with the other packages, and two plays at once get one last place', async () => {
    const msisdn = freshNumber();
    const phone = product.visitor();
    const accept = await toAccept(product, phone, msisdn, { key: 'demo-weekly' });
    expect((await phone.call('subscribe', accept)).body.status).toBe('success');
    const others = [await another({ msisdn }), await another({ msisdn })];
    expect(await play(phone, PHONE)).toMatchObject({ entitled: true });
    const answers = await Promise.all(others.map((one) => play(one, TABLET)));
    expect(answers.map(({ entitled }) => entitled).toSorted()).toEqual([false, true]);
  });

  it('counts its devices in the database, the same in every process', async () => {
    const { phone, tablet, granted } = await playingOnPhone();
    const devices = product.again().viewer.devices;
    const there = {
      subscriberId: phone.subscriberId,
      session: 'of-another-process',
      kind: 'computer',
    } as const;
    expect(await devices.begin(there, false)).toMatchObject({ granted: false });
    // A session that nobody knows is signed out, so the phone can play again.
    expect(await devices.begin(there, true)).toMatchObject({ granted: true });
    expect(await beat(phone, granted)).toMatchObject({ device: { kind: 'computer' } });
    expect(await play(tablet, TABLET)).toMatchObject({ entitled: true });
  });
});

describe('a player of another maker, which sends no heartbeat', () => {
  const fetched = async ({ playlist }: Body) =>
    (await product.site.inject(String(playlist))).json().code;

  // A finding from outside: each device played on while the next one took the place.
  it('holds its place for as long as what it was given plays', async () => {
    const { phone, tablet, granted } = await playingOnPhone();
    expect((await product.site.inject(String(granted.playlist))).statusCode).toBe(200);
    pass(LEASE_MS);
    expect(await play(tablet, TABLET)).toMatchObject({ reason: 'other_device' });
    // A heartbeat makes it a lease again.
    expect(await beat(phone, granted)).toEqual({ playing: true });
    pass(LEASE_MS);
    expect(await play(tablet, TABLET)).toMatchObject({ entitled: true });
  });

  it('frees its place by the end of its play, whoever plays beside it', async () => {
    const msisdn = freshNumber();
    const phone = product.visitor();
    const accept = await toAccept(product, phone, msisdn, { key: 'demo-weekly' });
    expect((await phone.call('subscribe', accept)).body.status).toBe('success');
    const [tablet, third] = [await another({ msisdn }), await another({ msisdn })];
    const granted = await play(phone, PHONE);
    expect(await play(tablet, TABLET)).toMatchObject({ entitled: true });
    expect((await product.site.inject(String(granted.playlist))).statusCode).toBe(200);
    await beat(phone, granted, { ended: true });
    expect(await play(third, TABLET)).toMatchObject({ entitled: true });
  });

  it('gets no playlist any more once another device plays', async () => {
    const { tablet, granted } = await playingOnPhone();
    const taken = await play(tablet, TABLET, { take_over: true });
    expect(await fetched(granted)).toBe('not_entitled');
    expect((await product.site.inject(String(taken.playlist))).statusCode).toBe(200);
  });

  it('of ten devices one gets playlists, whoever asked first', async () => {
    const { phone, granted } = await playingOnPhone();
    const tokens = [granted];
    for (let n = 0; n < 3; n++) {
      pass(LEASE_MS);
      tokens.push(await play(await another(phone), TABLET, { take_over: true }));
    }
    const statuses = await Promise.all(
      tokens.map(async ({ playlist }) => (await product.site.inject(String(playlist))).statusCode),
    );
    expect(statuses).toEqual([403, 403, 403, 200]);
  });
});

describe('a heartbeat', () => {
  it.each<[string, string, (phone: SignedInVisitor) => Promise<unknown>]>([
    ['signing out', 'visitor', (phone) => phone.call('signOut')],
    [
      'signing out everywhere on another device',
      'visitor',
      async (phone) => (await another(phone)).call('signOut', { everywhere: true }),
    ],
    ['STOP ALL by message', 'expired', ({ msisdn }) => handsetSends(product, msisdn, 'STOP ALL')],
    [
      'the removal of the data',
      'visitor',
      (phone) => phone.call('deletePersonalData', { confirm: 'delete' }),
    ],
    [
      'the end of the paid time',
      'expired',
      async (phone) => {
        await phone.call('unsubscribe', {});
        pass(DAY * 1000);
      },
    ],
  ])('stops the player after %s', async (_what, reason, end) => {
    const phone = await product.signedIn();
    const granted = await play(phone, PHONE);
    expect(await beat(phone, granted)).toEqual({ playing: true });
    await end(phone);
    expect(await beat(phone, granted)).toEqual({ playing: false, reason });
  });

  it('of a stranger says visitor, and with another play than a UUID is refused', async () => {
    const stranger = product.visitor();
    expect(await beat(stranger, { play_id: crypto.randomUUID() })).toEqual({
      playing: false,
      reason: 'visitor',
    });
    expect(await beat(stranger, { play_id: 'x' })).toMatchObject({ code: 'invalid_request' });
  });
});
