// A source whose download is cut costs time, and no attempt (decision 24).
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createFileStore } from '@bonisa/kit/files/files';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { S3_CREDENTIALS } from '@bonisa/kit/files/s3-server.test-kit';
import { newId } from '@bonisa/kit/ids';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMediaRepository } from '../media.repository.ts';
import { createMediaStore } from '../store.ts';
import { createIngestService } from './ingest.service.ts';
import { createWithSource } from './ingest-source.ts';
import { shortRest } from './local-source.test-kit.ts';

const FILM = Buffer.alloc(200_000, 'a');
let open: OpenDatabase;
let folder: string;
let server: Server;
let files: FileStore;
let downloads = 0;

beforeAll(async () => {
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
  vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
  open = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bonisa-source-cut-'));
  server = createServer((request, response) => {
    response.writeHead(200, { 'content-length': FILM.length });
    if (request.method === 'HEAD') return void response.end();
    downloads += 1;
    if (downloads > 4) response.end(FILM);
    else response.write(FILM.subarray(0, 100_000), () => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const place = { kind: 's3', bucket: 'films', prefix: '', endpoint, region: undefined } as const;
  files = createFileStore({ dataDir: folder, fileStore: place });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await open.close();
  await rm(folder, { recursive: true });
});

it('packages a film whose source was cut four times on its way, at the first attempt', async () => {
  const store = createMediaStore({
    files: createFolderStore(join(folder, 'files')),
    staging: join(folder, 'staging'),
  });
  await store.open();
  const bytes: number[] = [];
  const service = createIngestService({
    newId,
    withSource: createWithSource({ withLocalFile: () => Promise.reject(new Error('none')) }, files),
    repository: createMediaRepository(open.db),
    store,
    clock: { now: () => new Date('2026-11-20T14:00:00Z') },
    logger: pino({ level: 'silent' }),
    packageSource: async ({ file, folder: to }) => {
      bytes.push((await readFile(file)).length);
      await mkdir(join(to, '240p'));
      await writeFile(join(to, '240p', '0.m4s'), 'media');
      return { durationMs: 2000, renditions: [] };
    },
    alone: true,
    pollMs: 20,
    rest: shortRest,
  });
  await service.start();
  try {
    const { jobId } = await service.ingest({ file: 'stored:film', title: 'A clip' });
    expect(await service.finished(jobId)).toMatchObject({ state: 'done', attempts: 1 });
    expect(bytes).toEqual([FILM.length]);
    expect(downloads).toBe(5);
  } finally {
    await service.stop();
  }
});
