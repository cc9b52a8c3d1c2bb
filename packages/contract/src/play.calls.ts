import { DEVICE_KINDS } from '@bonisa/domain/playback/playing-devices';
import { SEGMENT_KINDS } from '@bonisa/domain/playback/title-segments';
import { z } from 'zod';
import { absent, defineCall, flag, instant, text } from './call.ts';

/**
 * One rendition that the viewer may choose: its height in lines (0: sound alone), and the data cost
 * of the whole title.
 */
const rendition = z.object({ height: z.int(), megabytes: z.number() });

/** A text track; `language` is BCP 47, `src` is signed like the segments. */
const captions = z.object({ language: z.string(), label: z.string(), src: z.string() });

/** A language of the sound: its subtag of BCP 47, and the name that its speakers use. */
const audioLanguage = z.object({ language: z.string(), label: z.string() });

/** A tag of BCP 47, of which the language counts: `zu`, `zu-ZA`. */
const languageTag = text(35).regex(
  /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*$/,
  'is no language tag, such as zu or en-ZA',
);

/**
 * Small pictures to show while a viewer seeks: `count` tiles of `width` x `height` pixels in one
 * picture, row by row with `columns` in a row. Tile `i` shows the part at `i * interval` seconds.
 */
const storyboard = z.object({
  /** Signed like the segments. */
  url: z.string(),
  interval: z.number(),
  columns: z.int(),
  count: z.int(),
  width: z.int(),
  height: z.int(),
});

/**
 * Present where requests for files shall carry common media client data (CTA-5004-B) in their
 * query: the ids to say.
 */
export const cmcd = z.object({
  /** The play's id. */
  session: z.string(),
  /** The slug. */
  content: z.string(),
});

/**
 * The title's media for a player of ours, so that it fetches no playlist. The address of a segment
 * is `base`, the rendition's folder, `/`, the segment's number in its part and `.m4s`; the init
 * segment is `init.mp4` in the same folder. CMAF (ISO/IEC 23000-19), picture and sound in one file.
 */
const media = z.object({
  /** What was encoded together, in the order of playing. Each part's own times start at zero. */
  parts: z.array(
    z.object({
      base: z.string(),
      /** The same folder at `MEDIA_BACKUP_URL`, for files that `base` does not give. */
      backup: z.string().optional(),
      /** The durations of the segments as runs: how many segments, and the seconds of each. */
      runs: z.array(z.tuple([z.int(), z.number()])),
      storyboard: storyboard.optional(),
    }),
  ),
  /** Lowest first; only what `max_height` allows. `bandwidth`: the mean rate in bit/s. */
  renditions: z.array(
    z.object({
      folder: z.string(),
      height: z.int(),
      bandwidth: z.int(),
      /** As RFC 6381 writes them. */
      codecs: z.string(),
    }),
  ),
  cmcd: cmcd.optional(),
  /**
   * The first bytes to play, in base64: the init segment of one rendition, and the beginning of the
   * segment where the viewer starts. They end the answer, so that a player can begin before they
   * have arrived.
   */
  start: z
    .object({
      folder: z.string(),
      /** The number of the segment in the whole title. */
      segment: z.int(),
      /** Whether `bytes` are the whole segment. */
      is_whole: z.boolean(),
      init: z.string(),
      bytes: z.string(),
    })
    .optional(),
});

/** A typed part of the title, in seconds: its opening, what happened before, or its credits. */
const segment = z.object({ kind: z.enum(SEGMENT_KINDS), start: z.number(), end: z.number() });

/** Another device of the subscription: what it is, and since when it plays. */
export const device = z.object({
  kind: z.enum(DEVICE_KINDS),
  since: instant,
});

/**
 * Why a viewer may not play. `not_paid`: access continues after the next payment, without a new
 * subscription. `payment_pending`: the first payment is being confirmed. `other_device`: the
 * subscription plays on as many devices as it may. `other_package`: the title is open to
 * subscribers of another package. `preview_only`: a preview whose maker may not publish, or a live
 * channel in a preview of another time than the present.
 */
export const refusal = z.enum([
  'visitor',
  'expired',
  'not_paid',
  'payment_pending',
  'other_device',
  'other_package',
  'preview_only',
]);

/** What a player says of itself and its viewer in each call that starts a play. */
export const playerFields = {
  /**
   * The viewer's data cap: renditions above this height are not offered (the lowest always is).
   * 0: sound alone.
   */
  max_height: absent(z.int().min(0).max(4320)),
  /** The throughput that the player expects, in kbit/s; decides about the first rendition. */
  throughput: absent(z.int().min(1).max(10_000_000)),
  /**
   * This device decodes AV1 smoothly and with little power: a title that has AV1 renditions is
   * answered as those alone. Without it the answer is H.264.
   */
  av1: absent(flag),
  /**
   * The language that the viewer likes to hear, as a tag of BCP 47. A title that does not have it
   * plays in its first language: `audio_language` of the answer says in which.
   */
  audio_language: absent(languageTag),
  /** Plays here and stops `device` of an earlier answer `other_device`. */
  take_over: absent(flag),
};

/**
 * The one call of a watch page (design, 'A play'): entitlement and the signed addresses in one
 * answer, or the reason for a refusal. The playlist's address is for this viewer only and is valid
 * until `expires_at`.
 */
export const play = defineCall('play', {
  tag: 'media',
  summary: 'May this viewer play this title now, and from where',
  auth: 'anyone+device',
  body: z.strictObject({
    /** The slug of the video or episode. */
    video: text(200).min(1),
    /** Where playback will start, in seconds; without it the resume position. */
    position: absent(z.number().min(0).max(86_400)),
    /**
     * Nobody has pressed yet: the answer takes no place among the devices and has at most 32 kB of
     * media. The first heartbeat of its play takes the place.
     */
    ahead: absent(flag),
    ...playerFields,
  }),
  reply: z.discriminatedUnion('entitled', [
    z.object({
      entitled: z.literal(true),
      playlist: z.string(),
      captions: z.array(captions),
      /** The language that plays; null: without sound, or nobody has said which it is. */
      audio_language: z.string().nullable(),
      /** The languages in which the title can be heard, the first of them played by default. */
      audio_languages: z.array(audioLanguage),
      duration_seconds: z.number(),
      /**
       * The data cost of the whole title in the highest offered rendition; 1 MB is 1,000,000 bytes.
       */
      megabytes: z.number(),
      renditions: z.array(rendition),
      segments: z.array(segment),
      expires_at: instant,
      /**
       * The viewer's resume position in whole seconds; null: none. Absent: unknown to this server.
       */
      resume_at: z.int().nullable().optional(),
      /** Names this play in {@link playHeartbeat}. */
      play_id: z.uuid(),
      /** The seconds between two heartbeats. */
      heartbeat_seconds: z.int(),
      media,
    }),
    z.object({
      entitled: z.literal(false),
      reason: refusal,
      /** Of `other_device`: the device that `take_over` stops. */
      device: device.optional(),
    }),
  ]),
  errors: ['invalid_token', 'invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});

/**
 * A player that plays asks every `heartbeat_seconds` whether it may go on, and so keeps its place
 * among the devices of the subscription. A player that gets no answer goes on.
 */
export const playHeartbeat = defineCall('playHeartbeat', {
  tag: 'media',
  summary: 'May this play go on',
  auth: 'anyone+device',
  body: z.strictObject({
    play_id: z.uuid(),
    /** The play has ended: its place is free for another device. */
    ended: absent(flag),
  }),
  reply: z.discriminatedUnion('playing', [
    z.object({ playing: z.literal(true) }),
    z.object({
      playing: z.literal(false),
      reason: z.enum([...refusal.options, 'ended']),
      /** Of `other_device`: the device that took the place. */
      device: device.optional(),
    }),
  ]),
  errors: ['invalid_token', 'invalid_request', 'foreign_origin', 'too_many_requests'],
});
