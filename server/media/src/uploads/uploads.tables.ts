import { instant } from '@bonisa/kit/database/columns';
import { bigint, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { WaitingCaptions } from '../media.tables.ts';

/** Resumable uploads. Their bytes lie in the file store, so any process can go on with one. */

export const mediaUploads = pgTable('media_uploads', {
  id: uuid('id').primaryKey(),
  title: text('title').notNull(),
  /** How its client names the film, for example an import; null: by the upload. */
  reference: text('reference'),
  /** As its client calls the file; null: not said. */
  fileName: text('file_name'),
  effort: text('effort', { enum: ['quick', 'thorough'] }).notNull(),
  captions: jsonb('captions').$type<readonly WaitingCaptions[]>().notNull().default([]),
  size: bigint('size', { mode: 'number' }).notNull(),
  /** The bytes that have arrived. */
  received: bigint('received', { mode: 'number' }).notNull().default(0),
  /** How many pieces they arrived in. */
  pieces: integer('pieces').notNull().default(0),
  /** Null: not complete, or complete and not yet queued. */
  jobId: uuid('job_id'),
  /** Who began it: `account:{id}` or `key:{id}`; null: an operator, or a command. */
  begunBy: text('begun_by'),
  createdAt: instant('created_at').notNull(),
  /** When its last piece came; null: none has, or it came before this was noted. */
  lastPieceAt: instant('last_piece_at'),
});

/** The pieces of uploads; a piece is one file of the store. */
export const mediaUploadPieces = pgTable(
  'media_upload_pieces',
  {
    uploadId: uuid('upload_id')
      .notNull()
      .references(() => mediaUploads.id, { onDelete: 'cascade' }),
    /** Its place in the upload, in bytes from the start. */
    start: bigint('start', { mode: 'number' }).notNull(),
    /** The name of its file in the folder of the upload. */
    file: text('file').notNull(),
  },
  (table) => [primaryKey({ columns: [table.uploadId, table.start] })],
);
