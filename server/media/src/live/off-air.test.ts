// A channel without recordings: off air by name, and named in no playlist before it can be fetched;
// a withdrawn one: seen by nobody, whatever is sent to it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mediaReady, OTHER_ASSET, publishEntries, video } from '@bonisa/content/catalogue.test-kit';
import {
  createProductWithCatalogue,
  type ProductWithCatalogue,
  type SignedInVisitor,
} from '@bonisa/viewers/viewer/viewer.test-kit';
import { parse, type types } from 'hls-parser';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { liveIngestParts, liveIngestSessions } from '../live-ingest/live-ingest.tables.ts';
import { mediaAssets } from '../media.tables.ts';
import { readyAsset } from '../ready-asset.test-kit.ts';

const ID = '01890000-0000-7000-8000-0000000000c1';
const PART = '01890000-0000-7000-8000-0000000000d1';
const SECOND = 1e6;

let product: ProductWithCatalogue;
let viewer: SignedInVisitor;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-off-air-'));
  product = await createProductWithCatalogue({ DATA_DIR: folder });
  viewer = await product.signedIn();
});
afterAll(async () => {
  await product.close();
  await rm(folder, { recursive: true });
});

afterEach(async () => {
  await product.open.db.delete(liveIngestSessions);
  await product.app.media.live.onAir.refresh();
});

const play = async (channel = 'radio-lamp') => {
  const { status, body } = await viewer.send('POST', '/api/play/live', { channel });
  return { status, body: body as { code: string; playlist: string; two_hours_playlist: string } };
};
const get = (url: string) => product.site.inject({ method: 'GET', url });
const refusal = async (url: string) => {
  const answer = await get(url);
  return [answer.statusCode, answer.json().code];
};

/** A live ingest session whose first two seconds arrived when they began a second ago. */
async function comesOnAir(): Promise<void> {
  const now = product.clock.now();
  const liveChannelId = await product.idIn('live_channels', 'radio-lamp');
  await product.open.db.insert(liveIngestSessions).values({
    ...{ id: ID, liveChannelId, state: 'live', picture: 'on_air', bytes: 1, publishers: 1 },
    ...{ startedAt: now, seenAt: now },
  });
  await product.open.db.insert(liveIngestParts).values({
    ...{ assetId: PART, ingestSessionId: ID, liveChannelId },
    startsAt: now.getTime() * 1000 - SECOND,
    ...{ segmentDuration: 2 * SECOND, lastDuration: 2 * SECOND, segments: 1, isOpen: true },
    ...{ sequence: 1, discontinuity: 1 },
    renditions: [0, 240, 360].map((height) => ({
      ...{ height, pixelWidth: 2 * height, pixelHeight: height, frameRate: 25 },
      ...{ codecs: 'mp4a.40.2', bandwidth: 1, averageBandwidth: 1, hourBytes: 1 },
    })),
  });
  await product.app.media.live.onAir.refresh();
}

it('is refused as off air, comes on air with all that its playlist names, and goes off again', async () => {
  expect(await play('no-such-channel')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await play()).toMatchObject({ status: 404, body: { code: 'off_air' } });

  await comesOnAir();
  const { status, body } = await play();
  expect(status).toBe(200);
  const early = get(body.playlist);
  // Its segment is not whole yet: the answer waits.
  expect((await play()).status).toBe(200);
  product.clock.moveTo(new Date(product.clock.now().getTime() + 1500));
  const master = await early;
  expect(master.statusCode).toBe(200);
  const { variants } = parse(master.body) as types.MasterPlaylist;
  expect(variants.length).toBe(3);
  for (const { uri } of variants) {
    const media = parse((await get(uri)).body) as types.MediaPlaylist;
    expect(media.segments.map((segment) => segment.uri)).toEqual([
      expect.stringContaining(`${PART}/`),
    ]);
  }

  product.clock.moveTo(new Date(product.clock.now().getTime() + 120_000));
  await product.app.media.live.onAir.refresh();
  expect(await play()).toMatchObject({ status: 404, body: { code: 'off_air' } });
  expect(await refusal(body.playlist)).toEqual([404, 'off_air']);
  expect(await refusal(body.playlist.replace('live.m3u8', '360p.m3u8'))).toEqual([404, 'off_air']);
  expect((await get(body.two_hours_playlist)).statusCode).toBe(200);
});

it('shows what is sent to a channel to nobody once the channel is withdrawn', async () => {
  await comesOnAir();
  product.clock.moveTo(new Date(product.clock.now().getTime() + 1500));
  const { body } = await play();
  const rendition = body.playlist.replace('live.m3u8', '360p.m3u8');
  expect((await get(rendition)).statusCode).toBe(200);

  const show = (shown: boolean) =>
    publishEntries(product.app.catalogue.editing, [
      { kind: 'liveChannel', key: 'radio-lamp', published: shown },
    ]);
  await show(false);
  await vi.waitFor(async () => expect(await refusal(body.playlist)).toEqual([404, 'off_air']));
  // What a process has judged it trusts for five seconds.
  product.clock.moveTo(new Date(product.clock.now().getTime() + 5000));
  expect(await refusal(rendition)).toEqual([404, 'off_air']);
  expect(await play()).toMatchObject({ status: 404, body: { code: 'not_found' } });

  await show(true);
  await vi.waitFor(async () => expect((await get(rendition)).statusCode).toBe(200));
});

it('shows the slate that was chosen for the channel, and is off air again without it', async () => {
  expect(await play()).toMatchObject({ status: 404, body: { code: 'off_air' } });
  const { catalogue } = product.app;
  await product.open.db
    .insert(mediaAssets)
    .values(readyAsset(product.clock.now(), { id: OTHER_ASSET }));
  await mediaReady(catalogue.service, OTHER_ASSET);
  const choose = (slate: string | null) => [
    { kind: 'liveChannel' as const, key: 'radio-lamp', slate },
  ];
  const draft = { ...video({ slug: 'slate' }), assetId: OTHER_ASSET, published: false };
  await publishEntries(catalogue.editing, [draft, ...choose('slate')]);
  // The sources of the channel are made anew, and the plan with the slate begins in five seconds.
  await vi.waitFor(async () => {
    product.clock.moveTo(new Date(product.clock.now().getTime() + 10_000));
    expect(await play()).toMatchObject({ status: 200 });
  });
  product.clock.moveTo(new Date(product.clock.now().getTime() + 20_000));
  const { body } = await play();
  const { variants } = parse((await get(body.playlist)).body) as types.MasterPlaylist;
  const media = parse((await get(variants[0]?.uri ?? '')).body) as types.MediaPlaylist;
  expect(media.segments.length).toBeGreaterThan(2);
  for (const { uri } of media.segments) expect(uri).toContain(OTHER_ASSET);

  await publishEntries(catalogue.editing, choose(null));
  await vi.waitFor(async () => expect((await play()).body.code).toBe('off_air'));
});
