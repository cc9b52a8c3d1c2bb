import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@bonisa/kit/database/database.test-kit';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { createLocalCopies } from '@bonisa/kit/files/local-copies';
import { createHttpApp } from '@bonisa/kit/http/http-app';
import { newId } from '@bonisa/kit/ids';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { IngestInput, IngestService } from '../ingest/ingest.service.ts';
import { UploadStore } from './upload-store.ts';
import { uploadOpsRoutes } from './uploads.ops-routes.ts';
import { createUploadsRepository } from './uploads.repository.ts';
import { createUploads, type Uploads } from './uploads.service.ts';
import { mediaUploads } from './uploads.tables.ts';

const logger = pino({ level: 'silent' });

/** A process that takes uploads. */
export interface UploadsProcess {
  readonly app: FastifyInstance;
  readonly uploads: Uploads;
  readonly store: UploadStore;
  readonly port: number;
}

/** Processes that share a database and a file store, and a clock that tests move. */
export async function createUploadsKit() {
  const open = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'bonisa-uploads-'));
  const own = createFolderStore(join(folder, 'files'));
  await own.check();
  const kit = {
    now: new Date('2026-11-20T14:00:00Z'),
    state: 'running' as 'running' | 'done' | 'failed',
    /** A second job makes AV1 of the uploads. */
    isBecomingAv1: false,
    ingested: [] as IngestInput[],
    files: own as FileStore,
    folder,
    db: open.db,
    repository: createUploadsRepository(open.db),
    /** Starts a process, as after a restart if it has the port of another. */
    async start(port = 0): Promise<UploadsProcess> {
      const { files, repository } = kit;
      const app = await createHttpApp({ logger, trustProxy: [] });
      const clock = { now: () => kit.now };
      const copies = createLocalCopies(join(folder, 'sources'));
      const store = new UploadStore({ repository, files, copies, newId, clock });
      const ingest = {
        ingest: async (input: IngestInput) => {
          kit.ingested.push(input);
          return { jobId: kit.ingested.length === 1 ? FIRST_JOB : newId(), assetId: 'asset' };
        },
        job: async (id: string) => ({ id, state: kit.state }),
        isSourceNeeded: async (file: string) =>
          kit.ingested.some((one) => one.file === file) &&
          (kit.state === 'running' || kit.isBecomingAv1),
      } as unknown as Pick<IngestService, 'ingest' | 'job' | 'isSourceNeeded'>;
      const uploads = createUploads({
        ...{ ingest, repository, store, files, newId, logger },
        largestUpload: 50_000_000,
        clock,
      });
      uploadOpsRoutes(uploads)(app);
      await uploads.queueComplete();
      await app.listen({ host: '127.0.0.1', port });
      return { app, uploads, store, port: (app.server.address() as AddressInfo).port };
    },
    /** The files of all uploads. */
    async names(): Promise<string[]> {
      const names: string[] = [];
      for await (const { key } of kit.files.list('uploads')) names.push(key);
      return names;
    },
    async reset(): Promise<void> {
      await open.db.delete(mediaUploads);
      kit.ingested = [];
      kit.state = 'running';
      kit.now = new Date('2026-11-20T14:00:00Z');
    },
    async close(): Promise<void> {
      await open.close();
      await rm(folder, { recursive: true });
    },
  };
  return kit;
}

/** The first job that is queued. */
export const FIRST_JOB = '01990a00-0000-7000-8000-00000000000a';

/** The requests of tus, at one process. */
export function tusAt(port: number) {
  const endpoint = `http://127.0.0.1:${port}/ops/uploads`;
  // A process that restarts closes the connections that a client keeps.
  const headers = { 'tus-resumable': '1.0.0', connection: 'close' };
  return {
    endpoint,
    create: (length: number, metadata = 'title QSBjbGlw') =>
      fetch(endpoint, {
        method: 'POST',
        headers: { ...headers, 'upload-length': `${length}`, 'upload-metadata': metadata },
      }),
    send: (id: string, offset: number, bytes: Buffer | ReadableStream, signal?: AbortSignal) =>
      fetch(`${endpoint}/${id}`, {
        method: 'PATCH',
        headers: {
          ...headers,
          'upload-offset': `${offset}`,
          'content-type': 'application/offset+octet-stream',
        },
        body: bytes instanceof Buffer ? new Uint8Array(bytes) : bytes,
        ...(bytes instanceof Buffer ? {} : { duplex: 'half' }),
        ...(signal ? { signal } : {}),
      } as RequestInit),
    offsetOf: async (id: string) =>
      (await fetch(`${endpoint}/${id}`, { method: 'HEAD', headers })).headers.get('upload-offset'),
    ask: (method: string, path: string) => fetch(`${endpoint}/${path}`, { method, headers }),
    view: async (id: string) => (await fetch(`${endpoint}/${id}`)).json(),
    addCaptions: (id: string, language: string, body: unknown) =>
      fetch(`${endpoint}/${id}/captions/${language}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
  };
}

/** The id that a created upload has. */
export function idOf(answer: Response): string {
  return (answer.headers.get('location') ?? '').split('/').at(-1) ?? '';
}

/** The status and the code of a refusal. */
export async function refusalOf(answer: Response): Promise<[number, string]> {
  return [answer.status, (await answer.json()).code];
}
