import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { studioCall } from './studio-call.ts';

/**
 * The calls of the studio about live ingest sessions: what is sent to live channels, and by which
 * key.
 */

const TAG = 'studio live';
const LIVE = '/studio/api/live';
const slug = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error: 'must be a slug' })
  .max(80);
const reason = text(500).trim().min(1);
const channelParams = z.strictObject({ channel: slug });

/** What viewers see of a live ingest session, or why they see nothing. */
export const LIVE_INGEST_PICTURES = [
  'waiting',
  'on_air',
  'away',
  'unsupported_codec',
  'too_large',
  'malformed',
  'encoder_failed',
  'too_slow',
  'too_fast',
  'no_encoder_free',
] as const;

const session = z
  .object({
    id: z.uuid(),
    /** The slug of the live channel; null: the channel is gone. */
    channel: z.string().nullable(),
    channel_name: z.string().nullable(),
    /** `silent`: nothing arrives, and its process does not answer; it is finalised soon. */
    state: z.enum(['live', 'away', 'silent', 'ended', 'failed']),
    picture: z.enum(LIVE_INGEST_PICTURES),
    started_at: instant,
    /** When something of it arrived last. */
    seen_at: instant,
    ended_at: instant.nullable(),
    /** A person has asked for its end. */
    end_asked_at: instant.nullable(),
    /** Where it is sent from, shortened to a /24 or /48; null: not known any more. */
    network: z.string().nullable(),
    /** How often a publisher connected. */
    publishers: z.int(),
    bytes: z.int(),
    /** What arrived, on average since its beginning, in kbit/s; null: too early to say. */
    received_kbps: z.int().nullable(),
    /** What viewers are sent, the lowest first: lines, and kbit/s with the headers of answers. */
    renditions: z.array(z.object({ height: z.int(), kbps: z.int() })),
    /** The ingest job of its recording. */
    job_id: z.uuid().nullable(),
  })
  .meta({ id: 'StudioLiveIngestSession' });

export const liveIngestSessions = studioCall({
  id: 'studioListLiveIngestSessions',
  method: 'GET',
  path: `${LIVE}/ingest-sessions`,
  tag: TAG,
  summary: 'What is sent to live channels now, and the newest live ingest sessions that are over',
  needs: 'live:read',
  reply: z.object({ open: z.array(session), over: z.array(session) }),
});

export const endLiveIngestSession = studioCall({
  id: 'studioEndLiveIngestSession',
  method: 'POST',
  path: `${LIVE}/ingest-sessions/:id/end`,
  tag: TAG,
  summary: 'End a live ingest session, whichever process takes it; its recording is packaged',
  needs: 'live:act',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    reason,
    /** With `true` the channel's key is revoked, too: a program that sends connects again. */
    revoke_key: absent(z.boolean()).transform((given) => given ?? false),
  }),
  reply: z.object({ session }),
  errors: ['not_found', 'conflict'],
});

const channel = z.object({
  channel: z.string(),
  name: z.string(),
  /** Null: nobody can send to this channel. The key itself is shown once, when it is made. */
  key: z
    .object({
      made_at: instant,
      /** The slug of the channel that gets the recordings as videos; null: none does. */
      record_to: z.string().nullable(),
    })
    .nullable(),
});

export const streamKeys = studioCall({
  id: 'studioListStreamKeys',
  method: 'GET',
  path: `${LIVE}/channels`,
  tag: TAG,
  summary: 'The live channels, which of them have a stream key, and where their recordings go',
  needs: 'live:read',
  reply: z.object({
    /** The port of RTMP at the process that answers; null: it takes no live ingest sessions. */
    port: z.int().nullable(),
    data: z.array(channel),
  }),
});

export const makeStreamKey = studioCall({
  id: 'studioMakeStreamKey',
  method: 'POST',
  path: `${LIVE}/channels/:channel/key`,
  tag: TAG,
  summary: 'Make a stream key, in place of an earlier one; it is in this answer and nowhere else',
  needs: 'live:act',
  stepUp: true,
  params: channelParams,
  body: z.strictObject({ record_to: absent(slug), reason }),
  reply: z.object({ channel: z.string(), stream_key: z.string() }),
  errors: ['not_found'],
});

export const revokeStreamKey = studioCall({
  id: 'studioRevokeStreamKey',
  method: 'POST',
  path: `${LIVE}/channels/:channel/key/revoke`,
  tag: TAG,
  summary: 'Revoke a stream key: its publisher is sent away within two seconds',
  needs: 'live:act',
  params: channelParams,
  body: z.strictObject({ reason }),
  reply: z.object({ revoked: z.literal(true) }),
  errors: ['not_found'],
});
