// A full disk: films wait for room, and nobody has to try them again.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { newId } from '@bonisa/kit/ids';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  createMediaRepository,
  type IngestJob,
  type MediaRepository,
} from '../media.repository.ts';
import { testRendition } from '../ready-asset.test-kit.ts';
import { createMediaStore, type MediaStore } from '../store.ts';
import { createIngestService, type IngestDependencies } from './ingest.service.ts';
import type { PackageSource } from './ingest-worker.ts';
import { localSources, shortRest } from './local-source.test-kit.ts';

let open: OpenDatabase;
let repository: MediaRepository;
let folder: string;
let store: MediaStore;
let source: string;
beforeAll(async () => {
  open = await createTestDatabase();
  repository = createMediaRepository(open.db);
  folder = await mkdtemp(join(tmpdir(), 'bonisa-disk-full-'));
  source = join(folder, 'source.mp4');
  await writeFile(source, 'a source');
  const staging = join(folder, 'staging');
  store = createMediaStore({ files: createFolderStore(join(folder, 'files')), staging });
  await store.open();
});
afterAll(async () => {
  await open.close();
  await rm(folder, { recursive: true });
});

const packageOne: PackageSource = async ({ folder: to }) => {
  await mkdir(join(to, '360p'));
  await writeFile(join(to, '360p', '0.m4s'), 'media');
  return { durationMs: 2000, renditions: [testRendition()] };
};

const services: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.stop();
});
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
    ...more,
  });
  services.push(service);
  return service;
}

describe('packaging on a full disk', () => {
  it('waits while the disk is full, and goes on by itself without having used up a try', async () => {
    const noSpace = (): Error => Object.assign(new Error('write'), { code: 'ENOSPC' });
    let tries = 0;
    const seen: IngestJob[] = [];
    const service = createService(
      async (task, control) => {
        tries++;
        const made = await packageOne(task, control);
        if (tries <= 5) throw noSpace();
        return made;
      },
      {
        rest: async (ms, signal) => {
          const [job] = await repository.jobs(['queued']);
          if (job) seen.push(job);
          expect(await readdir(join(folder, 'staging'))).toEqual([]);
          await shortRest(ms, signal);
        },
      },
    );
    await service.start();
    const { jobId } = await service.ingest({ file: source, title: 'A clip' });
    expect(await service.finished(jobId)).toMatchObject({
      state: 'done',
      attempts: 1,
      errorCode: null,
    });
    expect(tries).toBe(6);
    // An editor sees what it waits for.
    expect(seen).toHaveLength(5);
    expect(seen[0]).toMatchObject({ attempts: 0, errorCode: 'disk_full' });
    expect(seen[0]?.errorText).toMatch(/^the disk is full: /);
  });

  it('lets films that need less room go first while one finds none', async () => {
    const done: string[] = [];
    const [large, small] = ['large', 'small'].map((name) => join(folder, name));
    const service = createService(async (task, control) => {
      if (task.file === large && !done.includes(`${small}`))
        throw Object.assign(new Error('write'), { code: 'ENOSPC' });
      done.push(task.file);
      return await packageOne(task, control);
    });
    const jobs: string[] = [];
    for (const file of [`${large}`, `${small}`]) {
      await writeFile(file, file);
      jobs.push((await service.ingest({ file, title: file })).jobId);
    }
    await service.start();
    for (const id of jobs) expect(await service.finished(id)).toMatchObject({ state: 'done' });
    expect(done).toEqual([small, large]);
  });
});
