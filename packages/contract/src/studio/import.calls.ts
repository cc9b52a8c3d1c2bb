import { z } from 'zod';
import { absent, text } from '../call.ts';
import { artworkReply, PICTURED_KINDS } from './artwork.calls.ts';
import { ARTWORK_USES } from './artwork-fields.ts';
import { captionsLabel, captionsLanguage, captionsLeftOut } from './captions.calls.ts';
import { entryKey } from './catalogue-entries.ts';
import { ENTRY_KINDS } from './entry-kinds.ts';
import { mediaKey, mediaKind } from './media.calls.ts';
import { studioCall } from './studio-call.ts';

/** What the studio imports from a file or a feed: read here, and written by batches. */

export const IMPORT_FORMATS = ['json', 'csv', 'mrss'] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** The largest file that the studio reads, in bytes; larger ones go by `npm run import`. */
export const MOST_IMPORT_BYTES = 8 * 1024 * 1024;

/** The most entries of such a file; larger ones go by `npm run import`. */
export const MOST_IMPORT_ROWS = 20_000;

const TAG = 'studio import';
const IMPORTS = '/studio/api/imports';
const share = z.number().min(0).max(1);
const address = text(2000).regex(/^https?:\/\//i, 'must be an http or https address');

const problem = z.object({ place: z.string(), field: z.string(), problem: z.string() });

/** What a source has. */
export const importContent = z.object({
  /** Rows of a batch, in the order in which they must be written, with their places. */
  rows: z.array(z.object({ place: z.string(), row: z.looseObject({ kind: z.string() }) })),
  /** Pictures at addresses of the public internet, which follow the entries. */
  pictures: z.array(
    z.object({
      place: z.string(),
      kind: z.enum(PICTURED_KINDS),
      key: z.string(),
      use: z.enum(ARTWORK_USES),
      x: share,
      y: share,
      url: z.string(),
    }),
  ),
  /** Captions at addresses of the public internet, which follow the entries. */
  captions: z.array(
    z.object({
      place: z.string(),
      kind: mediaKind,
      key: z.string(),
      language: z.string(),
      label: z.string(),
      url: z.string(),
    }),
  ),
  /** Films at addresses, which only `npm run import` brings. */
  films: z.int(),
  /** Files that rows name and that only `npm run import` can bring. */
  left_out: z.array(z.string()),
  /** What of it is not read, such as elements of a feed: one line each, with how often. */
  unread: z.array(z.string()),
  /** Items of a feed that are left out, and why; the others are in `rows`. */
  refused: z.array(problem),
  /** How its text was encoded; null: it could not be read. */
  encoding: z.enum(['UTF-8', 'UTF-16', 'Windows-1252']).nullable(),
  /** Why it cannot be read; there are no rows then. */
  problems: z.array(problem),
});

/** Reads a catalogue file. */
export const readImport = studioCall({
  id: 'studioReadImport',
  method: 'POST',
  path: `${IMPORTS}/read`,
  tag: TAG,
  summary:
    'Read a catalogue file into rows of a batch; nothing is written. The body is the file itself (JSON, CSV or RSS with Media RSS) of at most 8 MiB',
  needs: 'catalogue:write',
  audited: false,
  query: z.strictObject({ format: z.enum(IMPORT_FORMATS), kind: absent(z.enum(ENTRY_KINDS)) }),
  takes: ['application/octet-stream'],
  reply: importContent,
  errors: ['payload_too_large'],
});

/** Reads a feed at an address. */
export const readFeed = studioCall({
  id: 'studioReadFeed',
  method: 'POST',
  path: `${IMPORTS}/feed`,
  tag: TAG,
  summary:
    'Read a feed (RSS 2.0 with Media RSS) at an address of the public internet; nothing is written',
  needs: 'catalogue:write',
  body: z.strictObject({ url: address }),
  reply: importContent,
});

/** Gives an entry the picture at an address. */
export const importPicture = studioCall({
  id: 'studioImportPicture',
  method: 'POST',
  path: `${IMPORTS}/picture`,
  tag: TAG,
  summary: 'Give an entry the picture at an address of the public internet',
  needs: 'catalogue:write',
  body: z.strictObject({
    kind: z.enum(PICTURED_KINDS),
    key: entryKey,
    use: z.enum(ARTWORK_USES),
    x: share,
    y: share,
    url: address,
  }),
  reply: z.object({ given: z.array(artworkReply.shape.given.element) }),
  errors: [
    'not_found',
    'payload_too_large',
    'unsupported_media_type',
    'picture_unreadable',
    'picture_animated',
    'picture_size_refused',
    'unavailable',
  ],
});

/** Gives a title the captions at an address. */
export const importCaptions = studioCall({
  id: 'studioImportCaptions',
  method: 'POST',
  path: `${IMPORTS}/captions`,
  tag: TAG,
  summary:
    'Give a video or an episode the captions (WebVTT or SRT) at an address of the public internet. Those that an import gave last in this language are not given again',
  needs: 'catalogue:write',
  body: z.strictObject({
    kind: mediaKind,
    key: mediaKey,
    language: captionsLanguage,
    label: captionsLabel,
    url: address,
  }),
  reply: z.object({ given: z.boolean(), left_out: captionsLeftOut }),
  errors: ['not_found', 'conflict'],
});
