import { randomBytes } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { testRendition } from '../ready-asset.test-kit.ts';
import { storedAsset } from '../stored-asset.test-kit.ts';
import { createDeliveryService } from './delivery.service.ts';
import { createMediaSigning } from './media.signing.ts';
import { createSegmentCache } from './segment-cache.ts';

const START = new Date('2026-11-20T14:00:00Z');
const RENDITION = { height: 360, codec: 'h264' } as const;
const signing = createMediaSigning(randomBytes(32), { backup: 'https://other.example' });
const asset = storedAsset(START, { renditions: [testRendition()] });
let now = START;
const delivery = createDeliveryService({
  signing,
  findAsset: async () => ({ ...asset, parts: Array.from({ length: 60 }, () => asset) }),
  findPlayable: async () => undefined,
  mayStillPlay: async ({ session }) => session !== 'gone',
  store: { load: async () => undefined },
  cache: createSegmentCache(1),
  clock: { now: () => now },
});
const tokenOf = (session: string): string =>
  signing.playlistToken({
    assetId: asset.id,
    ...{ viewer: '7', session, until: new Date('2026-11-21T14:00:00Z') },
  });

it("a rendition's playlist is written once for all viewers, until its addresses change", async () => {
  const first = await delivery.renditionPlaylist(tokenOf('one'), RENDITION);
  expect(await delivery.renditionPlaylist(tokenOf('other'), RENDITION)).toBe(first);
  const text = first.plain.toString();
  const backup = await delivery.renditionPlaylist(tokenOf('one'), RENDITION, undefined, 'backup');
  expect(backup.plain.toString()).toBe(
    text.replaceAll('/media/s', 'https://other.example/media/s'),
  );
  const packed = await first.encoded('br');
  expect(brotliDecompressSync(packed).toString()).toBe(text);
  expect(packed.length).toBeLessThan(text.length / 3);
  await expect(delivery.renditionPlaylist(tokenOf('gone'), RENDITION)).rejects.toMatchObject({
    code: 'not_entitled',
  });

  now = new Date('2026-11-20T18:00:00Z');
  const later = await delivery.renditionPlaylist(tokenOf('one'), RENDITION);
  expect(later.plain.toString()).not.toBe(text);
});
