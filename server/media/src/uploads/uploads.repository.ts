import { type Database, lockFor } from '@bonisa/kit/database/database';
import { and, asc, count, eq, lt, sql } from 'drizzle-orm';
import type { WaitingCaptions } from '../media.tables.ts';
import { mediaUploadPieces, mediaUploads } from './uploads.tables.ts';

/** A row of the uploads table. */
export type UploadRow = typeof mediaUploads.$inferSelect;

/** An upload as it begins. */
export type NewUpload = Pick<UploadRow, 'id' | 'title' | 'effort' | 'size' | 'createdAt'> &
  Partial<Pick<UploadRow, 'reference' | 'fileName' | 'begunBy'>>;

/** How many uploads may be unfinished: of whoever begins another one, and of all. */
export interface MostUnfinished {
  readonly own: number;
  readonly all: number;
}

export type UploadsRepository = ReturnType<typeof createUploadsRepository>;

const unfinished = lt(mediaUploads.received, mediaUploads.size);

/** The SQL of resumable uploads. */
export function createUploadsRepository(db: Database) {
  return {
    /** Creates an upload, unless as many as may be are unfinished: then it says whose. */
    async create(
      upload: NewUpload,
      most: MostUnfinished,
    ): Promise<'created' | 'too_many_own' | 'too_many'> {
      const begunBy = upload.begunBy ?? null;
      const isOwn = sql`${mediaUploads.begunBy} is not distinct from ${begunBy}::text`;
      const own = sql<number>`(count(*) filter (where ${isOwn}))::int`;
      return await db.transaction(async (tx) => {
        await lockFor(tx, 'media uploads');
        const [found] = await tx.select({ own, all: count() }).from(mediaUploads).where(unfinished);
        if ((found?.own ?? 0) >= most.own) return 'too_many_own';
        if ((found?.all ?? 0) >= most.all) return 'too_many';
        await tx.insert(mediaUploads).values(upload);
        return 'created';
      });
    },

    async find(id: string): Promise<UploadRow | undefined> {
      return (await db.select().from(mediaUploads).where(eq(mediaUploads.id, id)))[0];
    },

    async findByJob(jobId: string): Promise<UploadRow | undefined> {
      return (await db.select().from(mediaUploads).where(eq(mediaUploads.jobId, jobId)))[0];
    },

    /** All uploads, the oldest first. */
    async all(): Promise<UploadRow[]> {
      return await db
        .select()
        .from(mediaUploads)
        .orderBy(asc(mediaUploads.createdAt), asc(mediaUploads.id));
    },

    /** The bytes that unfinished uploads still announce. */
    async promisedBytes(): Promise<number> {
      const promised = sql<string>`coalesce(sum(${mediaUploads.size} - ${mediaUploads.received}), 0)`;
      const [found] = await db.select({ promised }).from(mediaUploads).where(unfinished);
      return Number(found?.promised ?? 0);
    },

    /**
     * Adds a piece where the bytes end. Returns false, and changes nothing, if the upload is gone
     * or does not end at `start`: another request has added a piece meanwhile.
     */
    async addPiece(
      id: string,
      piece: { readonly start: number; readonly bytes: number; readonly file: string },
      now: Date,
    ): Promise<boolean> {
      const { start, bytes, file } = piece;
      return await db.transaction(async (tx) => {
        const [grown] = await tx
          .update(mediaUploads)
          .set({
            received: start + bytes,
            pieces: sql`${mediaUploads.pieces} + 1`,
            lastPieceAt: now,
          })
          .where(and(eq(mediaUploads.id, id), eq(mediaUploads.received, start), unfinished))
          .returning({ id: mediaUploads.id });
        if (!grown) return false;
        await tx.insert(mediaUploadPieces).values({ uploadId: id, start, file });
        return true;
      });
    },

    /** The files of an upload in their order. */
    async piecesOf(id: string): Promise<string[]> {
      const rows = await db
        .select({ file: mediaUploadPieces.file })
        .from(mediaUploadPieces)
        .where(eq(mediaUploadPieces.uploadId, id))
        .orderBy(asc(mediaUploadPieces.start));
      return rows.map(({ file }) => file);
    },

    /**
     * Changes the captions of an upload; requests that arrive together follow each other.
     * Answers `complete` where all of the file has arrived.
     */
    async changeCaptions(
      id: string,
      change: (captions: readonly WaitingCaptions[]) => readonly WaitingCaptions[] | 'too_many',
    ): Promise<UploadRow | 'complete' | 'too_many' | undefined> {
      return await db.transaction(async (tx) => {
        const isThis = eq(mediaUploads.id, id);
        const [upload] = await tx.select().from(mediaUploads).where(isThis).for('update');
        if (!upload) return undefined;
        if (upload.jobId !== null || upload.received >= upload.size) return 'complete';
        const captions = change(upload.captions);
        if (captions === 'too_many') return captions;
        await tx.update(mediaUploads).set({ captions }).where(isThis);
        return { ...upload, captions };
      });
    },

    async setJob(id: string, jobId: string): Promise<void> {
      await db.update(mediaUploads).set({ jobId }).where(eq(mediaUploads.id, id));
    },

    async remove(id: string): Promise<void> {
      await db.delete(mediaUploads).where(eq(mediaUploads.id, id));
    },
  };
}
