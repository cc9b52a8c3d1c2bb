import { z } from 'zod';
import { absent, defineCall, instant, text } from './call.ts';

/**
 * One rendition of the ladder as a viewer may choose it: its height in lines, and what the whole title
 * costs in it.
 */
const rendition = z.object({ height: z.int(), megabytes: z.number() });

/** A text track; `language` as in BCP 47, `src` signed as the segments are. */
const captions = z.object({ language: z.string(), label: z.string(), src: z.string() });

/**
 * The one call of a watch page (design, 'A play'): the right to play and the signed addresses in
 * one answer, or the reason why not. The playlist's address is for this viewer alone and holds
 * until `expires_at`.
 */
export const play = defineCall('play', {
  tag: 'media',
  summary: 'May this viewer play this title now, and from where',
  auth: 'anyone',
  body: z.strictObject({
    /** The slug of the video or episode. */
    video: text(200).min(1),
    /** The viewer's data cap: no rendition above this height is offered (the lowest always is). */
    max_height: absent(z.int().min(1).max(4320)),
  }),
  reply: z.discriminatedUnion('entitled', [
    z.object({
      entitled: z.literal(true),
      playlist: z.string(),
      captions: z.array(captions),
      duration_seconds: z.number(),
      /**
       * What playing to the end takes in the highest rendition that is offered; 1 MB is 1,000,000 bytes.
       */
      megabytes: z.number(),
      renditions: z.array(rendition),
      expires_at: instant,
      /** Where this viewer left it, in whole seconds; null: nowhere. Absent: not known here. */
      resume_at: z.int().nullable().optional(),
    }),
    z.object({
      entitled: z.literal(false),
      /**
       * `not_paid`: it goes on with the next payment, a new subscription is not needed.
       * `payment_pending`: the first payment is being confirmed.
       */
      reason: z.enum(['visitor', 'expired', 'not_paid', 'payment_pending']),
    }),
  ]),
  errors: ['invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});
