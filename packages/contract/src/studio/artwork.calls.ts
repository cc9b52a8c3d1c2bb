import { z } from 'zod';
import { absent } from '../call.ts';
import { ARTWORK_USES, pictureId } from './artwork-fields.ts';
import { entryKey } from './catalogue-entries.ts';
import { studioCall } from './studio-call.ts';

/** The kinds of entries with pictures. */
export const PICTURED_KINDS = [
  'channel',
  'category',
  'show',
  'episode',
  'video',
  'slide',
  'liveChannel',
] as const;
export type PicturedKind = (typeof PICTURED_KINDS)[number];

/** The largest picture in bytes. */
export const MOST_PICTURE_BYTES = 24 * 1024 * 1024;

const kind = z.enum(PICTURED_KINDS);
const use = z.enum(ARTWORK_USES);
const share = z.coerce.number().min(0).max(1);
const params = z.strictObject({ kind });
const key = entryKey.meta({ description: "The entry's key, or its slug" });
const anyUse = absent(use).transform((given) => given ?? 'all');
const frameFile = z.string().regex(/^[a-z0-9][a-z0-9-]{0,40}\.[a-z0-9]{1,5}$/);
const middle = absent(share).transform((given) => given ?? 0.5);
const focal = z.object({ x: z.number(), y: z.number() });
const version = z.int().min(0).meta({
  description:
    'The version of the entry that the change began from: a picture that another person has given for this use since is not replaced, but named as conflict',
});
const versionInAddress = absent(z.coerce.number().int().min(0)).meta({
  description: version.meta()?.description,
});

const picture = z.object({
  use: z.enum(ARTWORK_USES.filter((one) => one !== 'all')),
  /** Drawn by the product, because no picture was given. */
  drawn: z.boolean(),
  /** Which given picture it is cut from. */
  from: use.nullable(),
  focal: focal.nullable(),
  /** The picture given is smaller than the largest of these widths. */
  enlarged: z.boolean(),
  /** Its address for viewers without `-{width}.{format}`; it changes with the content. */
  base: z.string(),
  widths: z.array(z.int()),
  formats: z.array(z.string()),
  width: z.int(),
  height: z.int(),
  placeholder: z.string(),
});

const given = z.object({
  use,
  /** A hash of the bytes that were uploaded. */
  id: z.string(),
  width: z.int(),
  height: z.int(),
  focal,
  accent: z.string(),
});

export const artworkReply = z.object({
  kind,
  key: z.string(),
  /** The version of the entry: send it with a change. */
  version: z.int(),
  /** Every picture is drawn by the product. */
  drawn: z.boolean(),
  given: z.array(given),
  pictures: z.array(picture),
  accent: z.string().nullable(),
  thumbhash: z.string().nullable(),
  /** Frames of the video that can be chosen, the best first; `url` is one of the studio. */
  frames: z.array(z.object({ file: z.string(), url: z.string(), seconds: z.number() })),
});

const TAG = 'studio artwork';
const PATH = '/studio/api/artwork/:kind';
/** The bytes themselves decide what a picture is; a client that does not know sends the first. */
const PICTURES = [
  'application/octet-stream',
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
] as const;

/** What pictures an entry has. */
export const artwork = studioCall({
  id: 'studioArtwork',
  method: 'GET',
  path: PATH,
  tag: TAG,
  summary: 'The pictures of an entry: which are given and which are drawn, with focal points',
  needs: 'catalogue:read',
  params,
  query: z.strictObject({ key }),
  reply: artworkReply,
});

/** Gives an entry a picture: the bytes are the body. */
export const putArtwork = studioCall({
  id: 'studioPutArtwork',
  method: 'PUT',
  path: PATH,
  tag: TAG,
  summary:
    'Give an entry a picture. The body is the file itself: JPEG, PNG, WebP or AVIF of at most 24 MB, 64 million pixels and one frame; what it is decides its content, whatever Content-Type says. Metadata is removed. The same picture again changes nothing',
  needs: 'catalogue:write',
  params,
  query: z.strictObject({ key, use: anyUse, x: middle, y: middle, version: versionInAddress }),
  takes: PICTURES,
  reply: artworkReply,
  errors: [
    'not_found',
    'conflict',
    'payload_too_large',
    'unsupported_media_type',
    'picture_unreadable',
    'picture_animated',
    'picture_size_refused',
    'unavailable',
  ],
});

/** Moves the focal point of a picture: its crops follow. */
export const moveFocalPoint = studioCall({
  id: 'studioMoveFocalPoint',
  method: 'PATCH',
  path: PATH,
  tag: TAG,
  summary: 'Move the focal point of a given picture; its crops get new addresses',
  needs: 'catalogue:write',
  params,
  body: z.strictObject({
    key,
    use: use.optional().default('all'),
    x: z.number().min(0).max(1),
    y: z.number().min(0).max(1),
    version: version.optional(),
  }),
  reply: artworkReply,
  errors: ['not_found', 'conflict'],
});

/** Takes a picture away. */
export const removeArtwork = studioCall({
  id: 'studioRemoveArtwork',
  method: 'DELETE',
  path: PATH,
  tag: TAG,
  summary: 'Take given pictures away, one use or all: what is left without one is drawn again',
  needs: 'catalogue:write',
  params,
  query: z.strictObject({ key, use: absent(use), version: versionInAddress }),
  reply: artworkReply,
  errors: ['not_found', 'conflict'],
});

/** Makes a frame of its video the picture of an entry. */
export const putArtworkFrame = studioCall({
  id: 'studioPutArtworkFrame',
  method: 'POST',
  path: `${PATH}/frame`,
  tag: TAG,
  summary: 'Make a frame of its own video the picture of an entry',
  needs: 'catalogue:write',
  params,
  body: z.strictObject({
    key,
    use: use.optional().default('all'),
    file: frameFile,
    x: z.number().min(0).max(1).optional().default(0.5),
    y: z.number().min(0).max(1).optional().default(0.5),
    version: version.optional(),
  }),
  reply: artworkReply,
  errors: ['not_found', 'conflict', 'picture_unreadable', 'picture_size_refused', 'unavailable'],
});

const bytes = z.unknown().meta({ description: 'The bytes of a picture' });
const made = absent(z.string().max(200)).meta({
  description: 'Ignored: a page names what it shows, so that its address is new when that is',
});

/** One picture as viewers see it, for drafts as well. */
export const artworkPicture = studioCall({
  id: 'studioArtworkPicture',
  method: 'GET',
  path: `${PATH}/picture`,
  tag: TAG,
  summary: 'One picture of an entry as viewers see it (WebP or JPEG), for drafts as well',
  needs: 'catalogue:read',
  params,
  query: z.strictObject({ key, use, made }),
  reply: bytes,
  answers: ['image/webp', 'image/jpeg'],
  errors: ['not_found'],
});

/** A frame of the film of an entry, which can be its picture. */
export const artworkFrame = studioCall({
  id: 'studioArtworkFrame',
  method: 'GET',
  path: `${PATH}/frame`,
  tag: TAG,
  summary: 'A frame of its own video that can be the picture of an entry, as JPEG',
  needs: 'catalogue:read',
  params,
  query: z.strictObject({ key, file: frameFile, made }),
  reply: bytes,
  answers: ['image/jpeg'],
  errors: ['not_found'],
});

/** A given picture before it is cut. */
export const artworkOriginal = studioCall({
  id: 'studioArtworkOriginal',
  method: 'GET',
  path: `${PATH}/original`,
  tag: TAG,
  summary: 'A given picture before it is cut, as JPEG without metadata',
  needs: 'catalogue:read',
  params,
  query: z.strictObject({ key, use: anyUse, made }),
  reply: bytes,
  answers: ['image/jpeg'],
  errors: ['not_found'],
});

/** Takes a picture in without giving it to an entry. */
export const uploadPicture = studioCall({
  id: 'studioUploadPicture',
  method: 'POST',
  path: '/studio/api/pictures',
  tag: TAG,
  summary:
    'Upload a picture for rows of a batch, which name it by its id. The body is the file itself, as for an entry. A picture that no entry is given within a week is removed',
  needs: 'catalogue:write',
  takes: PICTURES,
  reply: z.object({ id: pictureId, width: z.int(), height: z.int(), accent: z.string() }),
  errors: [
    'payload_too_large',
    'unsupported_media_type',
    'picture_unreadable',
    'picture_animated',
    'picture_size_refused',
    'unavailable',
  ],
});

/** A picture of any version of an entry, small. */
export const uploadedPicture = studioCall({
  id: 'studioUploadedPicture',
  method: 'GET',
  path: '/studio/api/pictures/:id',
  tag: TAG,
  summary: 'An uploaded picture, at most 480 pixels wide and high, as WebP: for the history',
  needs: 'catalogue:read',
  params: z.strictObject({ id: pictureId }),
  reply: bytes,
  answers: ['image/webp'],
  errors: ['not_found'],
});
