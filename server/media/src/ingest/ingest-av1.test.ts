import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { ChildJobError } from '@bonisa/kit/processes/child-job';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { filesOf } from '../asset.ts';
import { createMediaRepository, type MediaRepository } from '../media.repository.ts';
import { mediaAssets, mediaIngestJobs } from '../media.tables.ts';
import { testRendition } from '../ready-asset.test-kit.ts';
import { createMediaStore, type MediaStore } from '../store.ts';
import { createIngestService, type IngestService } from './ingest.service.ts';
import type { PackageSource } from './ingest-worker.ts';
import { localSources, shortRest } from './local-source.test-kit.ts';

let open: OpenDatabase;
let repository: MediaRepository;
let store: MediaStore;
let folder: string;
let source: string;
let service: IngestService;
/** What happened, in order. */
let events: string[];

beforeAll(async () => {
  open = await createTestDatabase();
  repository = createMediaRepository(open.db);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-av1-'));
  const files = createFolderStore(join(folder, 'files'));
  store = createMediaStore({ files, staging: join(folder, 'staging') });
  await store.open();
  source = join(folder, 'source.mp4');
  await writeFile(source, 'a source');
});
afterEach(async () => {
  await service.stop();
  await open.db.delete(mediaIngestJobs);
  await open.db.delete(mediaAssets);
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

/** Packages into one file that says in which codec. */
const packageOne: PackageSource = async ({ folder: to, beside }) => {
  const codec = beside ? 'av1' : 'h264';
  events.push(codec);
  await mkdir(join(to, '360p'));
  await writeFile(join(to, '360p', '0.m4s'), codec);
  return { durationMs: 2000, renditions: [testRendition(beside ? 600 : 1000)] };
};

function createService(packageSource: PackageSource): IngestService {
  events = [];
  service = createIngestService({
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
    makesAv1: true,
    onReady: async ({ renditions }) => void events.push(`ready: ${renditions.length}`),
    onAv1: async (id) => {
      const [job] = await repository.jobs(['running']);
      events.push(`told: ${job?.codec}, ${(await repository.asset(id))?.av1?.renditions.length}`);
    },
  });
  return service;
}

/** The job that follows the one that made an asset. */
async function jobOfAv1(assetId: string) {
  const jobs = await repository.jobs(['queued', 'running', 'done', 'failed']);
  return jobs.find((job) => job.assetId === assetId && job.codec === 'av1');
}

async function ended(assetId: string) {
  const job = await expect
    .poll(() => jobOfAv1(assetId))
    .toBeDefined()
    .then(() => jobOfAv1(assetId));
  return await service.finished(job?.id ?? '');
}

it('makes AV1 after all assets that wait can be watched, and tells before it is done', async () => {
  createService(packageOne);
  const titles = ['First', 'Second'];
  const queued = await Promise.all(titles.map((title) => service.ingest({ file: source, title })));
  await service.start();
  for (const { assetId } of queued) expect(await ended(assetId)).toMatchObject({ state: 'done' });
  expect(events).toEqual([
    ...['h264', 'ready: 1', 'h264', 'ready: 1'],
    ...['av1', 'told: av1, 1', 'av1', 'told: av1, 1'],
  ]);
  const asset = await repository.asset(queued[0]?.assetId ?? '');
  if (!asset?.av1?.filesId) throw new Error('there are no AV1 renditions');
  expect((await store.read(filesOf(asset), '360p/0.m4s'))?.toString()).toBe('h264');
  expect((await store.read(asset.av1.filesId, '360p/0.m4s'))?.toString()).toBe('av1');
  expect(await service.isSourceNeeded(source)).toBe(false);
});

it('leaves an asset ready, and its first job the newest, when its AV1 fails', async () => {
  createService(async (task, control) => {
    if (!task.beside) return await packageOne(task, control);
    expect(await service.isSourceNeeded(source)).toBe(true);
    expect(task.beside).toMatchObject([{ height: 360, segments: [{ duration: 2 }] }]);
    throw new ChildJobError('qualities_differ', 'another film');
  });
  await service.start();
  const input = { file: source, title: 'A clip', reference: 'a-clip' };
  const { assetId, jobId } = await service.ingest(input);
  expect(await ended(assetId)).toMatchObject({ state: 'failed', errorCode: 'qualities_differ' });
  expect(await service.asset(assetId)).toMatchObject({ state: 'ready', av1: null });
  expect(await service.ingest(input)).toEqual({ assetId, jobId });
});

it('keeps the files that an asset uses when a later attempt at AV1 fails', async () => {
  createService((task, control) =>
    task.beside
      ? Promise.reject(new ChildJobError('damaged', 'broken'))
      : packageOne(task, control),
  );
  const { assetId } = await service.ingest({ file: source, title: 'A clip' });
  const now = new Date('2026-11-20T13:00:00Z');
  const first = await repository.claim(now, now, newId());
  if (!first) throw new Error('no job');
  const following = { id: newId(), file: source, effort: 'quick' as const };
  await repository.succeed(first, { durationMs: 1, renditions: [] }, [], now, following);
  // A worker that gave the asset its AV1 renditions and died before the end.
  const dead = newId();
  const claimed = await repository.claim(now, now, dead);
  if (claimed?.codec !== 'av1') throw new Error('no job of AV1');
  await mkdir(join(await store.stage(dead), '360p'));
  await store.stageFile(dead, '360p/0.m4s', Buffer.from('av1'));
  await store.publish(dead);
  await repository.putAv1(claimed, { filesId: dead, renditions: [testRendition()] }, now);
  await service.start();
  expect(await service.finished(following.id)).toMatchObject({ state: 'failed' });
  expect(await service.asset(assetId)).toMatchObject({ av1: { filesId: dead } });
  expect((await store.read(dead, '360p/0.m4s'))?.toString()).toBe('av1');
});
