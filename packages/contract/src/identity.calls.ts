import { z } from 'zod';
import { absent, defineCall, instant, text, transactionId } from './call.ts';
import { recharge } from './subscription.calls.ts';

/** The CSRF token of this visit (row A13); subscribe calls send it in `x-csrf-token`. */
export const csrfToken = defineCall('csrfToken', {
  tag: 'identity',
  summary: 'The CSRF token of this visit',
  auth: 'anyone',
  body: undefined,
  reply: z.object({ csrfToken: z.string() }),
  errors: ['too_many_requests'],
});

/**
 * The one-time proof of a number that the carrier's proxy vouches for (interfaces 'Who is who');
 * 204 where it vouches for none.
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

/** The state of the session's own number (row A10); every other number gets the same answer. */
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

/** A short-lived bearer token for the content API (interfaces 'Who is who'). */
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
  /** The end of service, including grace after the paid time; null: not served now. */
  served_until: instant.nullable(),
  /** When a denied charge is tried again; null: no try is waiting, or no try is left. */
  next_try_at: instant.nullable(),
  /**
   * The charges of this month have reached their limit: nothing is taken before that instant unless
   * the package is accepted again. null: they have not.
   */
  withheld: z.object({ taken: z.string(), until: instant }).nullable(),
  /** A charge is in flight, is about to be sent, or its outcome is being looked up. */
  payment_pending: z.boolean(),
  /**
   * The amount of the next charge, or of the one that waits or is in flight; null where none
   * follows.
   */
  next_amount: z.string().nullable(),
  free_trial: z.boolean(),
  /** null: no payment waits for airtime, or it is not known how airtime is bought. */
  recharge: recharge.nullable(),
});

/** The personal data of a page, requested in one small call after the first paint. */
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
       * The entries of my list, for marks on cards: `video:12`, `show:3`, `episode:7`, `channel:1`,
       * `category:2`; the latest 500.
       */
      list: z.array(z.string()),
      /**
       * Resume positions, for progress bars on cards; the latest 50, latest first. `time` and
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

/** The session's own profile (rows A6, E4, F8). */
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
