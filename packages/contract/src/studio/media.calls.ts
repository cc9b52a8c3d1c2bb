import { LEFT_OUT_REASONS } from '@bonisa/domain/playback/audio-languages';
import { z } from 'zod';
import { absent, flag, text } from '../call.ts';
import { entryKey } from './catalogue-entries.ts';
import { MOST_SEARCHED } from './lists.calls.ts';
import { studioCall } from './studio-call.ts';

const PAGE = 50;
/** The most films that one call names to package again. */
const MOST_RETRIED = 100;
/** The group of these calls in the API document. */
export const MEDIA_TAG = 'studio media';

/** The kinds of entries with media. */
export const mediaKind = z.enum(['video', 'episode']);
export const mediaKey = entryKey.meta({ description: "The entry's key, or its slug" });
const owner = z.strictObject({ kind: mediaKind });
const withId = z.strictObject({ id: z.uuid() });

const job = z.object({
  id: z.string(),
  asset_id: z.string(),
  codec: z.enum(['h264', 'av1']),
  state: z.enum(['queued', 'running', 'done', 'failed']),
  stage: z.string().nullable(),
  percent: z.number(),
  remaining_seconds: z.number().nullable(),
  /** Why it failed, or what it waits for. */
  error: z.object({ code: z.string().nullable(), description: z.string().nullable() }).nullable(),
  created_at: z.string(),
  finished_at: z.string().nullable(),
});

const use = z.object({ kind: mediaKind, key: z.string(), slug: z.string(), title: z.string() });

const asset = z.object({
  id: z.string(),
  title: z.string(),
  /** How the client that brought it names it. */
  reference: z.string().nullable(),
  /** As its client called the file; null: not said. */
  file_name: z.string().nullable(),
  state: z.enum(['processing', 'ready', 'failed']),
  duration_seconds: z.number(),
  renditions: z.array(z.object({ height: z.int(), bytes: z.int() })),
  /** The largest picture that was made of it; null: not packaged yet, or sound alone. */
  picture: z
    .object({ width: z.int(), height: z.int(), frame_rate: z.number(), codecs: z.string() })
    .nullable(),
  /** How loud it came; null: without sound, or not packaged yet. */
  sound: z.object({ lufs: z.number() }).nullable(),
  /** The languages of its sound, the first one first; null: not packaged yet, or without sound. */
  audio: z
    .object({
      /** `language` is a subtag of BCP 47; null: the file does not say. */
      tracks: z.array(z.object({ language: z.string().nullable(), bytes: z.int() })),
      /** Streams of its file that viewers cannot hear. */
      left_out: z.array(
        z.object({
          language: z.string().nullable(),
          title: z.string(),
          reason: z.enum(LEFT_OUT_REASONS),
        }),
      ),
    })
    .nullable(),
  /** Sentences: what of it differs from its file, and what of that was left out. */
  notes: z.array(z.string()),
  captions: z.array(z.object({ language: z.string(), label: z.string() })),
  created_at: z.string(),
  /** When it was replaced; it is removed later, unless something plays it again. */
  retired_at: z.string().nullable(),
});

const captionsRow = z.object({
  language: z.string(),
  label: z.string(),
  default: z.boolean(),
  /** `title`: uploaded for the title; `media`: they came with the film. */
  from: z.enum(['title', 'media']),
});

/** What a video or an episode plays, and its captions. */
export const titleMedia = z.object({
  kind: mediaKind,
  key: z.string(),
  /** What viewers play; null: nothing yet. */
  asset: asset.nullable(),
  /** What takes over as soon as it is ready. */
  next: asset.nullable(),
  /** The newest job of `next`, or else of `asset`. */
  job: job.nullable(),
  captions: z.array(captionsRow),
  /** The version of the entry: send it with a change of its captions. */
  version: z.int(),
  /** Languages of captions that came with the film and are not shown. */
  hidden_captions: z.array(z.string()),
});

const upload = z.object({
  id: z.string(),
  title: z.string(),
  /** How its client names the film. */
  reference: z.string().nullable(),
  size: z.number(),
  offset: z.number(),
  captions: z.array(z.object({ language: z.string(), label: z.string() })),
  job_id: z.string().nullable(),
  created_at: z.string(),
  /** When it is removed if it stands still until then: a week after its beginning at the latest. */
  expires_at: z.string(),
});

const UPLOADS = '/studio/api/uploads';
const nothing = z.undefined().meta({ description: 'Done' });
const TUS = {
  'tus-resumable': z.literal('1.0.0').meta({ description: 'The version of the protocol' }),
};
const TUS_ANSWER = {
  'tus-resumable': { type: 'string', description: 'The version of the protocol: 1.0.0' },
} as const;
const OFFSET = 'How many bytes have arrived';

/** Begins a resumable upload. */
export const createUpload = studioCall({
  id: 'studioCreateUpload',
  method: 'POST',
  path: UPLOADS,
  tag: MEDIA_TAG,
  summary:
    'Begin a resumable upload of a film (tus 1.0): Upload-Length, and Upload-Metadata with title or filename. Location is where its bytes go',
  needs: 'catalogue:write',
  protocol: {
    headers: z.object({
      ...TUS,
      'upload-length': z.int().min(1).meta({ description: 'The size of the file in bytes' }),
      'upload-metadata': z.string().meta({
        description: 'Names and values in base64, by commas: title, filename, effort, reference',
      }),
    }),
    status: 201,
    answerHeaders: {
      ...TUS_ANSWER,
      location: { type: 'string', description: 'Where the bytes go' },
    },
  },
  reply: nothing,
  errors: ['payload_too_large'],
});

/** Sends bytes of an upload. */
export const sendUpload = studioCall({
  id: 'studioSendUpload',
  method: 'PATCH',
  path: `${UPLOADS}/:id`,
  tag: MEDIA_TAG,
  summary:
    'Send bytes of an upload from Upload-Offset on (tus 1.0). The answer to the last ones names the job in Upload-Job',
  needs: 'catalogue:write',
  params: withId,
  takes: ['application/offset+octet-stream'],
  protocol: {
    headers: z.object({ ...TUS, 'upload-offset': z.int().min(0).meta({ description: OFFSET }) }),
    status: 204,
    answerHeaders: {
      ...TUS_ANSWER,
      'upload-offset': { type: 'integer', description: OFFSET },
      'upload-job': {
        type: 'string',
        description: 'The job that packages the film, once all have',
      },
    },
  },
  reply: nothing,
  errors: ['not_found', 'unsupported_media_type'],
});

/** How far an upload is. */
export const uploadState = studioCall({
  id: 'studioUpload',
  method: 'GET',
  path: `${UPLOADS}/:id`,
  tag: MEDIA_TAG,
  summary: 'How far an upload is; HEAD answers as tus 1.0 says',
  needs: 'catalogue:write',
  params: withId,
  reply: upload,
  errors: ['not_found'],
});

/** Ends an upload that is not complete. */
export const removeUpload = studioCall({
  id: 'studioRemoveUpload',
  method: 'DELETE',
  path: `${UPLOADS}/:id`,
  tag: MEDIA_TAG,
  summary: 'End an upload that is not complete',
  needs: 'catalogue:write',
  params: withId,
  protocol: { headers: z.object(TUS), status: 204, answerHeaders: TUS_ANSWER },
  reply: nothing,
  errors: ['not_found'],
});

/** The uploads that are not packaged yet. */
export const uploads = studioCall({
  id: 'studioUploads',
  method: 'GET',
  path: UPLOADS,
  tag: MEDIA_TAG,
  summary: 'Uploads that are not packaged yet, the oldest first',
  needs: 'catalogue:write',
  reply: z.object({ data: z.array(upload) }),
});

/** Jobs that package media. */
export const mediaJobs = studioCall({
  id: 'studioMediaJobs',
  method: 'GET',
  path: '/studio/api/media/jobs',
  tag: MEDIA_TAG,
  summary: 'Jobs that package media: active ones, or those in one state; at most 100',
  needs: 'catalogue:read',
  query: z.strictObject({
    state: absent(z.enum(['active', 'queued', 'running', 'done', 'failed'])).transform(
      (state) => state ?? 'active',
    ),
  }),
  reply: z.object({ data: z.array(job) }),
});

/** One job. */
export const mediaJob = studioCall({
  id: 'studioMediaJob',
  method: 'GET',
  path: '/studio/api/media/jobs/:id',
  tag: MEDIA_TAG,
  summary: 'A job: state, progress, and why it failed',
  needs: 'catalogue:read',
  params: withId,
  reply: job,
  errors: ['not_found'],
});

/** Packages failed films again. */
export const retryMedia = studioCall({
  id: 'studioRetryMedia',
  method: 'POST',
  path: '/studio/api/media/retry',
  tag: MEDIA_TAG,
  summary: 'Package failed films again: these, or all. What did not fail stays as it is',
  needs: 'catalogue:write',
  body: z.strictObject({ asset_ids: z.array(z.uuid()).min(1).max(MOST_RETRIED).optional() }),
  /** How many were queued. */
  reply: z.object({ queued: z.int() }),
});

/** All media. */
export const assets = studioCall({
  id: 'studioAssets',
  method: 'GET',
  path: '/studio/api/media/assets',
  tag: MEDIA_TAG,
  summary: 'Media, the newest first, with what plays it',
  needs: 'catalogue:read',
  query: z.strictObject({
    after: absent(z.uuid()),
    state: absent(z.enum(['processing', 'ready', 'failed'])),
    /** In its title, the name of its file, and the titles that play it. */
    search: absent(text(MOST_SEARCHED)),
    limit: absent(z.coerce.number().int().min(1).max(100)).transform((limit) => limit ?? PAGE),
  }),
  reply: z.object({
    /** `problem`: why it could not be packaged. */
    data: z.array(asset.extend({ uses: z.array(use), problem: z.string().nullable() })),
    next: z.string().nullable(),
  }),
});

/** Removes media. */
export const removeAsset = studioCall({
  id: 'studioRemoveAsset',
  method: 'DELETE',
  path: '/studio/api/media/assets/:id',
  tag: MEDIA_TAG,
  summary: 'Remove media that nothing plays; the refusal says what does',
  needs: 'catalogue:write',
  params: withId,
  reply: z.object({ removed: z.literal(true) }),
  errors: ['not_found', 'conflict'],
});

export const MEDIA_OF_TITLE = '/studio/api/media/titles/:kind';

const seenMedia = z
  .strictObject({ asset_id: z.uuid().nullable(), next_id: z.uuid().nullable() })
  .meta({
    description:
      'What the title played and what waited when the caller looked: another film since then is refused as conflict',
  });

/** The media of a video or an episode. */
export const mediaOfTitle = studioCall({
  id: 'studioTitleMedia',
  method: 'GET',
  path: MEDIA_OF_TITLE,
  tag: MEDIA_TAG,
  summary: 'What a video or an episode plays, what takes over, and its captions',
  needs: 'catalogue:read',
  params: owner,
  query: z.strictObject({ key: mediaKey }),
  reply: titleMedia,
  errors: ['not_found'],
});

/** Gives a video or an episode media. */
export const attachMedia = studioCall({
  id: 'studioAttachMedia',
  method: 'PUT',
  path: MEDIA_OF_TITLE,
  tag: MEDIA_TAG,
  summary:
    'Give a video or an episode media, by the asset or by the job that packages it. What it plays already is replaced without a gap: new plays have the new media once it is ready, and plays under way keep theirs',
  needs: 'catalogue:write',
  params: owner,
  body: z
    .strictObject({
      key: mediaKey,
      asset_id: z.uuid().optional(),
      job_id: z.uuid().optional(),
      seen: seenMedia.optional(),
    })
    .refine(({ asset_id, job_id }) => (asset_id === undefined) !== (job_id === undefined), {
      error: 'must have asset_id or job_id',
    }),
  reply: titleMedia,
  errors: ['not_found', 'conflict'],
});

/** Takes media away. */
export const detachMedia = studioCall({
  id: 'studioDetachMedia',
  method: 'DELETE',
  path: MEDIA_OF_TITLE,
  tag: MEDIA_TAG,
  summary:
    'Take the media of a video or an episode away, or only what waits to take over (next=true)',
  needs: 'catalogue:write',
  params: owner,
  query: z.strictObject({
    key: mediaKey,
    next: absent(flag).transform((next) => next ?? false),
    /** What the title played and what waited when the caller looked, as when media is given. */
    seen_asset_id: absent(z.uuid()),
    seen_next_id: absent(z.uuid()),
  }),
  reply: titleMedia,
  errors: ['not_found', 'conflict'],
});
