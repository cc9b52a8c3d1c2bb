import { z } from 'zod';
import { absent, defineCall, instant, text, transactionId } from './call.ts';

/** A13: the CSRF token of this visit; subscribe calls carry it in `x-csrf-token`. */
export const csrfToken = defineCall('csrfToken', {
  tag: 'identity',
  summary: 'The CSRF token of this visit',
  auth: 'anyone',
  body: undefined,
  reply: z.object({ csrfToken: z.string() }),
  errors: ['too_many_requests'],
});

/**
 * Seams: the one-time proof of a number that the carrier's proxy has vouched for; 204 where it has
 * not.
 */
export const enrich = defineCall('enrich', {
  tag: 'identity',
  summary: "The number that the carrier's network vouches for, with a one-time proof of it",
  auth: 'anyone',
  body: z.strictObject({ transaction_id: transactionId.min(1) }),
  reply: z.object({ he_msisdn: z.string(), he_token: z.string() }),
  mayBeEmpty: true,
  errors: ['invalid_request', 'foreign_origin', 'too_many_requests'],
});

/** A10: the truth only for the session's own number; the same answer for every other. */
export const authStatus = defineCall('authStatus', {
  tag: 'identity',
  summary: "The state of the session's own number",
  auth: 'anyone',
  body: z.strictObject({ msisdn: text(32).min(1) }),
  reply: z.object({
    status: z.enum([
      'unknown',
      'none',
      'pending',
      'trial',
      'active',
      'grace',
      'parked',
      'cancelled',
      'expired',
      'blocked',
    ]),
  }),
  errors: ['invalid_request', 'invalid_msisdn', 'foreign_origin', 'too_many_requests'],
});

/** Seams: a short bearer token for the content API. */
export const bearerToken = defineCall('bearerToken', {
  tag: 'identity',
  summary: 'A short bearer token for the content API',
  auth: 'session',
  body: z.preprocess((body) => body ?? {}, z.strictObject({})),
  reply: z.object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
  }),
  errors: [
    'invalid_request',
    'not_signed_in',
    'not_entitled',
    'foreign_origin',
    'too_many_requests',
  ],
});

/** Ends this session, or with `everywhere` every session of the number. */
export const signOut = defineCall('signOut', {
  tag: 'identity',
  summary: 'End this session, or every session of the number',
  auth: 'session',
  body: z.preprocess((body) => body ?? {}, z.strictObject({ everywhere: absent(z.boolean()) })),
  reply: z.object({ signed_in: z.literal(false) }),
  errors: ['invalid_request', 'not_signed_in', 'foreign_origin', 'too_many_requests'],
});

const subscriptionOfViewer = z.object({
  package_id: z.string(),
  name: z.string(),
  price: z.string(),
  service_period: z.string(),
  state: z.enum([
    'pending',
    'trial',
    'active',
    'grace',
    'parked',
    'cancelled',
    'expired',
    'blocked',
  ]),
  started_at: instant,
  paid_until: instant.nullable(),
  /**
   * Until when it can be watched as things stand, the days of grace after the paid time among them;
   * null: not now.
   */
  served_until: instant.nullable(),
  /**
   * When a payment that was refused is tried again; null: none waits for that, or the tries are
   * used up.
   */
  next_try_at: instant.nullable(),
  /**
   * The carrier is being asked for a payment now, is to be in a moment, or its answer is being
   * looked up.
   */
  payment_pending: z.boolean(),
  /**
   * What the next payment takes, or the one that waits or is asked for now; null where none
   * follows.
   */
  next_amount: z.string().nullable(),
  free_trial: z.boolean(),
});

/** What is personal on a page, in one small call after the first paint. */
export const viewer = defineCall('viewer', {
  tag: 'viewer',
  summary: 'Who is signed in here, and what they hold',
  auth: 'anyone',
  body: undefined,
  reply: z.discriminatedUnion('signed_in', [
    z.object({ signed_in: z.literal(false) }),
    z.object({
      signed_in: z.literal(true),
      user_id: z.string(),
      msisdn: z.string(),
      entitled: z.boolean(),
      subscription: subscriptionOfViewer.nullable(),
      /**
       * What stands on the list, for marks on cards: `video:12`, `show:3`, `episode:7`,
       * `channel:1`, `category:2`; the latest 500.
       */
      list: z.array(z.string()),
      /**
       * Where playback was left, for bars on cards, the latest first; the latest 50. `time` and
       * `duration` (of the media) in whole seconds.
       */
      resume: z.array(
        z.object({
          kind: z.enum(['video', 'episode']),
          id: z.int(),
          time: z.int(),
          duration: z.int(),
          show: z.string().nullable(),
        }),
      ),
    }),
  ]),
  errors: ['too_many_requests'],
});

/** A6, E4, F8: the session's own profile. */
export const profile = defineCall('profile', {
  tag: 'viewer',
  summary: "The session's own profile",
  auth: 'session',
  body: z.strictObject({ user_id: absent(text(64)) }),
  reply: z.object({
    profile: z.object({
      id: z.string(),
      user_id: z.string(),
      msisdn: z.string(),
      rating_id: z.string().nullable(),
      package_id: z.string().nullable(),
      free_trial: z.boolean(),
    }),
  }),
  errors: ['invalid_request', 'not_signed_in', 'not_yours', 'foreign_origin', 'too_many_requests'],
});
