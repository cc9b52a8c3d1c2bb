// A live ingest session that ffmpeg pushes, as viewers get it: in time, across a loss, and back.
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileStoreError } from '@bonisa/kit/files/file-store';
import { parse, type types } from 'hls-parser';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readTracks } from '../ingest/boxes.ts';
import {
  createLiveIngestProduct,
  FFMPEG,
  type LiveIngestProduct,
  MEDIA_URL,
} from './live-ingest-product.test-kit.ts';

let bench: LiveIngestProduct;
beforeAll(async () => {
  bench = await createLiveIngestProduct();
});
afterAll(() => bench.close());

/** The encoders of this process. */
async function encoders(): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const [, parent] = /\) \S (\d+)/.exec(await readFile(`/proc/${name}/stat`, 'utf8')) ?? [];
      const command = await readFile(`/proc/${name}/cmdline`, 'utf8');
      if (Number(parent) === process.pid && command.includes('live-encoder.process'))
        found.push(Number(name));
    } catch {
      // The process has ended meanwhile.
    }
  }
  return found;
}

/** The playlist of the first rendition within a cap. */
async function mediaPlaylist(cap?: number): Promise<types.MediaPlaylist> {
  const { body } = await bench.play(cap);
  const master = parse((await bench.get(body.playlist)).body) as types.MasterPlaylist;
  const answer = await bench.get(master.variants[0]?.uri ?? '');
  expect(answer.statusCode).toBe(200);
  return parse(answer.body) as types.MediaPlaylist;
}
const partsOf = (playlist: types.MediaPlaylist) => [
  ...new Set(playlist.segments.map(({ uri }) => uri.split('/').at(-3))),
];
/** It takes some seconds where the encoder has a processor. */
const within = { timeout: 90_000, interval: 200 };

const hourCosts = async () => (await bench.channel())?.hourCosts;

it.skipIf(!existsSync(FFMPEG))(
  'a live ingest session is on air before its publisher has sent eight seconds, at what it says it costs',
  async () => {
    const before = await hourCosts();
    // Of the twelve seconds that the whole may take, four are left.
    const publisher = bench.pushNoMoreThan(8);
    const [segment] = (await vi.waitFor(() => mediaPlaylist(240), within)).segments;
    expect(publisher.exitCode).toBeNull();
    expect(segment?.uri.startsWith(`${MEDIA_URL}/media/s/`)).toBe(true);
    const costs = await vi.waitFor(async () => {
      const found = await hourCosts();
      expect(found).not.toEqual(before);
      return found;
    }, within);
    // The headers of two answers, init segment and segment, count as well.
    const ofCap = segment?.uri.replace('/144p/', '/240p/') ?? '';
    const { length } = (await bench.get(ofCap)).rawPayload;
    const measured = ((length + 500) / (segment?.duration ?? 0)) * 0.0036;
    expect(Math.abs((costs?.[1] ?? 0) / measured - 1)).toBeLessThan(0.05);
    const { renditions } = (await bench.play(240)).body;
    const highest = renditions.at(-1);
    expect(highest?.height).toBe(240);
    expect(highest?.megabytes_an_hour).toBeCloseTo(costs?.[1] ?? 0, 5);

    const { liveChannelId = 0 } = (await bench.newest()) ?? {};
    await bench.product.app.media.liveIngest.service.end(liveChannelId);
    expect(await hourCosts()).toEqual(before);
  },
);

it.skipIf(!existsSync(FFMPEG))(
  'a pushed live ingest session is played in all renditions of its size, and goes on after a loss',
  async () => {
    const first = bench.push();
    const isOn = { picture: 'on_air', state: 'live' };
    await vi.waitFor(async () => expect(await bench.newest()).toMatchObject(isOn), within);
    const playlist = await mediaPlaylist();
    expect(playlist.targetDuration).toBe(2);
    const master = (await bench.get((await bench.play()).body.playlist)).body;
    const named = new Set(master.match(/\d+p\.m3u8/g));
    expect([...named].sort()).toEqual(['0p.m3u8', '144p.m3u8', '240p.m3u8']);
    for (const [cap, kinds] of [
      [0, ['audio']],
      [144, ['video', 'audio']],
      [240, ['video', 'audio']],
    ] as const) {
      const [segment] = (await mediaPlaylist(cap)).segments;
      const init = await bench.get(segment?.map?.uri ?? '');
      expect(readTracks(init.rawPayload).map(({ kind }) => kind)).toEqual(kinds);
      expect((await bench.get(segment?.uri ?? '')).rawPayload.length).toBeGreaterThan(500);
    }
    const card = await bench.channel();
    expect(card?.now?.title).toBe('Live broadcast');

    // A killed encoder costs a part, and neither the publisher nor the recording.
    const recording = async () =>
      (await stat(join(bench.folder, 'contributions', `${(await bench.newest())?.id}.flv`))).size;
    const [recorded, whole] = [await recording(), partsOf(await mediaPlaylist()).at(-1)];
    for (const pid of await encoders()) process.kill(pid, 'SIGKILL');
    await vi.waitFor(async () => {
      expect(await bench.newest()).toMatchObject({ ...isOn, publishers: 1 });
      expect(partsOf(await mediaPlaylist()).at(-1)).not.toBe(whole);
    }, within);
    expect(await recording()).toBeGreaterThan(recorded);

    first.kill('SIGKILL');
    await vi.waitFor(async () => expect((await bench.newest())?.picture).toBe('away'), within);
    const before = await mediaPlaylist();
    bench.push(false);
    const after = await vi.waitFor(async () => {
      const found = await mediaPlaylist();
      expect(partsOf(found).at(-1)).not.toBe(partsOf(before).at(-1));
      expect(await bench.newest()).toMatchObject({ ...isOn, publishers: 2 });
      return found;
    }, within);
    expect(after.segments.some(({ discontinuity }) => discontinuity)).toBe(true);
    const shift = (after.mediaSequenceBase ?? 0) - (before.mediaSequenceBase ?? 0);
    expect(after.segments.slice(0, before.segments.length - shift).map(({ uri }) => uri)).toEqual(
      before.segments.slice(shift).map(({ uri }) => uri),
    );
  },
);

it.skipIf(!existsSync(FFMPEG))(
  'an encoder that stands still before its first segment gives way to another one',
  async () => {
    const { liveChannelId = 0 } = (await bench.newest()) ?? {};
    await bench.product.app.media.liveIngest.service.end(liveChannelId);
    const before = new Set(await encoders());
    bench.push();
    const stopped = await vi.waitFor(
      async () => {
        const found = (await encoders()).filter((pid) => !before.has(pid));
        expect(found).not.toEqual([]);
        for (const pid of found) process.kill(pid, 'SIGSTOP');
        return found;
      },
      { timeout: 30_000, interval: 20 },
    );
    await vi.waitFor(async () => {
      expect(await bench.newest()).toMatchObject({ picture: 'on_air', state: 'live' });
      expect(await encoders()).not.toEqual(expect.arrayContaining(stopped));
    }, within);
  },
);

const isOnAir = async () =>
  expect(await bench.newest()).toMatchObject({ picture: 'on_air', state: 'live', publishers: 1 });
const parts = () =>
  bench.product.rows(
    `select asset_id, is_open, segments from contribution_parts where contribution_id = '${ingestSession}' order by starts_at`,
  );
let ingestSession = '';

/** A live ingest session of its own that is on air. */
async function onAir(): Promise<void> {
  const { liveChannelId = 0 } = (await bench.newest()) ?? {};
  await bench.product.app.media.liveIngest.service.end(liveChannelId);
  bench.push();
  await vi.waitFor(isOnAir, within);
  ingestSession = (await bench.newest())?.id ?? '';
}

/** The part that was on air is closed, and another one of the same publisher goes on. */
async function goesOnIn(count: number): Promise<void> {
  await vi.waitFor(async () => {
    await isOnAir();
    const open = (await parts()).map(({ is_open }) => is_open);
    expect(open).toEqual([...Array(count - 1).fill(false), true]);
  }, within);
}

it.skipIf(!existsSync(FFMPEG))(
  'a segment that the file store does not take costs a part, and its publisher goes on',
  async () => {
    await onAir();
    const away = new FileStoreError('away', 'the store answers 503');
    vi.spyOn(bench.product.app.files, 'put').mockRejectedValueOnce(away);
    await goesOnIn(2);
    expect(bench.product.log.join()).toContain('a live picture goes on');
  },
);

it.skipIf(!existsSync(FFMPEG))(
  'a database that takes no segment for ten seconds costs a part, which it closes later',
  async () => {
    await onAir();
    bench.product.log.length = 0;
    const { db } = bench.product.open;
    await db.execute(`create function away() returns trigger language plpgsql as
      $$ begin raise exception 'too long' using errcode = '55P03'; end $$`);
    await db.execute(`create trigger away before update on contribution_parts
      for each row execute function away()`);
    await vi.waitFor(
      () => expect(bench.product.log.join()).toContain('a live picture is interrupted'),
      within,
    );
    const before = await parts();
    expect(before).toMatchObject([{ is_open: true }]);
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    expect(await parts()).toEqual(before);
    await db.execute('drop trigger away on contribution_parts');
    await goesOnIn(2);
  },
);
