// A worker that was believed dead may go on after another one has claimed its job.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { filesOf, type Packaged } from '../asset.ts';
import { createMediaRepository, type MediaRepository } from '../media.repository.ts';
import { createMediaStore, type MediaStore } from '../store.ts';
import { createIngestService } from './ingest.service.ts';
import type { PackageSource } from './ingest-worker.ts';
import { localSources, shortRest } from './local-source.test-kit.ts';

const packaged = (durationMs: number): Packaged => ({ durationMs, renditions: [] });

let open: OpenDatabase;
let repository: MediaRepository;
let folder: string;
let store: MediaStore;
let now: Date;
let services: ReturnType<typeof createIngestService>[];

beforeAll(async () => {
  open = await createTestDatabase();
  repository = createMediaRepository(open.db);
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-claims-'));
  await writeFile(join(folder, 'source.mp4'), 'a source');
  const files = createFolderStore(join(folder, 'files'));
  store = createMediaStore({ files, staging: join(folder, 'staging') });
  await store.open();
  now = new Date('2026-11-20T14:00:00Z');
  services = [];
});
afterEach(async () => {
  for (const service of services) await service.stop();
  await rm(folder, { recursive: true });
});
afterAll(() => open.close());

function createService(packageSource: PackageSource) {
  const service = createIngestService({
    repository,
    store,
    newId,
    withSource: localSources,
    rest: shortRest,
    clock: { now: () => now },
    logger: pino({ level: 'silent' }),
    packageSource,
    alone: false,
    pollMs: 20,
  });
  services.push(service);
  return service;
}

async function writeMedia(to: string, text: string): Promise<void> {
  await mkdir(join(to, '240p'));
  await writeFile(join(to, '240p', '0.m4s'), text);
}

/** A worker that stands still after it began, and one that claims its job meanwhile. */
async function takeOver(slow: PackageSource) {
  const first = createService(slow);
  await first.start();
  const { jobId, assetId } = await first.ingest({
    file: join(folder, 'source.mp4'),
    title: 'A clip',
  });
  await vi.waitFor(async () => expect((await repository.job(jobId))?.state).toBe('running'), {
    timeout: 60_000,
  });
  now = new Date(now.getTime() + 91_000);
  const second = createService(async ({ folder: to }) => {
    await writeMedia(to, 'of the second worker');
    return packaged(2000);
  });
  await second.start();
  expect(await second.finished(jobId)).toMatchObject({ state: 'done', attempts: 2 });
  return { first, jobId, assetId };
}

async function expectSecondWorkers(jobId: string, assetId: string): Promise<void> {
  const asset = await repository.asset(assetId);
  if (!asset) throw new Error('the asset is gone');
  expect(asset).toMatchObject({ state: 'ready', durationMs: 2000 });
  expect((await store.read(filesOf(asset), '240p/0.m4s'))?.toString()).toBe('of the second worker');
  expect(await repository.job(jobId)).toMatchObject({ state: 'done', progress: 1, attempts: 2 });
  // The first worker removes its own files and no others.
  expect(await readdir(join(folder, 'files', 'media'))).toEqual([filesOf(asset)]);
}

it('does not let a slow worker overwrite what the next one has finished', async () => {
  const wakeUp = Promise.withResolvers<void>();
  const { first, jobId, assetId } = await takeOver(async ({ folder: to }) => {
    await wakeUp.promise;
    await writeMedia(to, 'of the first worker');
    return packaged(9000);
  });
  wakeUp.resolve();
  await first.stop();
  await expectSecondWorkers(jobId, assetId);
});

it('does not let a slow worker fail the job that the next one has finished', async () => {
  const wakeUp = Promise.withResolvers<void>();
  const { first, jobId, assetId } = await takeOver(async () => {
    await wakeUp.promise;
    throw new Error('the encoder broke');
  });
  wakeUp.resolve();
  await first.stop();
  await expectSecondWorkers(jobId, assetId);
});

it('stops the work of a slow worker at its first report after another claim', async () => {
  const wakeUp = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<void>();
  const { jobId, assetId } = await takeOver(async (_task, { onProgress, signal }) => {
    await wakeUp.promise;
    onProgress(0.5);
    await new Promise((_, reject) =>
      signal.addEventListener('abort', () => {
        stopped.resolve();
        reject(new Error('stopped'));
      }),
    );
    return packaged(9000);
  });
  wakeUp.resolve();
  await stopped.promise;
  await expectSecondWorkers(jobId, assetId);
});

it('removes the files that a worker published before it died', async () => {
  const { jobId, assetId } = await createService(async () => packaged(1)).ingest({
    file: join(folder, 'source.mp4'),
    title: 'A clip',
  });
  const dead = newId();
  await repository.claim(now, new Date(0), dead);
  await writeMedia(await store.stage(dead), 'of a dead worker');
  await store.publish(dead);
  now = new Date(now.getTime() + 91_000);
  const next = createService(async ({ folder: to }) => {
    await writeMedia(to, 'of the second worker');
    return packaged(2000);
  });
  await next.start();
  expect(await next.finished(jobId)).toMatchObject({ state: 'done' });
  await next.stop();
  expect(existsSync(join(folder, 'files', 'media', dead))).toBe(false);
  await expectSecondWorkers(jobId, assetId);
});

it('takes no write of an earlier claim, neither a report nor an end', async () => {
  const { jobId } = await createService(async () => packaged(1)).ingest({
    file: join(folder, 'source.mp4'),
    title: 'A clip',
  });
  const first = await repository.claim(now, new Date(0), newId());
  const second = await repository.claim(now, new Date(now.getTime() + 1), newId());
  if (!first || !second) throw new Error('no job was claimed');
  expect(second.earlierClaims).toEqual([first.claim]);
  expect(await repository.report(first, { progress: 0.9, stage: 'encoding' }, now)).toBe(false);
  expect(await repository.requeue(first, 'stopped')).toBe(false);
  expect(await repository.fail(first, 'x', 'x', now)).toBe(false);
  expect(await repository.succeed(first, packaged(1), [], now)).toBe(false);
  expect(await repository.job(jobId)).toMatchObject({ state: 'running', progress: 0, attempts: 2 });
  expect(await repository.report(second, { progress: 0.5, stage: 'encoding' }, now)).toBe(true);
  await repository.fail(second, 'x', 'x', now);
});
