// Live ingest sessions that a killed process left, as the next process of its folder finds them.
import { appendFileSync, WriteStream } from 'node:fs';
import { appendFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMovableClock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { DatabaseAwayError } from '@bonisa/kit/database/database-away';
import { FileStoreError, type StoredFile } from '@bonisa/kit/files/file-store';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FLV_HEAD, flvTag } from './flv.ts';
import { createLiveIngestRepository } from './live-ingest.repository.ts';
import { createLiveIngestService, type LiveIngestService } from './live-ingest.service.ts';
import { liveIngestSessions, streamKeys } from './live-ingest.tables.ts';
import { watchActs } from './live-ingest-acts.test-kit.ts';
import { createRecordingCopies, NO_COPIES, type RecordingCopies } from './recording-copies.ts';
import { MESSAGE } from './rtmp-chunks.ts';

const CHANNEL = 7;
const PICTURE = Buffer.from([0x17, 1, 0, 0, 0, 1, 2, 3]);
const logger = { info: () => undefined, error: (problem: unknown) => problems.push(problem) };
const problems: unknown[] = [];

let open: OpenDatabase;
let acts: ReturnType<typeof watchActs>;
let folder: string;
let ingested: { file: string; reference?: string }[];
/** Live ingest sessions that were taken off the air because their process was killed. */
let offAir: string[];
let storeProblem: Error | undefined;
let catalogueProblem: Error | undefined;
/** What a process notes of a live ingest session comes after its end, or never. */
let notesAreLost = false;
const started: LiveIngestService[] = [];

beforeAll(async () => {
  open = await createTestDatabase();
});
afterAll(() => open?.close());
beforeEach(async () => {
  await open.db.delete(liveIngestSessions);
  await open.db.delete(streamKeys);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-left-behind-'));
  acts = watchActs(createLiveIngestRepository(open.db));
  [ingested, offAir] = [[], []];
  [storeProblem, catalogueProblem] = [undefined, undefined];
  notesAreLost = false;
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((service) => service.stop()));
  await rm(folder, { recursive: true });
  expect(problems).toEqual([]);
});

/** A process of the folder, so many seconds later. */
function laterProcess(seconds: number, at = folder, copies = NO_COPIES): LiveIngestService {
  const clock = createMovableClock();
  clock.moveTo(new Date(Date.now() + seconds * 1000));
  const service = createLiveIngestService({
    repository: {
      ...acts.repository,
      ...(notesAreLost ? { note: async () => undefined } : {}),
    },
    ingest: {
      ingest: async (input) => {
        ingested.push(input);
        return { jobId: newId(), assetId: newId() };
      },
      job: async () => undefined,
      isSourceNeeded: async () => true,
    },
    share: async (file) => (storeProblem ? await Promise.reject(storeProblem) : file),
    copies,
    folder: at,
    addVideo: async () => {
      if (catalogueProblem) throw catalogueProblem;
    },
    titleOf: async () => 'Lekgotla Now',
    beginPicture: () => ({
      take: () => undefined,
      leave: () => undefined,
      finish: async () => undefined,
    }),
    closeParts: async (id) => void offAir.push(id),
    clock,
    newId,
    logger,
    limits: { mostBytes: 1_000_000, mostMs: 3_600_000, stopMs: 10_000 },
  });
  started.push(service);
  return service;
}

const message = (timestamp: number) => ({ type: MESSAGE.video, timestamp, payload: PICTURE });
/** What is packaged. */
const recorded = async () => await readFile(ingested[0]?.file ?? '');
/** The recording of two pictures, and what a killed process had stored of the third. */
const WHOLE = Buffer.concat([FLV_HEAD, ...[0, 40].map((time) => flvTag(message(time), time))]);
const TORN = Buffer.concat([WHOLE, flvTag(message(80), 80).subarray(0, 15)]);

/** Publishes two pictures into a process that is then killed in the middle of a third. */
async function killedSession(copies = NO_COPIES): Promise<{ key: string; id: string }> {
  const service = laterProcess(0, folder, copies);
  const key = await service.rotateKey(CHANNEL, null);
  const publication = await service.publish(key, () => undefined);
  for (const time of [0, 40]) publication?.take(message(time));
  const { id = '' } = (await service.newest())[0] ?? {};
  const file = join(folder, `${id}.flv`);
  await vi.waitFor(async () => expect((await readFile(file)).length).toBe(13 + 2 * 23));
  await acts.ended();
  await appendFile(file, flvTag(message(80), 80).subarray(0, 15));
  started.splice(0);
  return { key, id };
}

describe('a live ingest session that a killed process left', () => {
  it('is over: a publisher who comes back at once begins another one', async () => {
    const { key, id } = await killedSession();
    const next = laterProcess(8);
    expect(await next.publish(key, () => undefined)).toBeUndefined();
    await next.endLeft();
    expect(offAir).toEqual([id]);
    expect(await next.publish(key, () => undefined)).toBeDefined();
    expect((await next.newest()).map(({ state }) => state)).toEqual(['live', 'away']);
  });

  it('is finalised by the sweep, as far as it was stored', async () => {
    await killedSession();
    await laterProcess(8).endLeft();
    await laterProcess(37).sweep();
    expect(ingested).toEqual([]);
    const next = laterProcess(39);
    await next.sweep();
    expect(await recorded()).toEqual(TORN);
    expect((await next.newest()).map(({ state }) => state)).toEqual(['ended']);
  });

  it('is finalised by another machine, from the copies in the file store', async () => {
    const files = createFolderStore(join(folder, 'store'));
    const following: { stop(): Promise<void> }[] = [];
    const every5Ms = createRecordingCopies(files, (error) => problems.push(error), 5);
    const copies: RecordingCopies = {
      ...every5Ms,
      follow: (...recording) => {
        const one = every5Ms.follow(...recording);
        following.push(one);
        return one;
      },
    };
    const { id } = await killedSession(copies);
    const copied = async (): Promise<number> => {
      let bytes = 0;
      for await (const { size } of files.list('recordings')) bytes += size;
      return bytes;
    };
    await vi.waitFor(async () => expect(await copied()).toBe(13 + 2 * 23 + 15));
    // The death of its process.
    await Promise.all(following.map((one) => one.stop()));
    await createLiveIngestRepository(open.db).note(id, { state: 'live', bytes: 59 }, new Date());
    const shared = createRecordingCopies(files, () => undefined);
    const [one, other] = ['one', 'other'].map((name) =>
      laterProcess(31, join(folder, name), shared),
    );
    await laterProcess(29, join(folder, 'early'), copies).sweep();
    expect(ingested).toEqual([]);
    await Promise.all([one?.sweep(), other?.sweep()]);
    expect(ingested).toHaveLength(1);
    expect(await recorded()).toEqual(TORN);
    expect((await one?.newest())?.[0]?.state).toBe('ended');
    expect(await copied()).toBe(0);
  });

  it.each([
    ['does not answer', () => Promise.reject(new FileStoreError('away', 'it answers 503'))],
    ['misses a piece', async () => undefined],
    ['has half a piece', async () => ({ bytes: Buffer.alloc(3) }) as StoredFile],
  ])('waits in the store that %s, and is then fetched once and whole', async (_, fails) => {
    const { id, key } = await killedSession();
    const files = createFolderStore(join(folder, 'store'));
    const bytes = await readFile(join(folder, `${id}.flv`));
    const [first, second] = ['00000000000000', '00000000000036'];
    await files.put(`recordings/${id}/${first}`, bytes.subarray(0, 36));
    await files.put(`recordings/${id}/${second}`, bytes.subarray(36));
    await createLiveIngestRepository(open.db).note(id, { state: 'live', bytes: 59 }, new Date());
    const read: string[] = [];
    let isFailing = true;
    const failing: typeof files = {
      ...files,
      read: async (key) => {
        const piece = key.split('/').at(-1) ?? '';
        read.push(piece);
        return isFailing && piece === second ? await fails() : await files.read(key);
      },
    };
    const copies = createRecordingCopies(failing, () => undefined);
    const processAt = (seconds: number, name: string) =>
      laterProcess(seconds, join(folder, name), copies);
    await processAt(31, 'one')
      .sweep()
      .catch((error) => problems.push(error));
    expect(problems.splice(0)).toHaveLength(1);
    expect([ingested, await readdir(join(folder, 'one'))]).toEqual([[], []]);
    // Its channel does not wait for it.
    expect(await processAt(32, 'one').publish(key, () => undefined)).toBeDefined();
    expect(read.splice(0)).toEqual([first, second]);
    isFailing = false;
    await Promise.all([processAt(333, 'one').sweep(), processAt(333, 'other').sweep()]);
    expect(read).toEqual([first, second]);
    expect(await recorded()).toEqual(TORN);
  });

  it('is not taken for whole where another process was killed while it fetched it', async () => {
    const { id } = await killedSession();
    const files = createFolderStore(join(folder, 'store'));
    const bytes = await readFile(join(folder, `${id}.flv`));
    await files.put(`recordings/${id}/00000000000000`, bytes);
    await createLiveIngestRepository(open.db).note(id, { state: 'live', bytes: 59 }, new Date());
    const other = join(folder, 'other');
    await mkdir(other);
    for (const name of [id, 'former']) await writeFile(join(other, `${name}.flv.part`), 'torn');
    const copies = createRecordingCopies(files, () => undefined);
    await laterProcess(31, other, copies).sweep();
    expect(await recorded()).toEqual(TORN);
    await laterProcess(31, other, copies).clear();
    expect(await readdir(other)).toEqual([`${id}.flv`]);
  });

  it('ends in a process that stood still while another one let a publisher in', async () => {
    const frozen = laterProcess(0);
    const key = await frozen.rotateKey(CHANNEL, null);
    const closed: string[] = [];
    const publication = await frozen.publish(key, (why) => closed.push(why));
    publication?.take(message(0));
    const other = laterProcess(31, await mkdtemp(join(folder, 'other-')));
    expect(await laterProcess(29).publish(key, () => undefined)).toBeUndefined();
    expect(await other.publish(key, () => undefined)).toBeDefined();
    await vi.waitFor(
      () => {
        if (closed.length === 0) publication?.take(message(40));
        expect(closed[0]).toBe('another process has taken the channel over');
      },
      { timeout: 10_000, interval: 50 },
    );
    await vi.waitFor(async () =>
      expect((await other.newest()).map(({ state }) => state)).toEqual(['live', 'ended']),
    );
    expect(ingested).toHaveLength(1);
  });

  it('stays for the process in whose folder its recording lies', async () => {
    const { id } = await killedSession();
    const elsewhere = laterProcess(300, join(folder, 'other'));
    await elsewhere.endLeft();
    await createLiveIngestRepository(open.db).note(id, { state: 'live', bytes: 59 }, new Date());
    await elsewhere.sweep();
    expect([ingested, (await elsewhere.newest())[0]?.state]).toEqual([[], 'live']);
    await laterProcess(8 * 86_400, join(folder, 'other')).sweep();
    expect((await elsewhere.newest())[0]?.state).toBe('failed');
  });
});

describe('a recording that cannot be finalised when its live ingest session ends', () => {
  /**
   * A live ingest session of two pictures that ends in a process while the store or catalogue is
   * away.
   */
  async function endedSession(recordTo: string | null = null) {
    const service = laterProcess(0);
    const key = await service.rotateKey(CHANNEL, recordTo);
    const publication = await service.publish(key, () => undefined);
    for (const time of [0, 40]) publication?.take(message(time));
    await service.end(CHANNEL);
    expect(problems.splice(0)).toHaveLength(1);
    return { service, key };
  }

  it('waits for the file store, is finalised whole by its own process, and blocks nobody', async () => {
    storeProblem = new FileStoreError('away', 'the store does not answer');
    const { service, key } = await endedSession();
    const id = (await service.newest())[0]?.id;
    // What was noted while it ended arrives late.
    const late = { state: 'live', bytes: 1 } as const;
    await createLiveIngestRepository(open.db).note(id ?? '', late, new Date());
    expect((await service.newest())[0]).toMatchObject({ state: 'away', jobId: null });
    expect(await service.publish(key, () => undefined)).toBeDefined();
    // Another machine has part of it: it leaves it to the one that has the whole.
    const copied = {
      ...NO_COPIES,
      has: async () => true,
      fetch: () => Promise.reject(new Error('part of it')),
    };
    await laterProcess(100, join(folder, 'other'), copied).sweep();
    const later = laterProcess(31);
    await later.sweep();
    expect(problems.splice(0)).toHaveLength(1);
    storeProblem = undefined;
    await laterProcess(62).sweep();
    expect(await recorded()).toEqual(WHOLE);
    expect((await service.newest()).find((one) => one.id === id)?.state).toBe('ended');
  });

  it('waits for its own process where no note of its size was written before its end', async () => {
    storeProblem = new FileStoreError('away', 'the store does not answer');
    notesAreLost = true;
    await endedSession();
    await laterProcess(100, join(folder, 'other')).sweep();
    storeProblem = undefined;
    await laterProcess(31).sweep();
    expect(await recorded()).toEqual(WHOLE);
  });

  it('is finalised again where its video could not be made, by the same reference', async () => {
    catalogueProblem = new DatabaseAwayError(new Error('connection lost'));
    const { service } = await endedSession('grtv');
    catalogueProblem = undefined;
    await laterProcess(31).sweep();
    expect(new Set(ingested.map(({ reference }) => reference)).size).toBe(1);
    expect((await service.newest())[0]?.state).toBe('ended');
  });

  it('is finalised as far as it was written where its disk was full before its end', async () => {
    const service = laterProcess(0);
    const key = await service.rotateKey(CHANNEL, null);
    const publication = await service.publish(key, () => undefined);
    for (const time of [0, 40]) publication?.take(message(time));
    const file = join(folder, `${(await service.newest())[0]?.id}.flv`);
    await vi.waitFor(async () => expect((await readFile(file)).length).toBe(13 + 2 * 23));
    const full = vi.spyOn(WriteStream.prototype, '_write').mockImplementation((bytes, _, done) => {
      appendFileSync(file, bytes.subarray(0, 7));
      done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    });
    publication?.take(message(80));
    await service.end(CHANNEL);
    full.mockRestore();
    expect(problems.splice(0)).toHaveLength(1);
    expect((await recorded()).subarray(0, WHOLE.length)).toEqual(WHOLE);
    expect((await service.newest())[0]?.state).toBe('ended');
  });

  it('has failed where its disk took none of its pictures', async () => {
    const noSpace = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    vi.spyOn(WriteStream.prototype, '_write').mockImplementation((_, __, done) => done(noSpace));
    // What is written before the file is open is one write.
    vi.spyOn(WriteStream.prototype, '_writev').mockImplementation((_, done) => done(noSpace));
    const service = laterProcess(0);
    const key = await service.rotateKey(CHANNEL, null);
    (await service.publish(key, () => undefined))?.take(message(0));
    await vi.waitFor(() => expect(problems).toHaveLength(1));
    await service.end(CHANNEL);
    vi.restoreAllMocks();
    expect(problems.splice(0)).toHaveLength(2);
    expect([ingested, (await service.newest())[0]?.state]).toEqual([[], 'failed']);
  });

  it('waits where an upload of it broke off, and its parts could not be removed', async () => {
    const away = new FileStoreError('away', 'the store does not answer');
    storeProblem = new AggregateError([away, new Error('not removed')]);
    await endedSession();
    storeProblem = undefined;
    await laterProcess(31).sweep();
    expect(await recorded()).toEqual(WHOLE);
  });

  it('has failed where no repetition would help', async () => {
    storeProblem = new Error('no such file');
    const [ended] = await (await endedSession()).service.newest();
    expect(ended).toMatchObject({ state: 'failed' });
  });
});
