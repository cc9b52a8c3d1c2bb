import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { Upload } from 'tus-js-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpApp } from '../platform/http/http-app.ts';
import { newId } from '../platform/ids.ts';
import type { IngestInput, IngestService } from './ingest.service.ts';
import { uploadOpsRoutes } from './uploads.ops-routes.ts';
import { createUploads, type Uploads } from './uploads.service.ts';

const START = new Date('2026-11-20T14:00:00Z');
const BYTES = Buffer.alloc(100_000, 7);
const logger = pino({ level: 'silent' });

let folder: string;
let now: Date;
let state: 'running' | 'done';
let ingested: IngestInput[];
let running: { app: FastifyInstance; uploads: Uploads; port: number };

const ingest = {
  ingest: async (input: IngestInput) => {
    ingested.push(input);
    return { jobId: `job-${ingested.length}`, assetId: 'asset' };
  },
  job: async (id: string) => ({ id, state }),
} as unknown as Pick<IngestService, 'ingest' | 'job'>;

/** Starts the listener, as after a restart, on the same folder and port. */
async function start(port = 0): Promise<typeof running> {
  const app = await createHttpApp({ logger, trustProxy: [] });
  const clock = { now: () => now };
  const largestUpload = 1_000_000;
  const uploads = createUploads({ ingest, folder, largestUpload, clock, newId, logger });
  uploadOpsRoutes(uploads)(app);
  await uploads.start();
  await app.listen({ host: '127.0.0.1', port });
  return { app, uploads, port: (app.server.address() as AddressInfo).port };
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bonisa-uploads-'));
  now = START;
  state = 'running';
  ingested = [];
  running = await start();
});
afterEach(async () => {
  await running.app.close();
  await rm(folder, { recursive: true });
});

const endpoint = () => `http://127.0.0.1:${running.port}/ops/uploads`;

/** Uploads with tus-js-client; resolves with the answers' headers and the address. */
function upload(bytes: Buffer, options: Partial<ConstructorParameters<typeof Upload>[1]> = {}) {
  return new Promise<{ url: string; job: string | undefined }>((resolve, reject) => {
    let job: string | undefined;
    const client = new Upload(Readable.from([bytes]), {
      endpoint: endpoint(),
      uploadSize: bytes.length,
      chunkSize: 40_000,
      retryDelays: null,
      metadata: { filename: 'Night train.mp4' },
      onAfterResponse: (_request, response) => {
        job = response.getHeader('upload-job') ?? job;
      },
      onError: reject,
      onSuccess: () => resolve({ url: client.url ?? '', job }),
      ...options,
    });
    client.start();
  });
}

const create = (length: number, metadata = 'title QSBjbGlw') =>
  fetch(endpoint(), {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': `${length}`,
      'upload-metadata': metadata,
    },
  });
const send = (url: string, offset: number, bytes: Buffer) =>
  fetch(url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-offset': `${offset}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: new Uint8Array(bytes),
  });
const offsetOf = async (url: string) =>
  (await fetch(url, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })).headers.get(
    'upload-offset',
  );
const addressOf = (answer: Response) =>
  new URL(answer.headers.get('location') ?? '', endpoint()).href;

describe('a resumable upload', () => {
  it('becomes a job once all of it has arrived', async () => {
    const { url, job } = await upload(BYTES);
    expect(job).toBe('job-1');
    const file = join(folder, url.split('/').at(-1) ?? '');
    expect(ingested).toMatchObject([{ title: 'Night train', file, effort: 'thorough' }]);
    expect(await (await fetch(url)).json()).toMatchObject({
      title: 'Night train',
      size: 100_000,
      offset: 100_000,
      job_id: 'job-1',
    });
  });

  it('goes on where it was after a lost connection and after a restart', async () => {
    const url = addressOf(await create(BYTES.length));
    expect((await send(url, 0, BYTES.subarray(0, 30_000))).status).toBe(204);
    await running.app.close();
    running = await start(running.port);
    expect(await offsetOf(url)).toBe('30000');
    expect((await send(url, 10, BYTES)).status).toBe(409);
    const last = await send(url, 30_000, BYTES.subarray(30_000));
    expect(last.headers.get('upload-job')).toBe('job-1');
  });

  it('is queued at the next start if the process ended before it had a job', async () => {
    const url = addressOf(await create(5));
    await running.app.close();
    const id = url.split('/').at(-1) ?? '';
    await writeFile(join(folder, id), 'bytes');
    running = await start(running.port);
    expect(ingested).toMatchObject([{ reference: `upload:${id}` }]);
    await running.app.close();
    running = await start(running.port);
    expect(ingested).toHaveLength(1);
  });

  it('is refused by name if it is too large, nameless or without a length', async () => {
    const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code];
    expect(await codeOf(await create(1_000_001))).toEqual([413, 'too_large']);
    expect(await codeOf(await create(5, 'other eA=='))).toEqual([400, 'title_missing']);
    expect(await codeOf(await create(5, 'effort eA==,title QQ=='))).toEqual([
      400,
      'metadata_invalid',
    ]);
    expect(await codeOf(await create(0))).toEqual([400, 'empty']);
    const headers = { 'tus-resumable': '1.0.0', 'upload-defer-length': '1' };
    const deferred = await fetch(endpoint(), {
      method: 'POST',
      headers: { ...headers, 'upload-metadata': 'title QQ==' },
    });
    expect(await codeOf(deferred)).toEqual([411, 'length_missing']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is refused while twenty others are unfinished', async () => {
    for (let i = 0; i < 20; i++) expect((await create(5)).status).toBe(201);
    const refused = await create(5);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'too_many_uploads' });
  });

  it('leaves its folder by no name', async () => {
    for (const id of ['..%2F..%2Fsecrets.json', '..', 'x', '%00'])
      for (const method of ['HEAD', 'GET', 'DELETE'])
        expect(
          (await fetch(`${endpoint()}/${id}`, { method, headers: { 'tus-resumable': '1.0.0' } }))
            .status,
        ).toBeGreaterThanOrEqual(400);
  });

  it('is removed after a day if it is unfinished, and its source once the job is done', async () => {
    const unfinished = addressOf(await create(5));
    const { url: finished } = await upload(BYTES);
    now = new Date(START.getTime() + 25 * 3600_000);
    await running.uploads.purge();
    expect((await fetch(unfinished)).status).toBe(404);
    expect((await fetch(finished)).status).toBe(200);
    state = 'done';
    await running.uploads.purge();
    expect((await fetch(finished)).status).toBe(404);
    expect(await readdir(folder)).toEqual([]);
  });
});
