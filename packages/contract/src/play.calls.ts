import { z } from 'zod';
import { absent, defineCall, instant, text } from './call.ts';

/**
 * One rendition that the viewer may choose: its height in lines, and the data cost of the whole
 * title.
 */
const rendition = z.object({ height: z.int(), megabytes: z.number() });

/** A text track; `language` is BCP 47, `src` is signed like the segments. */
const captions = z.object({ language: z.string(), label: z.string(), src: z.string() });

/**
 * The one call of a watch page (design, 'A play'): entitlement and the signed addresses in one
 * answer, or the reason for a refusal. The playlist's address is for this viewer only and is valid
 * until `expires_at`.
 */
export const play = defineCall('play', {
  tag: 'media',
  summary: 'May this viewer play this title now, and from where',
  auth: 'anyone',
  body: z.strictObject({
    /** The slug of the video or episode. */
    video: text(200).min(1),
    /**
     * The viewer's data cap: renditions above this height are not offered (the lowest always is).
     */
    max_height: absent(z.int().min(1).max(4320)),
  }),
  reply: z.discriminatedUnion('entitled', [
    z.object({
      entitled: z.literal(true),
      playlist: z.string(),
      captions: z.array(captions),
      duration_seconds: z.number(),
      /**
       * The data cost of the whole title in the highest offered rendition; 1 MB is 1,000,000 bytes.
       */
      megabytes: z.number(),
      renditions: z.array(rendition),
      expires_at: instant,
      /**
       * The viewer's resume position in whole seconds; null: none. Absent: unknown to this server.
       */
      resume_at: z.int().nullable().optional(),
    }),
    z.object({
      entitled: z.literal(false),
      /**
       * `not_paid`: access continues after the next payment, without a new subscription.
       * `payment_pending`: the first payment is being confirmed.
       */
      reason: z.enum(['visitor', 'expired', 'not_paid', 'payment_pending']),
    }),
  ]),
  errors: ['invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});
