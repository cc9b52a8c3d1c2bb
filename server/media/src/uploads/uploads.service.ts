import { statfs } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Clock } from '@bonisa/kit/clock/clock';
import { type FileStore, transientProblemOf } from '@bonisa/kit/files/file-store';
import type { NewId } from '@bonisa/kit/ids';
import { Server } from '@tus/server';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { CaptionTrack } from '../asset.ts';
import { cleanCaptions } from '../captions/captions.ts';
import type { LeftOut } from '../captions/read-captions.ts';
import type { IngestService } from '../ingest/ingest.service.ts';
import { uploadSource } from '../ingest/ingest-source.ts';
import { protocolFault, refusalBody, refuse } from './upload-refusal.ts';
import type { UploadStore } from './upload-store.ts';
import type { UploadRow, UploadsRepository } from './uploads.repository.ts';

/**
 * Resumable uploads (tus 1.0) of files that become ingest jobs. Their bytes lie in the file store
 * and what is known about them in the database. So an upload goes on after a lost connection, after
 * a restart and at another process, and any process packages it.
 */

export interface UploadsDependencies {
  readonly ingest: Pick<IngestService, 'ingest' | 'job' | 'isSourceNeeded'>;
  readonly repository: UploadsRepository;
  readonly store: UploadStore;
  readonly files: Pick<FileStore, 'folder'>;
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
  /** How its client names the film; null: by the upload. */
  readonly reference: string | null;
  readonly size: number;
  /** The bytes that have arrived. */
  readonly offset: number;
  readonly captions: readonly CaptionTrack[];
  readonly job_id: string | null;
  readonly created_at: string;
  /** When it is removed if no piece comes until then: a day after the last one. */
  readonly expires_at: string;
}

/** An upload that was given captions. */
interface UploadWithCaptions extends UploadView {
  /** Captions of the file that cannot be shown. */
  readonly left_out: LeftOut;
}

export type Uploads = ReturnType<typeof createUploads>;

/** The path of uploads on the operations listener. */
export const UPLOADS_PATH = '/ops/uploads';
/** The path of uploads in the studio. */
export const STUDIO_UPLOADS_PATH = '/studio/api/uploads';

/** One who sends many films leaves room for the others. */
const MOST_UNFINISHED = { own: 20, all: 100 };
const MOST_CAPTIONS = 30;
const DAY_MS = 24 * 3600 * 1000;
/**
 * Without a piece for so long an upload that is not complete is removed, and the source of a failed
 * job.
 */
const IDLE_MS = DAY_MS;
/** However slowly it arrives, an upload is complete by then. */
const LONGEST_MS = 7 * DAY_MS;
/** Free space that an upload must leave on the disk, in bytes. */
const DISK_RESERVE = 1_000_000_000;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  // A title is shown to viewers, and PostgreSQL takes no NUL.
  .regex(/^\P{Cc}*$/u);
/** What a client says about its file, in `Upload-Metadata`. */
const metadata = z.object({
  title: line.optional(),
  filename: line.optional(),
  effort: z.enum(['quick', 'thorough']).optional(),
  reference: z
    .string()
    .regex(/^import:[0-9a-f]{40}$/)
    .optional(),
});

/** Takes uploads in. */
export function createUploads(dependencies: UploadsDependencies) {
  const { ingest, repository, store, files, clock, newId, logger } = dependencies;
  /** Who makes a request, which the hooks of the protocol's server must know. */
  const senders = new WeakMap<object, string>();
  /** Queues the job of a complete upload; a second call answers the same job. */
  const queueJob = async (upload: UploadRow): Promise<string> => {
    if (upload.jobId) return upload.jobId;
    const { jobId } = await ingest.ingest({
      file: uploadSource(upload.id),
      title: upload.title,
      reference: upload.reference ?? `upload:${upload.id}`,
      fileName: upload.fileName,
      effort: upload.effort,
      captions: upload.captions,
    });
    await repository.setJob(upload.id, jobId);
    logger.info({ upload: upload.id, job: jobId }, 'upload complete');
    return jobId;
  };
  const queueComplete = async (): Promise<void> => {
    for (const upload of await repository.all())
      if (upload.received === upload.size && !upload.jobId)
        await queueJob(upload).catch((error: unknown) =>
          logger.error({ err: error, upload: upload.id }, 'an upload could not be queued'),
        );
  };
  const wouldFillDisk = async (size: number): Promise<boolean> => {
    if (files.folder === undefined) return false;
    const { bavail, bsize } = await statfs(files.folder);
    // Packaging joins the pieces of an upload in a file beside them.
    return bavail * bsize - (await repository.promisedBytes()) - 2 * size < DISK_RESERVE;
  };

  const serverAt = (path: string) =>
    new Server({
      path,
      datastore: store,
      maxSize: dependencies.largestUpload,
      relativeLocation: true,
      // A job may be reading it.
      disableTerminationForFinishedUploads: true,
      // The listener answers to pages of this machine only, and names no other origin.
      allowedOrigins: [],
      namingFunction: () => newId(),
      getFileIdFromRequest: (_request, id) => (id && ID.test(id) ? id : undefined),
      async onUploadCreate({ runtime }, { id, size, metadata: said }) {
        const { data } = metadata.safeParse(said ?? {});
        if (!data) throw refuse('metadata_invalid');
        const title = data.title ?? data.filename?.replace(/\.[a-z0-9]{1,5}$/i, '');
        if (!title) throw refuse('title_missing');
        if (size === undefined) throw refuse('length_missing');
        if (size === 0) throw refuse('empty');
        if (await wouldFillDisk(size)) throw refuse('disk_full');
        const upload = {
          id,
          title,
          size,
          effort: data.effort ?? 'thorough',
          reference: data.reference ?? null,
          fileName: data.filename ?? null,
          begunBy: (runtime?.node && senders.get(runtime.node.req)) ?? null,
          createdAt: clock.now(),
        };
        const made = await repository.create(upload, MOST_UNFINISHED);
        if (made === 'too_many_own') throw refuse('too_many_uploads');
        if (made === 'too_many') throw refuse('too_many_of_all');
        return {};
      },
      async onUploadFinish(_request, { id }) {
        const upload = await repository.find(id);
        if (!upload) throw refuse('gone');
        return { headers: { 'Upload-Job': await queueJob(upload) } };
      },
      onResponseError: (_request, error) => {
        // The file store has its own line.
        if (!('status_code' in error) && !transientProblemOf(error))
          logger.error({ err: error }, 'an upload failed');
        return refusalBody(error);
      },
    });
  const servers = {
    operations: serverAt(UPLOADS_PATH),
    studio: serverAt(STUDIO_UPLOADS_PATH),
  };

  return {
    /** Answers a request of the tus protocol; `by` in the studio: who makes it. */
    handle: async (
      request: IncomingMessage,
      response: ServerResponse,
      by?: string,
    ): Promise<void> => {
      const fault = protocolFault(request);
      if (by !== undefined) senders.set(request, by);
      const server = by === undefined ? servers.operations : servers.studio;
      if (!fault) return await server.handle(request, response);
      response.writeHead(fault.status_code, {
        'Content-Type': 'application/json; charset=utf-8',
        'Tus-Version': '1.0.0',
        // What the client goes on sending has no reader.
        Connection: 'close',
      });
      response.end(fault.body);
    },

    /** Describes an upload; undefined for an unknown one, and for one of others than `owner`. */
    async find(id: string, owner?: string): Promise<UploadView | undefined> {
      const upload = ID.test(id) ? await repository.find(id) : undefined;
      return upload && isOf(upload, owner) ? viewOf(upload) : undefined;
    },

    /** Describes all uploads, or those of `owner`, the oldest first. */
    async list(owner?: string): Promise<UploadView[]> {
      return (await repository.all()).filter((one) => isOf(one, owner)).map(viewOf);
    },

    /** Whether a job packages an upload of others than `owner`. */
    async isJobOfOthers(jobId: string, owner: string): Promise<boolean> {
      const upload = await repository.findByJob(jobId);
      return upload !== undefined && !isOf(upload, owner);
    },

    /**
     * Adds captions to an upload, in place of those in the same language. Answers `complete` once
     * all of the file has arrived, `too_many`, and undefined for an unknown upload. Rejects with a
     * `CaptionsError` for malformed captions.
     */
    async addCaptions(
      id: string,
      track: CaptionTrack & { readonly vtt: string },
    ): Promise<UploadWithCaptions | 'complete' | 'too_many' | undefined> {
      if (!ID.test(id) || !(await repository.find(id))) return undefined;
      const { vtt, leftOut } = cleanCaptions(track.vtt);
      const language = track.language.toLowerCase();
      const changed = await repository.changeCaptions(id, (captions) => {
        const others = captions.filter((one) => one.language.toLowerCase() !== language);
        return others.length < MOST_CAPTIONS
          ? [...others, { language: track.language, label: track.label, vtt }]
          : 'too_many';
      });
      return typeof changed === 'object' ? { ...viewOf(changed), left_out: leftOut } : changed;
    },

    /** Queues the jobs of uploads that a process left complete when it was killed. */
    queueComplete,

    /**
     * Removes sources whose jobs are done, and uploads that are not going on.
     */
    async purge(): Promise<void> {
      const now = clock.now().getTime();
      for (const upload of await repository.all()) {
        const job = upload.jobId ? await ingest.job(upload.jobId) : undefined;
        const isOld = expiryOf(upload).getTime() < now;
        const isNeeded = await ingest.isSourceNeeded(uploadSource(upload.id));
        // A job is gone with its film, which somebody deleted.
        const isOver = upload.jobId !== null && (!job || job.state === 'done');
        if ((isOver || isOld) && !isNeeded) await store.remove(upload.id);
      }
    },
  };
}

/** Whether an upload is of `owner`; without one each is. */
function isOf({ begunBy }: UploadRow, owner: string | undefined): boolean {
  return owner === undefined || begunBy === owner;
}

/** When an upload is removed, if nothing of it comes until then. */
function expiryOf({ createdAt, lastPieceAt, received, size }: UploadRow): Date {
  const idle = (lastPieceAt ?? createdAt).getTime() + IDLE_MS;
  return new Date(received < size ? Math.min(idle, createdAt.getTime() + LONGEST_MS) : idle);
}

function viewOf(upload: UploadRow): UploadView {
  const { id, title, reference, size, received, captions, jobId, createdAt } = upload;
  return {
    id,
    title,
    reference,
    size,
    offset: received,
    captions: captions.map(({ language, label }) => ({ language, label })),
    job_id: jobId,
    created_at: createdAt.toISOString(),
    expires_at: expiryOf(upload).toISOString(),
  };
}
