import { z } from 'zod';
import { defineCall, instant, text } from './call.ts';
import { cmcd, device, playerFields, refusal } from './play.calls.ts';

/**
 * A few minutes of a live channel for a player of ours, so that it fetches no playlist. Times are
 * milliseconds since 1970 by the server's clock, durations are seconds. Any span of the last two
 * hours is at `GET {address}{number}.json`: the segments that start from `number` times
 * `span_seconds` on.
 */
const span = z.object({
  number: z.int(),
  /** When the first segment starts. */
  starts_at: z.number(),
  /**
   * What was encoded together. The address of a segment is as in {@link play}, and so is `backup`.
   * `durations` begins with the segment `first`.
   */
  parts: z.array(
    z.object({
      base: z.string(),
      backup: z.string().optional(),
      first: z.int(),
      durations: z.array(z.number()),
    }),
  ),
  /**
   * What is on air in order: the part, its first segment, how many segments, the seconds without a
   * segment before it, and the seconds of the part before that segment.
   */
  runs: z.array(z.tuple([z.int(), z.int(), z.int(), z.number(), z.number()])),
  /** The programmes of the schedule that touch the span. */
  programmes: z.array(z.object({ title: z.string(), starts_at: z.number(), ends_at: z.number() })),
  /** The captions of each recording (WebVTT), whose own times begin at `starts_at`. */
  captions: z.array(
    z.object({
      language: z.string(),
      label: z.string(),
      src: z.string(),
      starts_at: z.number(),
      /** What is spoken in the recording; null: nothing, or nobody has said what. */
      audio_language: z.string().nullable(),
    }),
  ),
});

export type LiveSpan = z.output<typeof span>;

/** The one call of a live channel's player, as {@link play} is that of a watch page. */
export const playLive = defineCall('playLive', {
  tag: 'media',
  summary: 'May this viewer play this live channel now, and from where',
  auth: 'anyone+device',
  body: z.strictObject({
    /** The slug of the live channel. */
    channel: text(200).min(1),
    ...playerFields,
  }),
  reply: z.discriminatedUnion('entitled', [
    z.object({
      entitled: z.literal(true),
      title: z.string(),
      /** HLS for other players: the last minute, and the last two hours. */
      playlist: z.string(),
      two_hours_playlist: z.string(),
      /** The server's clock, in milliseconds since 1970. */
      now: z.number(),
      /** Where spans are, with a slash at its end. */
      address: z.string(),
      /**
       * Names what the spans say: another one replaces them. `GET {address}now` answers the clock
       * and the source of now; `?source=` in the address of a span keeps it from older answers.
       */
      source: z.string(),
      span_seconds: z.int(),
      /** How far back spans reach. */
      back_seconds: z.int(),
      /** The span of now, and the one before or after where the player needs it soon. */
      spans: z.array(span),
      /** Lowest first; only what `max_height` allows. */
      renditions: z.array(
        z.object({
          folder: z.string(),
          height: z.int(),
          /** The mean rate in bit/s. */
          bandwidth: z.int(),
          codecs: z.string(),
          megabytes_an_hour: z.number(),
        }),
      ),
      cmcd: cmcd.optional(),
      expires_at: instant,
      play_id: z.uuid(),
      heartbeat_seconds: z.int(),
    }),
    z.object({ entitled: z.literal(false), reason: refusal, device: device.optional() }),
  ]),
  errors: [
    'invalid_token',
    'invalid_request',
    'not_found',
    'off_air',
    'foreign_origin',
    'too_many_requests',
  ],
});
