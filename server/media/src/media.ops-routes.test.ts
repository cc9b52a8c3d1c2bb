import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { createHttpApp } from '@bonisa/kit/http/http-app';
import { newId } from '@bonisa/kit/ids';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createIngestService } from './ingest/ingest.service.ts';
import { localSources, shortRest } from './ingest/local-source.test-kit.ts';
import { mediaOpsRoutes } from './media.ops-routes.ts';
import { createMediaRepository } from './media.repository.ts';
import { mediaAssets, mediaIngestJobs } from './media.tables.ts';
import { createMediaStore } from './store.ts';

const NOW = new Date('2026-11-20T14:00:00Z');
let open: OpenDatabase;
let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  open = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), 'bonisa-ops-'));
  await mkdir(join(folder, 'data', 'uploads', 'in'), { recursive: true });
  await writeFile(join(folder, 'data', 'uploads', 'in', 'clip.mp4'), 'clip');
  await writeFile(
    join(folder, 'data', 'uploads', 'in', 'en.vtt'),
    'WEBVTT\n\n00:00.000 --> 00:01.000\nSawubona',
  );
  await writeFile(
    join(folder, 'data', 'uploads', 'in', 'long.vtt'),
    `WEBVTT\n\n${'x'.repeat(2_000_000)}`,
  );
  await writeFile(join(folder, 'outside.mp4'), 'outside');
  await writeFile(join(folder, 'data', 'secrets.json'), '{}');
  await mkdir(join(folder, 'data', 'uploads-of-others'));
  await writeFile(join(folder, 'data', 'uploads-of-others', 'clip.mp4'), 'clip');
  await symlink(join(folder, 'data'), join(folder, 'data', 'uploads', 'in', 'up'));
  await symlink(join(folder, 'outside.mp4'), join(folder, 'data', 'uploads', 'in', 'link.mp4'));
  app = await createHttpApp({ logger: pino({ level: 'silent' }), trustProxy: [] });
  const ingest = createIngestService({
    newId,
    withSource: localSources,
    rest: shortRest,
    repository: createMediaRepository(open.db),
    store: createMediaStore({
      files: createFolderStore(join(folder, 'files')),
      staging: join(folder, 'staging'),
    }),
    clock: { now: () => NOW },
    logger: pino({ level: 'silent' }),
    packageSource: () => Promise.reject(new Error('nothing is worked here')),
    alone: true,
  });
  const addressOf = (id: string, path: string): string => `https://site.test/${id}/${path}`;
  const uploadsDir = join(folder, 'data', 'uploads');
  const clock = { now: () => NOW };
  const shareSource = async (file: string): Promise<string> => file;
  mediaOpsRoutes({ ingest, uploadsDir, shareSource, addressOf, clock })(app);
});
beforeEach(async () => {
  await open.db.delete(mediaIngestJobs);
  await open.db.delete(mediaAssets);
});
afterAll(async () => {
  await app.close();
  await open.close();
  await rm(folder, { recursive: true });
});

const hand = (payload: unknown) =>
  app.inject({
    method: 'POST',
    url: '/ops/ingest',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  });

// Interfaces 'Operations': POST /ops/ingest {file, title, …} -> a job; GET /ops/jobs/{id}, GET
// /ops/jobs?state=active
it('queues a source and shows its job', async () => {
  const answer = await hand({
    file: 'in/clip.mp4',
    title: 'A clip',
    captions: [
      { language: 'en-ZA', label: 'English', file: join(folder, 'data/uploads/in/en.vtt') },
    ],
  });
  expect(answer.statusCode).toBe(202);
  const job = answer.json<{ id: string }>();
  expect(job).toMatchObject({
    state: 'queued',
    progress: 0,
    error: null,
    created_at: '2026-11-20T14:00:00.000Z',
  });
  expect(answer.headers.location).toBe(`/ops/jobs/${job.id}`);
  expect((await app.inject(`/ops/jobs/${job.id}`)).json()).toEqual({ ...job, result: null });
  expect((await app.inject('/ops/jobs?state=active')).json()).toEqual({ data: [job] });
  expect((await app.inject('/ops/jobs?state=done')).json()).toEqual({ data: [] });
});

// Never from all of DATA_DIR, which holds the database and the secrets.
it('accepts files from the folder for uploads only and reveals nothing about other files', async () => {
  for (const file of [
    '../../outside.mp4',
    '../secrets.json',
    join(folder, 'data', 'secrets.json'),
    '../uploads-of-others/clip.mp4',
    'in/../../secrets.json',
    'in/up/secrets.json',
    'in/../../uploads',
    '..',
    './',
    'in\\..\\..\\secrets.json',
    'file:///etc/passwd',
    'concat:in/clip.mp4|../secrets.json',
    join(folder, 'outside.mp4'),
    '/etc/passwd',
    '/etc/not-there',
    'in/link.mp4',
    'in',
    '.',
    'in/gone.mp4',
    'in/clip.mp4\0.txt',
  ]) {
    const answer = await hand({ file, title: 'x' });
    expect(answer.statusCode, file).toBe(400);
    expect(answer.json(), file).toMatchObject({
      code: 'invalid_request',
      fields: [{ field: 'file' }],
    });
    expect(answer.body).not.toContain(folder);
  }
  expect((await app.inject('/ops/jobs')).json()).toEqual({ data: [] });
});

it.each([
  [null],
  [[]],
  [{}],
  [{ file: 'in/clip.mp4' }],
  [{ file: 1, title: 'x' }],
  [{ file: 'in/clip.mp4', title: 'x', extra: 1 }],
  [{ file: 'in/clip.mp4', title: 'x'.repeat(300) }],
  [
    {
      file: 'in/clip.mp4',
      title: 'x',
      captions: [{ language: '../x', label: 'x', file: 'in/en.vtt' }],
    },
  ],
  [
    {
      file: 'in/clip.mp4',
      title: 'x',
      captions: [{ language: 'en', label: 'x', file: '../outside.mp4' }],
    },
  ],
  [
    {
      file: 'in/clip.mp4',
      title: 'x',
      captions: [{ language: 'en', label: 'x', file: 'in/clip.mp4' }],
    },
  ],
  [
    {
      file: 'in/clip.mp4',
      title: 'x',
      captions: [{ language: 'en', label: 'x', file: '../secrets.json' }],
    },
  ],
  [
    {
      file: 'in/clip.mp4',
      title: 'x',
      captions: [{ language: 'en', label: 'x', file: 'in/long.vtt' }],
    },
  ],
])('refuses %j and names the field', async (payload) => {
  const answer = await hand(payload);
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: 'invalid_request' });
});

it('shows how far a job is and what it has made, and lets an operator choose the poster', async () => {
  const { id } = (await hand({ file: 'in/clip.mp4', title: 'A clip' })).json<{ id: string }>();
  const repository = createMediaRepository(open.db);
  const job = await repository.claim(new Date(NOW.getTime() - 30_000), NOW, newId());
  if (!job) throw new Error('no job was claimed');
  await repository.report(job, { progress: 0.25, stage: 'encoding' }, NOW);
  const running = (await app.inject(`/ops/jobs/${id}`)).json();
  expect(running).toMatchObject({ state: 'running', stage: 'encoding', percent: 25, result: null });
  expect(running.remaining_seconds).toBe(90);
  const rendition = { height: 144, pixelWidth: 256, pixelHeight: 144, frameRate: 15 };
  const rates = {
    codecs: 'avc1.64000b',
    bandwidth: 90_000,
    averageBandwidth: 80_000,
    bytes: 12_345,
  };
  const posters = [0, 1].map((i) => ({ file: `${i}.jpg`, seconds: i, sharpness: 9 - i }));
  const packaged = {
    durationMs: 2000,
    renditions: [{ ...rendition, ...rates, segments: [] }],
    posters,
    loudness: { lufs: -31.4, peak: -9 },
  };
  await repository.succeed(job, packaged, [], NOW);
  const { result, ...done } = (await app.inject(`/ops/jobs/${id}`)).json();
  expect(done).toMatchObject({ state: 'done', stage: null, percent: 100, remaining_seconds: 0 });
  expect(result.renditions).toMatchObject([{ height: 144, folder: '144p', bytes: 12_345 }]);
  expect(result.loudness).toEqual({ source_lufs: -31.4, source_peak_dbtp: -9 });
  expect(result.posters).toEqual([
    expect.objectContaining({
      url: `https://site.test/${job.claim}/posters/0.jpg`,
      chosen: true,
    }),
    expect.objectContaining({ chosen: false }),
  ]);
  const url = `/ops/assets/${job.assetId}/poster`;
  const choose = (payload: object, to = url) => app.inject({ method: 'PUT', url: to, payload });
  expect((await choose({ file: '1.jpg' })).json()).toMatchObject({
    posters: [
      { file: '1.jpg', chosen: true },
      { file: '0.jpg', chosen: false },
    ],
  });
  expect((await app.inject(`/ops/jobs/${id}`)).json().result.posters[0].file).toBe('1.jpg');
  expect((await choose({ file: '../1.jpg' })).json()).toMatchObject({
    fields: [{ field: 'file' }],
  });
  expect((await choose({ file: '1.jpg' }, `/ops/assets/${newId()}/poster`)).statusCode).toBe(404);
});

it('answers 404 for an unknown job and 400 for an unknown state', async () => {
  expect((await app.inject('/ops/jobs/01990a00-0000-7000-8000-000000000001')).statusCode).toBe(404);
  expect((await app.inject('/ops/jobs/x')).statusCode).toBe(400);
  expect((await app.inject('/ops/jobs?state=x')).statusCode).toBe(400);
});
