import { existsSync } from 'node:fs';
import { mkdir, stat, statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../platform/clock.ts';
import type { NewId } from '../platform/ids.ts';
import type { IngestService } from './ingest.service.ts';
import { refusalBody, refuse } from './upload-refusal.ts';

/**
 * Resumable uploads (tus 1.0) of files that become ingest jobs. A file and what is known about it
 * lie in a folder, so an upload goes on after a lost connection and after a restart.
 */

export interface UploadsDependencies {
  readonly ingest: Pick<IngestService, 'ingest' | 'job'>;
  /** The folder for uploads; it may be missing. */
  readonly folder: string;
  /** The size above which an upload is refused, in bytes. */
  readonly largestUpload: number;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Pick<Logger, 'info' | 'error'>;
}

/** An upload as an operator sees it. */
export interface UploadView {
  readonly id: string;
  readonly title: string;
  readonly size: number;
  /** The bytes that have arrived. */
  readonly offset: number;
  readonly job_id: string | null;
  readonly created_at: string;
  /** When it is removed if it is not complete by then. */
  readonly expires_at: string;
}

export type Uploads = ReturnType<typeof createUploads>;

/** The path of uploads on the operations listener. */
export const UPLOADS_PATH = '/ops/uploads';

const MOST_UNFINISHED = 20;
/** An upload that is not complete by then is removed, and the source of a failed job. */
const LONGEST_MS = 24 * 3600 * 1000;
/** Free space that an upload must leave on the disk, in bytes. */
const DISK_RESERVE = 1_000_000_000;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const line = z.string().trim().min(1).max(200);
/** What a client says about its file, in `Upload-Metadata`. */
const metadata = z.object({
  title: line.optional(),
  filename: line.optional(),
  effort: z.enum(['quick', 'thorough']).optional(),
});

/** What the folder knows about an upload. */
interface Known {
  readonly id: string;
  readonly size: number;
  readonly offset: number;
  readonly file: string;
  readonly metadata: Readonly<Record<string, string | null>>;
}

/** Takes uploads in. Call `start` before requests arrive. */
export function createUploads(dependencies: UploadsDependencies) {
  const { ingest, folder, clock, newId, logger } = dependencies;
  let made: FileStore | undefined;
  // The store makes its folder as soon as it is made.
  const store = (): FileStore => {
    made ??= new FileStore({ directory: folder });
    return made;
  };
  const find = async (id: string): Promise<Known | undefined> => {
    const known = await store().configstore.get(id);
    const facts = await stat(join(folder, id)).catch(() => undefined);
    if (!known || !facts) return undefined;
    const { size = 0, metadata = {} } = known;
    return { id, size, offset: facts.size, file: join(folder, id), metadata };
  };
  const all = async (): Promise<Known[]> => {
    // Before the first upload there is no folder, nor a reason to make one.
    if (!existsSync(folder)) return [];
    const ids = ((await store().configstore.list?.()) ?? []).filter((id) => ID.test(id));
    const found = await Promise.all(ids.map(find));
    return found.filter((upload) => upload !== undefined);
  };
  /** Queues the job of a complete upload; a second call answers the same job. */
  const queueJob = async (upload: Known): Promise<string> => {
    if (upload.metadata.job) return upload.metadata.job;
    const { jobId } = await ingest.ingest({
      file: upload.file,
      title: titleOf(upload),
      reference: `upload:${upload.id}`,
      effort: upload.metadata.effort === 'quick' ? 'quick' : 'thorough',
    });
    const known = await store().configstore.get(upload.id);
    if (!known) throw new Error('an upload is gone');
    known.metadata = { ...upload.metadata, job: jobId };
    await store().configstore.set(upload.id, known);
    logger.info({ upload: upload.id, job: jobId }, 'upload complete');
    return jobId;
  };

  const options: Omit<ConstructorParameters<typeof Server>[0], 'datastore'> = {
    path: UPLOADS_PATH,
    maxSize: dependencies.largestUpload,
    relativeLocation: true,
    // A job may be reading it.
    disableTerminationForFinishedUploads: true,
    // The listener answers to pages of this machine only, and names no other origin.
    allowedOrigins: [],
    namingFunction: () => newId(),
    getFileIdFromRequest: (_request, id) => (id && ID.test(id) ? id : undefined),
    async onUploadCreate(_request, upload) {
      const said = metadata.safeParse(upload.metadata ?? {});
      if (!said.success) throw refuse('metadata_invalid');
      if (!said.data.title && !said.data.filename) throw refuse('title_missing');
      if (upload.size === undefined) throw refuse('length_missing');
      if (upload.size === 0) throw refuse('empty');
      const unfinished = (await all()).filter(({ size, offset }) => offset < size);
      if (unfinished.length >= MOST_UNFINISHED) throw refuse('too_many_uploads');
      if (await wouldFillDisk(folder, upload.size, unfinished)) throw refuse('disk_full');
      return { metadata: { ...said.data, created: clock.now().toISOString() } };
    },
    async onUploadFinish(_request, { id }) {
      const upload = await find(id);
      if (!upload) throw refuse('gone');
      return { headers: { 'Upload-Job': await queueJob(upload) } };
    },
    onResponseError: (_request, error) => {
      if (!('status_code' in error)) logger.error({ err: error }, 'an upload failed');
      return refusalBody(error);
    },
  };
  let server: Server | undefined;

  return {
    /** Answers a request of the tus protocol. */
    async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
      server ??= new Server({ ...options, datastore: store() });
      await server.handle(request, response);
    },

    /** Describes an upload; undefined for an unknown one. */
    async find(id: string): Promise<UploadView | undefined> {
      const upload = ID.test(id) ? await find(id) : undefined;
      return upload && viewOf(upload);
    },

    /** Describes all uploads, the oldest first. */
    async list(): Promise<UploadView[]> {
      const views = (await all()).map(viewOf);
      return views.sort((a, b) => a.created_at.localeCompare(b.created_at));
    },

    /** Makes the folder, and queues the jobs of uploads that a crash left complete. */
    async start(): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const upload of await all())
        if (upload.offset === upload.size && !upload.metadata.job)
          await queueJob(upload).catch((error: unknown) =>
            logger.error({ err: error, upload: upload.id }, 'an upload could not be queued'),
          );
    },

    /** Removes sources whose jobs are done, and uploads that are older than a day. */
    async purge(): Promise<void> {
      const now = clock.now().getTime();
      for (const upload of await all()) {
        const job = upload.metadata.job ? await ingest.job(upload.metadata.job) : undefined;
        const isOld = now - createdAt(upload) > LONGEST_MS;
        const isWaiting = job?.state === 'queued' || job?.state === 'running';
        if (job?.state === 'done' || (isOld && !isWaiting)) await store().remove(upload.id);
      }
    },
  };
}

function titleOf({ metadata: { title, filename } }: Known): string {
  return title ?? (filename ?? '').replace(/\.[a-z0-9]{1,5}$/i, '');
}

function createdAt({ metadata: { created } }: Known): number {
  return created ? Date.parse(created) : 0;
}

function viewOf(upload: Known): UploadView {
  const created = createdAt(upload);
  return {
    id: upload.id,
    title: titleOf(upload),
    size: upload.size,
    offset: upload.offset,
    job_id: upload.metadata.job ?? null,
    created_at: new Date(created).toISOString(),
    expires_at: new Date(created + LONGEST_MS).toISOString(),
  };
}

/** Whether the disk has no space for an upload beside the unfinished ones. */
async function wouldFillDisk(
  folder: string,
  size: number,
  unfinished: readonly Known[],
): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  const promised = unfinished.reduce((sum, upload) => sum + upload.size - upload.offset, 0);
  return bavail * bsize - promised - size < DISK_RESERVE;
}
