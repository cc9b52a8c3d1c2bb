import { z } from 'zod';
import type { CallName } from './addresses.ts';
import { absent, defineCall, instant, text } from './call.ts';
import { categoryCard, channelCard, episodeCard, titleCard } from './entities.ts';
import type { ErrorCode } from './errors.ts';
import { entityId, pageNumber, pageSize, wholeNumber } from './listing.ts';
import { instantInput } from './times.ts';

/** The calls of my list and of resume positions (rows A3 to A5, C7, F9, F10). */

const slug = text(80).min(1);

/** Names one entity: exactly one of the fields is required. `show` is a slug. */
export const listReference = z
  .strictObject({
    episode_id: absent(entityId),
    video_id: absent(entityId),
    channel_id: absent(entityId),
    category_id: absent(entityId),
    show: absent(slug),
  })
  .refine((fields) => Object.values(fields).filter((value) => value !== undefined).length === 1, {
    error: 'must name exactly one of episode_id, video_id, channel_id, category_id and show',
  });

/** The subscriber has seen the video, or the show to the end of its last episode. */
const watched = z.boolean().optional();

export const listItem = z.discriminatedUnion('kind', [
  titleCard.extend({ kind: z.literal('video'), added_at: instant, watched }),
  titleCard.extend({ kind: z.literal('show'), added_at: instant, watched }),
  episodeCard.extend({ added_at: instant }),
  channelCard.extend({ kind: z.literal('channel'), added_at: instant }),
  categoryCard.extend({ kind: z.literal('category'), added_at: instant }),
]);

export type ListItem = z.output<typeof listItem>;

/** E9 */
export const pagination = z.object({
  page: z.int(),
  limit: z.int(),
  pages: z.int(),
  total: z.int(),
});

export const listFields = z.strictObject({
  /** A channel's slug: limits the list to that channel. */
  channel: absent(slug),
  page: pageNumber,
  limit: pageSize,
  sort: absent(z.enum(['newest', 'oldest', 'title'])),
});

export const listReply = z.object({ videos: z.array(listItem), pagination });

/** My list (row A3), without titles that are no longer visible. */
export const list = defineCall('list', {
  tag: 'viewer',
  summary: "The session's own list, the latest addition first",
  auth: 'session+device',
  body: listFields,
  reply: listReply,
  errors: [
    'invalid_token',
    'invalid_request',
    'not_signed_in',
    'foreign_origin',
    'too_many_requests',
  ],
});

const status = z.object({ data: z.object({ status: z.boolean() }) });

function listCall(name: CallName, summary: string, errors: readonly ErrorCode[] = []) {
  return defineCall(name, {
    tag: 'viewer',
    summary,
    auth: 'session+device',
    body: listReference,
    reply: status,
    errors: [
      'invalid_request',
      'not_signed_in',
      'invalid_token',
      'not_found',
      'foreign_origin',
      'too_many_requests',
      ...errors,
    ],
  });
}

/** Whether an entity is on my list (row A4); false for a visitor. */
export const listStatus = listCall('listStatus', 'Whether something stands on the list');

/** Adds an entity to my list (row A5); adding it twice changes nothing. */
export const addToList = listCall('addToList', 'Add something to the list', ['conflict']);

/** Removes an entity from my list (row A5); an absent entity changes nothing. */
export const removeFromList = listCall('removeFromList', 'Take something off the list');

/**
 * Titles begun and not finished, the latest first, at most 24; one entry for a show (the latest
 * episode).
 */
export const resume = defineCall('resume', {
  tag: 'viewer',
  summary: 'What was begun and not finished',
  auth: 'session+device',
  body: undefined,
  reply: z.object({
    items: z.array(
      z.object({
        /** Whole seconds from the beginning; 0: the episode after a finished one. */
        time: z.int(),
        at: instant,
        title: z.discriminatedUnion('kind', [
          titleCard.extend({ kind: z.literal('video') }),
          episodeCard,
        ]),
      }),
    ),
  }),
  errors: ['invalid_token', 'not_signed_in', 'too_many_requests'],
});

const position = z
  .strictObject({
    video_id: absent(entityId),
    episode_id: absent(entityId),
    /**
     * Whole seconds. Under 5 % of the duration the title counts as not begun; over 95 %, or from
     * its credits on, as finished. Its entry is removed; the next episode takes its place.
     */
    time: wholeNumber(0, 86_400),
    /**
     * When playback stopped, for positions from before sign-in; a time in the future counts as now.
     * The newest position wins.
     */
    at: absent(instantInput),
  })
  .refine((fields) => (fields.video_id === undefined) !== (fields.episode_id === undefined), {
    error: 'must name exactly one of video_id and episode_id',
  });

/** Stores resume positions (row F10); a newer position replaces the older one of the same title. */
export const putResume = defineCall('putResume', {
  tag: 'viewer',
  summary: 'Remember where playback was left',
  auth: 'session+device',
  body: z.strictObject({ positions: z.array(position).min(1).max(50) }),
  reply: z.object({ kept: z.int() }),
  errors: [
    'invalid_token',
    'invalid_request',
    'not_signed_in',
    'foreign_origin',
    'too_many_requests',
  ],
});

/** F10 */
export const removeResume = defineCall('removeResume', {
  tag: 'viewer',
  summary: 'Forget where playback was left; for an episode, of its whole show',
  auth: 'session+device',
  body: z
    .strictObject({ video_id: absent(entityId), episode_id: absent(entityId) })
    .refine((fields) => (fields.video_id === undefined) !== (fields.episode_id === undefined), {
      error: 'must name exactly one of video_id and episode_id',
    }),
  reply: z.object({ removed: z.boolean() }),
  errors: [
    'invalid_token',
    'invalid_request',
    'not_signed_in',
    'foreign_origin',
    'too_many_requests',
  ],
});
