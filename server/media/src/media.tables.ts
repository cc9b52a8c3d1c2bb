import type { TitleSegment } from '@bonisa/domain/playback/title-segments';
import { instant } from '@bonisa/kit/database/columns';
import { desc } from 'drizzle-orm';
import { doublePrecision, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { AssetAudio, Av1Media, CaptionTrack, Rendition } from './asset.ts';
import type { Loudness } from './ingest/loudness.ts';
import type { PosterCandidate } from './ingest/posters.ts';
import type { Storyboard } from './ingest/storyboard.ts';

/** Packaged media and ingest jobs. Times come from the application. */

/** Captions that wait for packaging: checked and rewritten, but not yet a file. */
export interface WaitingCaptions extends CaptionTrack {
  readonly vtt: string;
}

export const mediaAssets = pgTable(
  'media_assets',
  {
    id: uuid('id').primaryKey(),
    title: text('title').notNull(),
    /**
     * A name that the caller chose, for example `demo:night-train`. The same reference is never
     * ingested twice.
     */
    reference: text('reference').unique(),
    /** As its client called the file; null: not said. */
    fileName: text('file_name'),
    state: text('state', { enum: ['processing', 'ready', 'failed'] }).notNull(),
    /**
     * The folder of its files in the store: the claim of the worker that packaged them. Null: the
     * asset's own id.
     */
    filesId: uuid('files_id'),
    /** 0 until the asset is ready. */
    durationMs: integer('duration_ms').notNull(),
    renditions: jsonb('renditions').$type<readonly Rendition[]>().notNull(),
    /** The same in AV1; null: not made, or not yet. */
    av1: jsonb('av1').$type<Av1Media>(),
    /** Null: packaged before several languages were, with one track; or without sound. */
    audio: jsonb('audio').$type<AssetAudio>(),
    captions: jsonb('captions').$type<readonly CaptionTrack[]>().notNull(),
    /** Sentences: what of it differs from its source, and what of that was left out. */
    notes: jsonb('notes').$type<readonly string[]>().notNull().default([]),
    /** Null: packaged without one, or a composition. */
    storyboard: jsonb('storyboard').$type<Storyboard>(),
    /** Frames that can be the poster, the best first; null: packaged without, or a composition. */
    posters: jsonb('posters').$type<readonly PosterCandidate[]>(),
    /** The loudness of the source; null: not measured, or no sound. */
    loudness: jsonb('loudness').$type<Loudness>(),
    /**
     * The packaged assets of a composition in the order of playing; null: the asset has media of
     * its own. The renditions of a composition list no segments.
     */
    partIds: jsonb('part_ids').$type<readonly string[]>(),
    /** Opening, recap and credits. */
    segments: jsonb('segments').$type<readonly TitleSegment[]>().notNull().default([]),
    createdAt: instant('created_at').notNull(),
    readyAt: instant('ready_at'),
  },
  // The newest films come first in the studio's lists, of all states and of one.
  (table) => [
    index('media_assets_newest').on(desc(table.createdAt), desc(table.id)),
    index('media_assets_state').on(table.state, desc(table.createdAt), desc(table.id)),
  ],
);

export const mediaIngestJobs = pgTable(
  'media_ingest_jobs',
  {
    id: uuid('id').primaryKey(),
    assetId: uuid('asset_id')
      .notNull()
      .references(() => mediaAssets.id),
    /** The path of the source on the machine that packages it, or the name of an upload. */
    file: text('file').notNull(),
    /** What it makes: the asset, or AV1 renditions of an asset that is ready. */
    codec: text('codec', { enum: ['h264', 'av1'] })
      .notNull()
      .default('h264'),
    effort: text('effort', { enum: ['quick', 'thorough'] }).notNull(),
    captions: jsonb('captions').$type<readonly WaitingCaptions[]>().notNull(),
    state: text('state', { enum: ['queued', 'running', 'done', 'failed'] }).notNull(),
    /** Between 0 and 1. */
    progress: doublePrecision('progress').notNull(),
    /** What packaging does at the moment; null while nothing does. */
    stage: text('stage', { enum: ['probing', 'measuring', 'encoding', 'pictures', 'storing'] }),
    /** How often packaging started. The limit stops a source that crashes the server each time. */
    attempts: integer('attempts').notNull(),
    /** The token of the worker that claimed it last; only that worker may write to the job. */
    claim: uuid('claim'),
    /** The tokens of earlier workers, whose files may have stayed in the store. */
    earlierClaims: jsonb('earlier_claims').$type<readonly string[]>().notNull().default([]),
    errorCode: text('error_code'),
    errorText: text('error_text'),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    /** The last heartbeat of the worker. */
    aliveAt: instant('alive_at'),
    finishedAt: instant('finished_at'),
  },
  // For claims and for the list of active jobs.
  (table) => [
    index('media_ingest_jobs_state').on(table.state, table.createdAt),
    index('media_ingest_jobs_asset').on(table.assetId),
  ],
);

/**
 * Files that nothing plays any more: an asset that was replaced, or captions. They stay for those
 * who are in the middle of a play.
 */
export const mediaRetired = pgTable('media_retired', {
  /** The id of an asset, or of a folder of captions. */
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: ['asset', 'captions'] }).notNull(),
  retiredAt: instant('retired_at').notNull(),
});
