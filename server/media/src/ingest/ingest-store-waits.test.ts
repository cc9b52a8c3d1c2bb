// A file store that is away or full costs time, and neither an attempt nor an encoding.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { FileStoreError, type FileStoreProblem } from '@bonisa/kit/files/file-store';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createMediaRepository } from '../media.repository.ts';
import { createMediaStore, type MediaStore } from '../store.ts';
import { createIngestService, type IngestDependencies } from './ingest.service.ts';
import type { PackageSource } from './ingest-worker.ts';
import { localSources, shortRest } from './local-source.test-kit.ts';

let open: OpenDatabase;
let folder: string;
let source: string;
let store: MediaStore;
const services: ReturnType<typeof createIngestService>[] = [];

beforeAll(async () => {
  open = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bonisa-store-waits-'));
  source = join(folder, 'source.mp4');
  await writeFile(source, 'a source');
  const files = createFolderStore(join(folder, 'files'));
  store = createMediaStore({ files, staging: join(folder, 'staging') });
  await store.open();
});
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

const packageOne: PackageSource = async ({ folder: to }) => {
  await mkdir(join(to, '240p'));
  await writeFile(join(to, '240p', '0.m4s'), 'media');
  return { durationMs: 2000, renditions: [] };
};

function createService(packageSource: PackageSource, more: Partial<IngestDependencies>) {
  const service = createIngestService({
    newId,
    withSource: localSources,
    rest: shortRest,
    repository: createMediaRepository(open.db),
    store,
    clock: { now: () => new Date('2026-11-20T14:00:00Z') },
    logger: pino({ level: 'silent' }),
    packageSource,
    alone: true,
    pollMs: 20,
    ...more,
  });
  services.push(service);
  return service;
}

it('waits while the file store is away or full, and throws no encoding away', async () => {
  let packagings = 0;
  const problems: FileStoreProblem[] = ['away', 'full'];
  const waiting = createService(
    async (task, control) => {
      packagings++;
      return await packageOne(task, control);
    },
    {
      store: {
        ...store,
        publish: async (assetId) => {
          const problem = problems.shift();
          if (problem) throw new FileStoreError(problem, `the file store is ${problem}`);
          await store.publish(assetId);
        },
      },
    },
  );
  await waiting.start();
  const { jobId } = await waiting.ingest({ file: source, title: 'A clip' });
  expect(await waiting.finished(jobId)).toMatchObject({ state: 'done', attempts: 1 });
  expect(problems).toEqual([]);
  expect(packagings).toBe(1);
});

it('reads its source again when the file store was away, and counts no attempt', async () => {
  let left = 5;
  const waiting = createService(packageOne, {
    withSource: async (file, work) => {
      if (left-- > 0) throw new FileStoreError('away', 'the file store does not answer');
      return await work(file);
    },
  });
  await waiting.start();
  const { jobId } = await waiting.ingest({ file: source, title: 'A clip' });
  expect(await waiting.finished(jobId)).toMatchObject({ state: 'done', attempts: 1 });
  expect(left).toBe(-1);
});
