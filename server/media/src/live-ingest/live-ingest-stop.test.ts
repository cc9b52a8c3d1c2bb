// A stop of a process whose file store is slow ends in time, and loses no recording.
import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMovableClock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { newId } from '@bonisa/kit/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveIngestRepository } from './live-ingest.repository.ts';
import {
  createLiveIngestService,
  type LiveIngestService,
  type LiveIngestServiceDependencies,
} from './live-ingest.service.ts';
import { liveIngestSessions, streamKeys } from './live-ingest.tables.ts';
import { NO_COPIES } from './recording-copies.ts';
import { MESSAGE } from './rtmp-chunks.ts';

const CHANNEL = 7;
const PICTURE = Buffer.from([0x17, 1, 0, 0, 0, 1, 2, 3]);
const STOP_MS = 10_000;
const NEVER = new Promise<never>(() => undefined);

let open: OpenDatabase;
let folder: string;
let finalised: { file: string; reference?: string }[];
/** The copy into the file store of the process that stops. */
let upload: PromiseWithResolvers<string>;
let brokenOff: boolean;
/** Resolves when the stop has come to what does not end. */
let reached: PromiseWithResolvers<void>;

beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open?.close());
beforeEach(async () => {
  await open.db.delete(liveIngestSessions);
  await open.db.delete(streamKeys);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-live-ingest-stop-'));
  [finalised, upload, brokenOff] = [[], Promise.withResolvers(), false];
  reached = Promise.withResolvers();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A process, so many seconds later. */
function processAt(
  seconds: number,
  changed: Partial<LiveIngestServiceDependencies> = {},
): LiveIngestService {
  const clock = createMovableClock();
  clock.moveTo(new Date(Date.now() + seconds * 1000));
  return createLiveIngestService({
    repository: createLiveIngestRepository(open.db),
    ingest: {
      ingest: async (input) => {
        finalised.push(input);
        return { jobId: newId(), assetId: newId() };
      },
      job: async () => undefined,
      isSourceNeeded: async () => true,
    },
    share: async (file) => file,
    copies: NO_COPIES,
    folder,
    addVideo: async () => undefined,
    titleOf: async () => 'Lekgotla Now',
    beginPicture: () => ({
      take: () => undefined,
      leave: () => undefined,
      finish: async () => undefined,
    }),
    closeParts: async () => undefined,
    clock,
    newId,
    logger: { info: () => undefined, error: () => undefined },
    limits: { mostBytes: 1_000_000, mostMs: 3_600_000, stopMs: STOP_MS },
    ...changed,
  });
}

/** Lets the time of a stop pass once it has come to what does not end. */
async function inTime(stop: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const ended = stop();
  await reached.promise;
  vi.advanceTimersByTime(STOP_MS);
  await ended;
  vi.useRealTimers();
}

/** A process that takes a live ingest session, and copies its recording into a slow file store. */
async function ingested(
  changed: Partial<LiveIngestServiceDependencies> = {},
): Promise<LiveIngestService> {
  const service = processAt(0, {
    share: (_file, _name, signal) => {
      reached.resolve();
      signal.addEventListener('abort', () => {
        brokenOff = true;
      });
      return upload.promise;
    },
    ...changed,
  });
  const key = await service.rotateKey(CHANNEL, null);
  const publication = await service.publish(key, () => undefined);
  publication?.take({ type: MESSAGE.video, timestamp: 0, payload: PICTURE });
  return service;
}

/** Such a process that stops meanwhile; returns the live ingest session. */
async function stopped(changed: Partial<LiveIngestServiceDependencies> = {}): Promise<string> {
  const service = await ingested(changed);
  await inTime(() => service.stop());
  return (await service.newest())[0]?.id ?? '';
}

/** Starts the next process of the folder, and lets its first sweep that finds something come. */
async function restarted(): Promise<void> {
  await processAt(1).endLeft();
  await processAt(40).sweep();
}

const rowOf = (id: string) => createLiveIngestRepository(open.db).byId(id);

describe('a process that stops while a recording is finalised', () => {
  it('ends in time, and the next process of its folder finalises the recording once', async () => {
    const id = await stopped();
    expect(brokenOff).toBe(true);
    expect(await rowOf(id)).toMatchObject({
      state: 'away',
      jobId: null,
      bytes: expect.any(Number),
      endedAt: expect.any(Date),
    });
    expect(finalised).toEqual([]);
    await restarted();
    await processAt(80).sweep();
    expect(finalised).toHaveLength(1);
    expect((await readFile(finalised[0]?.file ?? '')).includes(PICTURE)).toBe(true);
    expect(await rowOf(id)).toMatchObject({ state: 'ended' });
  });

  it('leaves it to another machine, which finalises its copies after five minutes', async () => {
    const id = await stopped();
    const elsewhere = await mkdtemp(join(folder, 'elsewhere-'));
    const copies = {
      ...NO_COPIES,
      has: async () => true,
      fetch: (_: string, file: string) => copyFile(join(folder, `${id}.flv`), file),
    };
    await processAt(290, { folder: elsewhere, copies }).sweep();
    expect(finalised).toEqual([]);
    await processAt(310, { folder: elsewhere, copies }).sweep();
    expect(finalised).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'ended' });
  });

  it.each([
    ['fails', () => upload.reject(new Error('the connection was closed')), 0],
    ['succeeds', () => upload.resolve('stored:late'), 1],
  ])('does not lose it where the upload %s in its last moment', async (_what, ends, before) => {
    const id = await stopped();
    ends();
    await vi.waitFor(() => expect(finalised).toHaveLength(before));
    expect((await rowOf(id))?.state).not.toBe('failed');
    await restarted();
    // The job of a recording is found by its reference.
    expect(new Set(finalised.map(({ reference }) => reference)).size).toBe(1);
    expect(await rowOf(id)).toMatchObject({ state: 'ended', jobId: expect.any(String) });
  });

  it('finalises it before it ends where the store is fast', async () => {
    upload.resolve('stored:at-once');
    const service = await ingested();
    await service.stop();
    expect([finalised.length, brokenOff]).toEqual([1, false]);
    expect(await service.newest()).toMatchObject([{ state: 'ended' }]);
  });

  it('ends in time also where a live picture does not leave the air', async () => {
    const stop = vi.fn(async () => undefined);
    const isWritten = async (): Promise<boolean> => {
      const [row] = await createLiveIngestRepository(open.db).newest();
      const file = await readFile(join(folder, `${row?.id}.flv`)).catch(() => Buffer.alloc(0));
      return row?.state === 'away' && file.includes(PICTURE);
    };
    const id = await stopped({
      beginPicture: () => ({
        take: () => undefined,
        leave: () => undefined,
        finish: async () => {
          while ((await isWritten()) === false);
          reached.resolve();
          return await NEVER;
        },
      }),
      copies: { ...NO_COPIES, follow: () => ({ stop }) },
    });
    expect(stop).toHaveBeenCalledOnce();
    await appendFile(join(folder, `${id}.flv`), 'torn');
    await restarted();
    expect(finalised).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'ended' });
  });

  it('leaves one that a person has ended just before, too', async () => {
    const service = await ingested();
    const ended = service.end(CHANNEL);
    await inTime(() => service.stop());
    expect(brokenOff).toBe(true);
    expect(await service.newest()).toMatchObject([{ state: 'away', endedAt: expect.any(Date) }]);
    upload.reject(new Error('broken off'));
    await ended;
    await restarted();
    expect(finalised).toHaveLength(1);
    expect(await service.newest()).toMatchObject([{ state: 'ended' }]);
  });

  it('does not wait for what the sweep finalises', async () => {
    const id = await stopped();
    reached = Promise.withResolvers();
    const share = () => {
      reached.resolve();
      return NEVER;
    };
    const sweeping = processAt(40, { share });
    await inTime(() => sweeping.stop(sweeping.sweep()));
    await processAt(80).sweep();
    expect(finalised).toHaveLength(1);
    expect(await rowOf(id)).toMatchObject({ state: 'ended' });
  });
});

describe('a recording that takes long to store after its end', () => {
  it('is left to its process, and stored once', async () => {
    const elsewhere = await mkdtemp(join(folder, 'elsewhere-'));
    let shared = 0;
    const service = await ingested({
      share: () => {
        shared++;
        reached.resolve();
        return upload.promise;
      },
    });
    const [row] = await service.newest();
    const silent = new Date(Date.now() - 35_000);
    await createLiveIngestRepository(open.db).continueWith(row?.id ?? '', null, silent);
    const ended = service.end(CHANNEL);
    await reached.promise;
    const copies = { ...NO_COPIES, has: async () => true };
    await processAt(5, { folder: elsewhere, copies }).sweep();
    await service.sweep();
    expect([finalised, shared]).toEqual([[], 1]);
    upload.resolve('stored:late');
    await ended;
    expect(finalised).toHaveLength(1);
    expect(await service.newest()).toMatchObject([{ state: 'ended' }]);
  });
});

it('a publisher whose live ingest session begins while the process stops is not let in', async () => {
  const begins = Promise.withResolvers<void>();
  const repository = createLiveIngestRepository(open.db);
  const service = processAt(0, {
    repository: {
      ...repository,
      begin: async (row) => {
        await repository.begin(row);
        reached.resolve();
        await begins.promise;
      },
    },
  });
  const key = await service.rotateKey(CHANNEL, null);
  const published = service.publish(key, () => undefined);
  await reached.promise;
  await service.stop();
  begins.resolve();
  expect(await published).toBeUndefined();
  expect(await service.newest()).toMatchObject([{ state: 'ended' }]);
  expect(await service.publish(key, () => undefined)).toBeUndefined();
});
