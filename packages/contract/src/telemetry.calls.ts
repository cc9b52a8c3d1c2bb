import { PLAY_NETWORKS } from '@bonisa/domain/playback/play-figures';
import { z } from 'zod';
import { absent, defineCall, flag, instant, text } from './call.ts';

/**
 * The reports of pages (rows A17, A18, E10). Visitors may send them; both are bounded and
 * rate-limited, and contain no phone numbers.
 */

const seconds = z.number().min(0).max(86_400);

const bytes = z.int().min(0).max(1e12);

/**
 * How a play went from its start until now, with the last entries of its log: when it is paused or
 * finished, and when the page is hidden or left. A later report of the same `uuid` replaces it.
 */
export const playQuality = z.strictObject({
  /** Milliseconds from the press to the first picture; null: there was none. */
  start_ms: z.number().min(0).max(3_600_000).nullable(),
  stalls: z.int().min(0).max(100_000),
  stalled_seconds: seconds,
  /** Seconds in which the picture moved. */
  watched_seconds: seconds,
  /** The viewer came to the credits or the end. */
  finished: z.boolean(),
  /** The network at the start; `unknown` where the browser does not say. */
  network: z.enum(PLAY_NETWORKS),
  /** The browser's setting to use less data. */
  save_data: z.boolean(),
  /** Bytes of media by the network over which they came. */
  bytes: z.strictObject({ mobile: bytes, wifi: bytes, unknown: bytes }),
  /** Those of `bytes` that came from the second place of media; absent: none. */
  backup_bytes: bytes.optional(),
  /** Watched seconds by the lines of the picture; 0: sound alone. */
  heights: z.array(z.tuple([z.int().min(0).max(10_000), seconds])).max(12),
  /**
   * Nobody watched: `bytes` are of an answer that was fetched ahead of a press. It counts as no
   * play, and no entry of the log is written.
   */
  unwatched: absent(flag),
});

/** Playback events (rows E10, A17); `video` is the slug. */
export const playbackLog = defineCall('playbackLog', {
  tag: 'telemetry',
  summary: 'What happened while a title was played',
  auth: 'anyone+device',
  body: z.strictObject({
    uuid: z.uuid(),
    video: text(80).min(1),
    status: z.enum(['started', 'playing', 'paused', 'finished']),
    duration: absent(seconds),
    vid_paused_at: absent(seconds),
    vid_finished_at: absent(seconds),
    /** `video` is the slug of a live channel. */
    live: absent(flag),
    quality: absent(playQuality),
  }),
  reply: z.object({}),
  mayBeEmpty: true,
  errors: ['invalid_token', 'invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});

/**
 * The request's headers (rows A18, S9), in demo mode only. Headers that the page sends are stored,
 * cleaned, beside those of the request itself.
 */
export const logHeaders = defineCall('logHeaders', {
  tag: 'telemetry',
  summary: "The request's headers, as the server sees them, without secrets and numbers",
  auth: 'anyone',
  body: z.preprocess(
    (body) => body ?? {},
    z.strictObject({ headers: absent(z.record(text(200), text(2000))) }),
  ),
  reply: z.object({ at: instant, headers: z.record(z.string(), z.string()) }),
  errors: ['invalid_request', 'not_found', 'foreign_origin', 'too_many_requests'],
});
