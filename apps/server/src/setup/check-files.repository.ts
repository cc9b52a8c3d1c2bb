import { type Database, rowsOf } from '@bonisa/kit/database/database';
import type { AssetAudio, Av1Media, CaptionTrack, Rendition } from '@bonisa/media/asset';
import type { PosterCandidate } from '@bonisa/media/ingest/posters';
import { sql } from 'drizzle-orm';

/** An asset that is ready, with all that it says of its files. */
export interface CheckedAsset {
  readonly id: string;
  readonly title: string;
  readonly filesId: string | null;
  readonly renditions: readonly Rendition[];
  readonly av1: Av1Media | null;
  readonly audio: AssetAudio | null;
  readonly captions: readonly CaptionTrack[];
  readonly hasStoryboard: boolean;
  readonly posters: readonly PosterCandidate[] | null;
}

/** Captions that an editor gave a title. */
export interface CheckedCaptions {
  readonly kind: 'video' | 'episode';
  readonly slug: string;
  readonly language: string;
  readonly filesId: string;
}

/** The pieces of an upload that is still wanted. */
export interface CheckedUpload {
  readonly id: string;
  readonly title: string;
  readonly pieces: readonly { readonly path: string; readonly bytes: number }[];
}

const UNDER_WAY = sql.raw(`state in ('queued', 'running')`);
/** The captions of a title; none where no editor has decided. */
const CAPTIONS = sql.raw(
  `case when jsonb_typeof(captions) = 'array' then captions else '[]'::jsonb end`,
);

const list = (values: readonly string[]) =>
  sql`(select value from json_array_elements_text(${JSON.stringify(values)}::json))`;

/** What the database says of the files of the store; it reads everything and writes nothing. */
export function createCheckedFilesRepository(db: Database) {
  return {
    /** The assets that have files of their own, in the order of their ids. */
    assets: (after: string, limit: number): Promise<CheckedAsset[]> =>
      rowsOf<CheckedAsset>(
        db,
        sql`select id, title, files_id as "filesId", renditions, av1, audio, captions,
              posters,
              storyboard is not null as "hasStoryboard"
            from media_assets where state = 'ready' and part_ids is null and id::text > ${after}
            order by id::text limit ${limit}`,
      ),

    captions: (after: string, limit: number): Promise<CheckedCaptions[]> =>
      rowsOf<CheckedCaptions>(
        db,
        sql`select * from (
              select kind, slug, one ->> 'language' as language, one ->> 'filesId' as "filesId"
              from (select 'video' as kind, slug, captions from titles
                    union all select 'episode', slug, captions from episodes) as titled,
                jsonb_array_elements(${CAPTIONS}) as one) as given
            where "filesId" > ${after} order by "filesId" limit ${limit}`,
      ),

    artworks: async (after: string, limit: number): Promise<string[]> => {
      const rows = await rowsOf<{ id: string }>(
        db,
        sql`select id from artworks where id > ${after} order by id limit ${limit}`,
      );
      return rows.map(({ id }) => id);
    },

    uploads: (after: string, limit: number): Promise<CheckedUpload[]> =>
      rowsOf<CheckedUpload>(
        db,
        sql`select u.id, u.title,
              (select coalesce(json_agg(json_build_object('path', file, 'bytes', until - start)), '[]')
               from (select file, start, lead(start, 1, u.received) over (order by start) as until
                     from media_upload_pieces where upload_id = u.id) as piece) as pieces
            from media_uploads u left join media_ingest_jobs j on j.id = u.job_id
            where u.id::text > ${after} and (j.id is null or j.state in ('queued', 'running'))
            order by u.id::text limit ${limit}`,
      ),

    /** The titles that play an asset. */
    playedBy: async (assetId: string): Promise<string[]> => {
      const rows = await rowsOf<{ slug: string }>(
        db,
        sql`select slug from titles where ${assetId}::uuid in (asset_id, next_asset_id)
            union all select slug from episodes where ${assetId}::uuid in (asset_id, next_asset_id)
            order by 1 limit 5`,
      );
      return rows.map(({ slug }) => slug);
    },

    /** The titles that show an uploaded picture. */
    shownBy: async (artworkId: string): Promise<string[]> => {
      const of = (table: string) =>
        sql`select slug from ${sql.identifier(table)}, jsonb_each(artwork) where value ->> 'id' = ${artworkId}`;
      const rows = await rowsOf<{ slug: string }>(
        db,
        sql`${of('titles')} union all ${of('episodes')} union all ${of('channels')} order by 1 limit 5`,
      );
      return rows.map(({ slug }) => slug);
    },

    /**
     * Which folders below `media` something refers to, or an ingest or a live programme holds. A
     * deleted title refers to its captions, because it may return with them.
     */
    heldMedia: (ids: readonly string[]): Promise<ReadonlySet<string>> =>
      namesOf(
        db,
        sql`select given.value as name from ${list(ids)} as given where given.value in (
              select id::text from media_assets
              union all select files_id::text from media_assets where files_id is not null
              union all select av1 ->> 'filesId' from media_assets where av1 ->> 'filesId' is not null
              union all select id::text from media_retired
              union all select asset_id::text from contribution_parts
              union all select asset_id::text from media_ingest_jobs where ${UNDER_WAY}
              union all select claim::text from media_ingest_jobs where ${UNDER_WAY} and claim is not null
              union all select jsonb_array_elements_text(earlier_claims) from media_ingest_jobs where ${UNDER_WAY}
              union all select one ->> 'filesId' from titles, jsonb_array_elements(${CAPTIONS}) as one
                where one ->> 'filesId' is not null
              union all select one ->> 'filesId' from episodes, jsonb_array_elements(${CAPTIONS}) as one
                where one ->> 'filesId' is not null
              union all select one ->> 'filesId' from catalogue_versions v,
                  jsonb_array_elements(coalesce(v.deletion -> 'captions', '[]'::jsonb)) as one
                where v.action = 'deleted' and one ->> 'filesId' is not null
                  and not exists (select 1 from catalogue_versions n
                    where n.kind = v.kind and n.key = v.key and n.number > v.number))`,
      ),

    heldUploads: (ids: readonly string[]): Promise<ReadonlySet<string>> =>
      namesOf(db, sql`select id::text as name from media_uploads where id::text in ${list(ids)}`),

    heldArtworks: (ids: readonly string[]): Promise<ReadonlySet<string>> =>
      namesOf(db, sql`select id as name from artworks where id in ${list(ids)}`),
  };
}

export type CheckedFilesRepository = ReturnType<typeof createCheckedFilesRepository>;

async function namesOf(db: Database, query: ReturnType<typeof sql>): Promise<ReadonlySet<string>> {
  const rows = await rowsOf<{ name: string }>(db, query);
  return new Set(rows.map(({ name }) => name));
}
