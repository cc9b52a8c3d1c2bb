import { z } from 'zod';
import { absent, defineCall, instant, text } from './call.ts';

/**
 * The reports of pages (rows A17, A18, E10). Visitors may send them; both are bounded and
 * rate-limited, and contain no phone numbers.
 */

const seconds = z.number().min(0).max(86_400);

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
