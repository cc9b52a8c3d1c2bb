import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { ChildJobError } from '@bonisa/kit/processes/child-job';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOf, type Packaged } from '../asset.ts';
import { CaptionsError } from '../captions/webvtt.ts';
import { createMediaRepository, type MediaRepository } from '../media.repository.ts';
import { mediaAssets, mediaIngestJobs } from '../media.tables.ts';
import { createMediaStore, type MediaStore } from '../store.ts';
import { createIngestService, type IngestDependencies } from './ingest.service.ts';
import type { PackageSource, ReadyAsset } from './ingest-worker.ts';
import { localSources, shortRest } from './local-source.test-kit.ts';

const PACKAGED: Packaged = {
  durationMs: 2000,
  renditions: [
    {
      height: 240,
      pixelWidth: 426,
      pixelHeight: 240,
      frameRate: 25,
      codecs: 'avc1.640015,mp4a.40.2',
      bandwidth: 200_000,
      averageBandwidth: 190_000,
      bytes: 50_000,
      segments: [{ start: 0, duration: 2, bytes: 49_000 }],
    },
  ],
};
const ENGLISH = {
  language: 'en-ZA',
  label: 'English',
  vtt: 'WEBVTT\n\n00:00.000 --> 00:01.000\nSawubona',
};

/** What the film of the first test has inside, one of them in the language of {@link ENGLISH}. */
const INSIDE = [
  { language: 'en-za', label: 'English inside', vtt: 'WEBVTT' },
  { language: 'zu', label: 'isiZulu', vtt: 'WEBVTT of the film' },
];

let open: OpenDatabase;
let repository: MediaRepository;
let folder: string;
let store: MediaStore;
let source: string;
const ready: ReadyAsset[] = [];

const packageOne: PackageSource = async ({ folder: to }, { onProgress }) => {
  onProgress(0.5);
  await mkdir(join(to, '240p'));
  await writeFile(join(to, '240p', '0.m4s'), 'media');
  return PACKAGED;
};

async function textOf(assetId: string, path: string): Promise<string | undefined> {
  const asset = await repository.asset(assetId);
  return asset && (await store.read(filesOf(asset), path))?.toString();
}

const services: { stop(): Promise<void> }[] = [];
function createService(packageSource: PackageSource, more: Partial<IngestDependencies> = {}) {
  const service = createIngestService({
    newId,
    withSource: localSources,
    rest: shortRest,
    repository,
    store,
    clock: { now: () => new Date('2026-11-20T14:00:00Z') },
    logger: pino({ level: 'silent' }),
    packageSource,
    alone: true,
    pollMs: 20,
    onReady: async (asset) => void ready.push(asset),
    ...more,
  });
  services.push(service);
  return service;
}

beforeAll(async () => {
  open = await createTestDatabase();
  repository = createMediaRepository(open.db);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-ingest-'));
  source = join(folder, 'source.mp4');
  await writeFile(source, 'a source');
});
beforeEach(async () => {
  store = createMediaStore({
    files: createFolderStore(join(folder, 'files')),
    staging: join(folder, 'staging'),
  });
  await store.open();
  ready.length = 0;
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
  await open.db.delete(mediaIngestJobs);
  await open.db.delete(mediaAssets);
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

describe('ingest', () => {
  it('packages a source, stores its captions and those inside it, and notifies the other capabilities', async () => {
    const packageFilm = async (...to: Parameters<PackageSource>) => {
      return { ...(await packageOne(...to)), captions: INSIDE };
    };
    const service = createService(packageFilm);
    await service.start();
    const film = { file: source, title: 'A clip', captions: [ENGLISH] };
    const { jobId, assetId } = await service.ingest(film);
    expect(await service.finished(jobId)).toMatchObject({
      state: 'done',
      progress: 1,
      attempts: 1,
      effort: 'thorough',
    });
    expect(await service.asset(assetId)).toMatchObject({
      state: 'ready',
      durationMs: 2000,
      captions: [
        { language: 'en-ZA', label: 'English' },
        { language: 'zu', label: 'isiZulu' },
      ],
    });
    expect(await textOf(assetId, 'captions/zu.vtt')).toBe('WEBVTT of the film');
    expect(await textOf(assetId, '240p/0.m4s')).toBe('media');
    expect(await textOf(assetId, 'captions/en-za.vtt')).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nSawubona\n',
    );
    await vi.waitFor(
      () =>
        expect(ready).toMatchObject([
          {
            id: assetId,
            durationMs: 2000,
            // The response headers of its two files count too.
            renditions: [{ height: 240, bytes: 50_500 }],
            captions: ['en-ZA', 'zu'],
          },
        ]),
      { timeout: 60_000 },
    );
  });

  it('packages one source at a time, in order of arrival', async () => {
    let atOnce = 0;
    const files: string[] = [];
    const service = createService(async (task, control) => {
      files.push(task.file);
      atOnce++;
      expect(atOnce).toBe(1);
      const packaged = await packageOne(task, control);
      atOnce--;
      return packaged;
    });
    await service.start();
    const names = ['a', 'b', 'c'].map((name) => join(folder, name));
    const queued = [];
    for (const file of names) {
      await writeFile(file, file);
      queued.push(await service.ingest({ file, title: file }));
    }
    for (const { jobId } of queued)
      expect(await service.finished(jobId)).toMatchObject({ state: 'done' });
    expect(files).toEqual(names);
    expect(await service.jobs({ state: 'active' })).toEqual([]);
    expect(await service.jobs({ state: 'done' })).toHaveLength(3);
  });

  it('names a failure, leaves no partial asset and retries under the same reference', async () => {
    const failing = createService(() =>
      Promise.reject(new ChildJobError('no_video', 'the file has no picture track')),
    );
    await failing.start();
    const first = await failing.ingest({ file: source, title: 'A clip', reference: 'demo:a' });
    expect(await failing.finished(first.jobId)).toMatchObject({
      state: 'failed',
      errorCode: 'no_video',
      errorText: 'the file has no picture track',
    });
    expect(await failing.asset(first.assetId)).toMatchObject({ state: 'failed' });
    expect(await textOf(first.assetId, '240p/0.m4s')).toBeUndefined();
    expect(await readdir(join(folder, 'staging'))).toEqual([]);
    expect(ready).toEqual([]);
    // Else it may take the second job too.
    await failing.stop();

    const service = createService(packageOne);
    await service.start();
    const second = await service.ingest({ file: source, title: 'A clip', reference: 'demo:a' });
    expect(second.assetId).toBe(first.assetId);
    expect(await service.finished(second.jobId)).toMatchObject({ state: 'done' });
    const third = await service.ingest({ file: source, title: 'A clip', reference: 'demo:a' });
    expect(third).toEqual(second);
  });

  it('refuses malformed captions before it queues a job, and names a missing source', async () => {
    const service = createService(packageOne);
    await service.start();
    await expect(
      service.ingest({ file: source, title: 'x', captions: [{ ...ENGLISH, vtt: 'no' }] }),
    ).rejects.toThrow(CaptionsError);
    expect(await service.jobs({ state: 'active' })).toEqual([]);
    const { jobId } = await service.ingest({ file: join(folder, 'gone.mp4'), title: 'x' });
    expect(await service.finished(jobId)).toMatchObject({
      state: 'failed',
      errorCode: 'source_missing',
    });
  });

  it('tries again when the encoder is killed, and names that after three attempts', async () => {
    let attempts = 0;
    const killed = new ChildJobError('crashed', 'the child process ended by SIGKILL');
    const service = createService(async (task, control) => {
      attempts += 1;
      if (attempts < 3) throw killed;
      return await packageOne(task, control);
    });
    await service.start();
    const survived = await service.ingest({ file: source, title: 'A clip' });
    expect(await service.finished(survived.jobId)).toMatchObject({ state: 'done', attempts: 3 });
    attempts = -10;
    const given = await service.ingest({ file: source, title: 'A clip' });
    expect(await service.finished(given.jobId)).toMatchObject({
      state: 'failed',
      attempts: 3,
      errorCode: 'crashed',
      errorText: 'the child process ended by SIGKILL',
    });
    expect(attempts).toBe(-7);
  });

  it('marks an asset ready even when the other capabilities cannot be notified', async () => {
    const service = createService(packageOne, { onReady: () => Promise.reject(new Error('busy')) });
    await service.start();
    const { jobId } = await service.ingest({ file: source, title: 'x' });
    expect(await service.finished(jobId)).toMatchObject({ state: 'done' });
  });
});

describe('ingest after a restart', () => {
  it('continues the job of a killed process', async () => {
    const killed = createService(() => new Promise<Packaged>(() => undefined));
    await killed.start();
    const { jobId, assetId } = await killed.ingest({ file: source, title: 'A clip' });
    await vi.waitFor(
      async () => expect(await repository.job(jobId)).toMatchObject({ state: 'running' }),
      { timeout: 60_000 },
    );
    await store.stageFile(assetId, '240p/0.m4s', Buffer.from('half'));
    services.length = 0;

    const service = createService(packageOne);
    await service.start();
    expect(await service.finished(jobId)).toMatchObject({ state: 'done', attempts: 2 });
    expect(await textOf(assetId, '240p/0.m4s')).toBe('media');
  });

  it('continues the job of a stopped process without counting an attempt', async () => {
    const untilStopped: PackageSource = (_task, { signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener('abort', () => reject(new ChildJobError('stopped', 'stopped'))),
      );
    const first = createService(untilStopped);
    await first.start();
    const { jobId } = await first.ingest({ file: source, title: 'A clip' });
    await vi.waitFor(
      async () => expect(await repository.job(jobId)).toMatchObject({ state: 'running' }),
      { timeout: 60_000 },
    );
    await first.stop();
    expect(await repository.job(jobId)).toMatchObject({ state: 'queued', attempts: 0 });

    const service = createService(packageOne);
    await service.start();
    expect(await service.finished(jobId)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('stops when the stop comes before packaging has begun', async () => {
    let packaging = false;
    const staging = Promise.withResolvers<void>();
    const service = createService(
      () => {
        packaging = true;
        return new Promise<Packaged>(() => undefined);
      },
      {
        store: {
          ...store,
          stage: async (assetId) => {
            void service.stop();
            staging.resolve();
            return await store.stage(assetId);
          },
        },
      },
    );
    await service.start();
    const { jobId } = await service.ingest({ file: source, title: 'A clip' });
    await staging.promise;
    await service.stop();
    expect(packaging).toBe(false);
    expect(await repository.job(jobId)).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('gives up on a source that ended the server repeatedly', async () => {
    const service = createService(packageOne);
    const { jobId } = await service.ingest({ file: source, title: 'A clip' });
    for (let i = 0; i < 3; i++) {
      await repository.claim(new Date(), new Date(0), newId());
      await repository.requeueAll();
    }
    await service.start();
    expect(await service.finished(jobId)).toMatchObject({ state: 'failed', errorCode: 'crashed' });
  });

  it("leaves a running job to its worker until the worker's heartbeat stops", async () => {
    const now = new Date('2026-11-20T14:00:00Z');
    const service = createService(packageOne, { alone: false });
    const { jobId } = await service.ingest({ file: source, title: 'A clip' });
    expect(await repository.claim(now, new Date(now.getTime() - 90_000), newId())).toMatchObject({
      id: jobId,
    });
    expect(await repository.claim(now, new Date(now.getTime() - 90_000), newId())).toBeUndefined();
    expect(await repository.claim(now, new Date(now.getTime() + 1), newId())).toMatchObject({
      id: jobId,
      attempts: 2,
    });
  });

  it('is not needed for a job that another process queued', async () => {
    const worker = createService(packageOne, { alone: false });
    await worker.start();
    const caller = createService(() => Promise.reject(new Error('this process does not work')), {
      alone: false,
    });
    const { jobId } = await caller.ingest({ file: source, title: 'A clip' });
    expect(await caller.finished(jobId)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('is not needed for the job of a worker that died: another process takes it over', async () => {
    let now = new Date('2026-11-20T14:00:00Z');
    const worker = createService(packageOne, { alone: false, clock: { now: () => now } });
    const { jobId } = await worker.ingest({ file: source, title: 'A clip' });
    await repository.claim(now, new Date(0), newId());
    await worker.start();
    now = new Date(now.getTime() + 44_000);
    await delay(100);
    expect(await repository.job(jobId)).toMatchObject({ state: 'running', attempts: 1 });
    now = new Date(now.getTime() + 2000);
    expect(await worker.finished(jobId)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('lets two processes work on different jobs at the same time', async () => {
    const started: string[] = [];
    const release = Promise.withResolvers<void>();
    const slow: PackageSource = async (task, control) => {
      started.push(task.file);
      await release.promise;
      return await packageOne(task, control);
    };
    const processes = [
      createService(slow, { alone: false }),
      createService(slow, { alone: false }),
    ] as const;
    const jobs = [];
    for (const name of ['one', 'two']) {
      const file = join(folder, name);
      await writeFile(file, name);
      jobs.push(await processes[0].ingest({ file, title: name }));
    }
    for (const process of processes) await process.start();
    await vi.waitFor(() => expect(started).toHaveLength(2), { timeout: 60_000 });
    expect(new Set(started).size).toBe(2);
    release.resolve();
    for (const { jobId } of jobs)
      expect(await processes[0].finished(jobId)).toMatchObject({ state: 'done', attempts: 1 });
  });
});
