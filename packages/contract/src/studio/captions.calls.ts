import { z } from 'zod';
import { absent, flag } from '../call.ts';
import { line } from './catalogue-entries.ts';
import { MEDIA_OF_TITLE, MEDIA_TAG, mediaKey, mediaKind, titleMedia } from './media.calls.ts';
import { studioCall } from './studio-call.ts';

/** The captions of videos and episodes. */

/** The largest file of captions in characters: those of a film of three hours have about 150 kB. */
export const MOST_CAPTION_CHARACTERS = 2_000_000;

/** The language of captions, as viewers choose it. */
export const captionsLanguage = z
  .string()
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, 'must be a language code as in en-ZA');
/** What viewers choose captions by. */
export const captionsLabel = line(60);
/** What of a file of captions is not in them. */
export const captionsLeftOut = z.object({
  /** Captions of the file that cannot be shown: how many, and the first ones with their lines. */
  count: z.int(),
  lines: z.array(z.string()),
});

const owner = z.strictObject({ kind: mediaKind, language: captionsLanguage });
const CAPTIONS_VERSION =
  'The version of the entry that the change began from: captions of the language that another person has changed since are not replaced, but named as conflict';

/** Gives a title captions. */
export const putCaptions = studioCall({
  id: 'studioPutCaptions',
  method: 'PUT',
  path: `${MEDIA_OF_TITLE}/captions/:language`,
  tag: MEDIA_TAG,
  summary:
    'Give a video or an episode captions of a language (WebVTT or SRT), in place of others, at any time. Without text only label and default change. The change is a version of the entry',
  needs: 'catalogue:write',
  params: owner,
  body: z.strictObject({
    key: mediaKey,
    label: captionsLabel,
    default: z.boolean().optional().default(false),
    text: z.string().max(MOST_CAPTION_CHARACTERS).optional(),
    from_import: z.boolean().optional().default(false).meta({
      description:
        'The text is that of an import: one that an import gave last in this language is not given again, whatever an editor has made of it since',
    }),
    version: z.int().min(0).optional().meta({ description: CAPTIONS_VERSION }),
  }),
  reply: titleMedia.extend({
    /** False: an import gave this text before. */
    given: z.boolean(),
    left_out: captionsLeftOut,
  }),
  errors: ['not_found', 'conflict', 'payload_too_large'],
});

/** Takes captions away. */
export const removeCaptions = studioCall({
  id: 'studioRemoveCaptions',
  method: 'DELETE',
  path: `${MEDIA_OF_TITLE}/captions/:language`,
  tag: MEDIA_TAG,
  summary:
    'Take captions away: those that came with the film are hidden, and restore=true shows them again',
  needs: 'catalogue:write',
  params: owner,
  query: z.strictObject({
    key: mediaKey,
    restore: absent(flag).transform((restore) => restore ?? false),
    version: absent(z.coerce.number().int().min(0)).meta({ description: CAPTIONS_VERSION }),
  }),
  reply: titleMedia,
  errors: ['not_found', 'conflict'],
});

/** The text of captions. */
export const captionsText = studioCall({
  id: 'studioCaptionsText',
  method: 'GET',
  path: `${MEDIA_OF_TITLE}/captions/:language`,
  tag: MEDIA_TAG,
  summary: 'The captions of a language as viewers get them, as WebVTT',
  needs: 'catalogue:read',
  params: owner,
  query: z.strictObject({ key: mediaKey }),
  reply: z.unknown().meta({ description: 'WebVTT' }),
  answers: ['text/vtt'],
  errors: ['not_found'],
});
