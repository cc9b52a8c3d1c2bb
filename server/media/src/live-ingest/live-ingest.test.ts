// Live ingest sessions by RTMP: keys, one publisher at a time, reconnect, recording.
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMovableClock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFlvTimeline, FLV_HEAD, flvTag } from './flv.ts';
import { createLiveIngestRepository } from './live-ingest.repository.ts';
import { createLiveIngestService, type LiveIngestService } from './live-ingest.service.ts';
import { liveIngestSessions, streamKeys } from './live-ingest.tables.ts';
import { watchActs } from './live-ingest-acts.test-kit.ts';
import { listenForPublishers } from './live-ingest-listener.ts';
import { publishAs, type TestPublisher } from './publisher.test-kit.ts';
import { NO_COPIES } from './recording-copies.ts';
import { MESSAGE } from './rtmp-chunks.ts';

const CHANNEL = 7;
const PICTURE = Buffer.from([0x17, 1, 0, 0, 0, 1, 2, 3]);
const logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

let open: OpenDatabase;
let acts: ReturnType<typeof watchActs>;
let folder: string;
let service: LiveIngestService;
let server: Server;
let port: number;
let ingested: { file: string; title: string; reference?: string }[];
let videos: unknown[];
let pictured: (number | string)[];
const jobs = new Map<string, { state: string }>();

beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open?.close());

beforeEach(async () => {
  await open.db.delete(liveIngestSessions);
  await open.db.delete(streamKeys);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-live ingest sessions-'));
  ingested = [];
  videos = [];
  pictured = [];
  acts = watchActs(createLiveIngestRepository(open.db));
  service = serviceOn(createMovableClock());
  server = await listenForPublishers({
    host: '127.0.0.1',
    port: 0,
    mostBitsPerSecond: 4_000_000,
    publish: service.publish,
    logger,
  });
  port = (server.address() as AddressInfo).port;
});
afterEach(async () => {
  server.close();
  await service.stop();
  await rm(folder, { recursive: true });
});

function serviceOn(clock: { now(): Date }): LiveIngestService {
  return createLiveIngestService({
    repository: acts.repository,
    ingest: {
      ingest: async (input) => {
        ingested.push(input);
        return { jobId: newId(), assetId: newId() };
      },
      job: async (id) => jobs.get(id) as never,
      isSourceNeeded: async () => false,
    },
    share: async (file) => file,
    copies: NO_COPIES,
    folder,
    addVideo: async (video) => void videos.push(video),
    titleOf: async () => 'Lekgotla Now',
    beginPicture: () => ({
      take: (message) => void pictured.push(message.type),
      leave: () => void pictured.push('left'),
      finish: async () => void pictured.push('over'),
    }),
    closeParts: async () => undefined,
    clock,
    newId,
    logger,
    limits: { mostBytes: 100_000, mostMs: 3_600_000, stopMs: 10_000 },
  });
}

const answered = (publisher: TestPublisher, words: string) =>
  vi.waitFor(() => expect(publisher.answers()).toContain(words));
const states = async () => (await service.newest()).map(({ state }) => state);

async function begun(key: string): Promise<TestPublisher> {
  const publisher = await publishAs(port, key);
  await answered(publisher, 'NetStream.Publish.Start');
  return publisher;
}

describe('a stream key', () => {
  it('is stored as a hash, and its replacement ends the publisher of the former one', async () => {
    const former = await service.rotateKey(CHANNEL, null);
    expect(JSON.stringify(await service.keys())).not.toContain(former);
    const publisher = await begun(former);
    await service.rotateKey(CHANNEL, null);
    await publisher.closed;
    const again = await publishAs(port, former);
    await answered(again, 'NetStream.Publish.BadName');
    await again.closed;
  });

  it('that another process removed ends its publisher with the next note of its state', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    const publisher = await begun(key);
    await serviceOn({ now: () => new Date() }).removeKey(CHANNEL);
    publisher.sends(MESSAGE.video, PICTURE);
    await publisher.closed;
  });

  it('that is wrong is refused before anything is written', async () => {
    const publisher = await publishAs(port, 'wrong');
    await answered(publisher, 'NetStream.Publish.BadName');
    await publisher.closed;
    expect([await states(), await readdir(folder)]).toEqual([[], []]);
  });

  it('lets one publisher in at a time', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    await begun(key);
    const second = await publishAs(port, key);
    await answered(second, 'NetStream.Publish.BadName');
    await second.closed;
    // Another process has the same database.
    expect(
      await serviceOn({ now: () => new Date() }).publish(key, () => undefined),
    ).toBeUndefined();
  });
});

describe('a live ingest session', () => {
  it('is recorded as it came, and becomes an ingest job and a video at its end', async () => {
    const key = await service.rotateKey(CHANNEL, 'lekgotla');
    const publisher = await begun(key);
    publisher.sends(MESSAGE.video, PICTURE);
    publisher.sends(MESSAGE.audio, Buffer.from([0xaf, 1, 9]));
    await vi.waitFor(async () => {
      expect((await service.newest())[0]?.bytes).toBeGreaterThan(FLV_HEAD.length);
      expect(pictured).toEqual([MESSAGE.video, MESSAGE.audio]);
    });
    expect(await service.end(CHANNEL)).toBe(true);
    await publisher.closed;
    expect(await states()).toEqual(['ended']);
    const [job] = ingested;
    expect(pictured.slice(0, 3)).toEqual([MESSAGE.video, MESSAGE.audio, 'over']);
    const recording = await readFile(job?.file ?? '');
    expect(recording.subarray(0, FLV_HEAD.length)).toEqual(FLV_HEAD);
    expect(recording.includes(PICTURE)).toBe(true);
    expect(videos).toEqual([
      expect.objectContaining({ channel: 'lekgotla', liveChannelId: CHANNEL }),
    ]);
  });

  it('goes on in the same recording when its publisher comes back', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    const first = await begun(key);
    first.sends(MESSAGE.video, PICTURE);
    await vi.waitFor(async () => expect((await service.newest())[0]?.bytes).toBeGreaterThan(13));
    first.socket.destroy();
    await vi.waitFor(async () => expect(await states()).toEqual(['away']));
    const second = await begun(key);
    second.sends(MESSAGE.video, PICTURE);
    await vi.waitFor(async () => expect(await states()).toEqual(['live']));
    second.command('deleteStream', 4, null, 1);
    await second.closed;
    await service.end(CHANNEL);
    const [only, ...others] = await service.newest();
    expect([only?.publishers, others]).toEqual([2, []]);
    const recording = await readFile(ingested[0]?.file ?? '');
    const place = recording.indexOf(PICTURE);
    const next = recording.indexOf(PICTURE, place + 1);
    expect(next).toBeGreaterThan(place);
  });

  it.each([
    ['comes back as another one with the same key', false],
    ['is refused where the key was revoked, too', true],
  ])(
    'that a person ends in another process is finalised, and its publisher %s',
    async (_what, revokesKey) => {
      const key = await service.rotateKey(CHANNEL, null);
      const publisher = await begun(key);
      publisher.sends(MESSAGE.video, PICTURE);
      await vi.waitFor(async () => expect((await service.newest())[0]?.bytes).toBeGreaterThan(13));
      const [row] = await service.newest();
      const other = serviceOn({ now: () => new Date() });
      const recorded: string[] = [];
      const end = () =>
        other.endById(row?.id ?? '', { revokesKey }, async () => void recorded.push('end'));
      expect(await end()).toMatchObject({ state: 'live', endAskedAt: expect.any(Date) });
      // The process that takes it looks with each note of its state.
      await vi.waitFor(
        async () => {
          if (!publisher.socket.destroyed) publisher.sends(MESSAGE.video, PICTURE);
          expect(await states()).toEqual(['ended']);
        },
        { timeout: 10_000, interval: 50 },
      );
      await publisher.closed;
      expect(ingested).toHaveLength(1);
      expect([await end(), recorded]).toEqual([undefined, ['end']]);
      const again = await publishAs(port, key);
      await answered(again, revokesKey ? 'NetStream.Publish.BadName' : 'NetStream.Publish.Start');
    },
  );

  it('whose publisher is away when a person ends it does not go on in it', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    const publisher = await begun(key);
    publisher.sends(MESSAGE.video, PICTURE);
    await vi.waitFor(async () => expect((await service.newest())[0]?.bytes).toBeGreaterThan(13));
    publisher.socket.destroy();
    await vi.waitFor(async () => expect(await states()).toEqual(['away']));
    await acts.ended();
    const [row] = await service.newest();
    const other = serviceOn({ now: () => new Date() });
    await other.endById(row?.id ?? '', { revokesKey: false }, async () => undefined);
    const again = await publishAs(port, key);
    await answered(again, 'NetStream.Publish.BadName');
    await again.closed;
    expect(await states()).toEqual(['away']);
  });

  it('is known by the network of its publisher for a month after its end', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    await begun(key);
    expect((await service.newest())[0]?.network).toBe('127.0.0.0/24');
    await service.end(CHANNEL);
    await service.purge();
    expect((await service.newest())[0]?.network).toBe('127.0.0.0/24');
    const later = createMovableClock();
    later.moveTo(new Date(Date.now() + 31 * 86_400_000));
    await serviceOn(later).purge();
    expect((await service.newest())[0]?.network).toBeNull();
  });

  it('without a picture leaves nothing', async () => {
    const key = await service.rotateKey(CHANNEL, 'lekgotla');
    await begun(key);
    await service.end(CHANNEL);
    expect([ingested, videos, await readdir(folder)]).toEqual([[], [], []]);
    expect(await states()).toEqual(['ended']);
  });

  it('ends when its recording is as large as it may become', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    const publisher = await begun(key);
    for (let part = 0; part < 11; part++)
      publisher.sends(MESSAGE.video, Buffer.concat([PICTURE, Buffer.alloc(10_000)]));
    await publisher.closed;
    await vi.waitFor(() => expect(ingested).toHaveLength(1));
  });

  it('that a killed process left is finalised by the next one, whose job done removes it', async () => {
    await service.rotateKey(CHANNEL, 'lekgotla');
    const id = newId();
    const tag = flvTag({ type: MESSAGE.video, timestamp: 0, payload: PICTURE }, 0);
    await writeFile(join(folder, `${id}.flv`), Buffer.concat([FLV_HEAD, tag]));
    const seenAt = new Date(Date.now() - 300_000);
    const bytes = FLV_HEAD.length + tag.length;
    await createLiveIngestRepository(open.db).begin({
      id,
      liveChannelId: CHANNEL,
      state: 'live',
      startedAt: seenAt,
      seenAt,
      bytes,
      publishers: 1,
    });
    const next = serviceOn(createMovableClock());
    await next.sweep();
    expect([ingested.length, videos.length]).toEqual([1, 1]);
    const [row] = await next.newest();
    jobs.set(row?.jobId ?? '', { state: 'done' });
    await next.sweep();
    expect(existsSync(ingested[0]?.file ?? '')).toBe(false);
  });
});

it('a recording has no gap where the times of its publisher jump', () => {
  const timeline = createFlvTimeline();
  timeline.begin();
  const times = [4_000_000_000, 4_000_000_040, 4_290_000_000, 4_290_000_040, 40];
  expect(times.map((timestamp) => timeline.timeOf({ timestamp }))).toEqual([0, 40, 80, 120, 160]);
});

describe('a stranger', () => {
  it('who speaks no RTMP, or sends much without a key, is dropped', async () => {
    const strangers = [
      Buffer.from('GET / HTTP/1.1\r\n\r\n'),
      Buffer.concat([Buffer.from([3]), Buffer.alloc(20_000)]),
    ];
    for (const bytes of strangers) {
      const publisher = await publishAs(port, 'x'.repeat(300));
      publisher.socket.write(bytes);
      await publisher.closed;
    }
    expect(await readdir(folder)).toEqual([]);
  });

  it('has four connections at most', async () => {
    const { connect } = await import('node:net');
    const sockets = Array.from({ length: 6 }, () => connect(port, '127.0.0.1'));
    for (const socket of sockets) socket.on('error', () => undefined);
    await vi.waitFor(() => expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(2));
    for (const socket of sockets) socket.destroy();
  });

  it('who publishes above the bit rate is cut off', async () => {
    const key = await service.rotateKey(CHANNEL, null);
    const publisher = await begun(key);
    for (let part = 0; part < 70; part++)
      publisher.sends(MESSAGE.data, Buffer.concat([PICTURE, Buffer.alloc(100_000)]));
    await publisher.closed;
  });
});
