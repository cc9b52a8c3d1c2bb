import { z } from 'zod';
import { absent, defineCall, instant, text } from './call.ts';

/** My Account and Feedback (rows S7, S8, A7, A8). */

const rand = z.string().meta({ example: '5.00' });

const nextPackage = z.object({
  package_id: z.string(),
  name: z.string(),
  price: rand,
  service_period: z.string(),
  from: instant,
});

/** What was asked of the carrier, with what became of it. */
const shownCharge = z.object({
  reference: z.string(),
  at: instant,
  package_id: z.string(),
  package_name: z.string(),
  amount: rand,
  vat: rand,
  /**
   * As operations see it, and `pending` while the carrier is asked. `refunded`: all of it was given
   * back.
   */
  outcome: z.enum(['succeeded', 'denied', 'unknown', 'refunded', 'pending']),
  /**
   * Why it was not taken: by name, and in a person's words; null where it was taken or is not known
   * yet.
   */
  reason: z.string().nullable(),
  reason_words: z.string().nullable(),
  /** What was given back or is on its way, the oldest first. */
  refunds: z.array(
    z.object({ at: instant, amount: rand, outcome: z.enum(['succeeded', 'pending']) }),
  ),
});

/**
 * A short message to the number. `at`: when it was sent, or goes out. Codes are never among them.
 */
const shownMessage = z.object({
  id: z.string(),
  at: instant,
  text: z.string(),
  outcome: z.enum(['sent', 'waiting', 'failed']),
});

/** What the package held can be changed to. */
const changeOffer = z.object({
  service_key: z.string(),
  package_id: z.string(),
  name: z.string(),
  price: rand,
  service_period: z.string(),
  /**
   * When it takes effect without `at_once`. `renewal`: when the paid time ends, and nothing is
   * taken before. `now`: the paid time has ended unpaid, so its price is tried at once. null: it is
   * to follow already, and can only begin sooner.
   */
  effect: z.enum(['renewal', 'now']).nullable(),
  /**
   * The opt-in as it stands beside Accept and in the consent record (`changeWords`, or
   * `consentWords` where it is tried now).
   */
  words: z.array(z.string()),
  /**
   * The same where it can begin at once, by `at_once` (`upgradeWords`: a dearer one, while
   * something is paid); empty where it cannot.
   */
  at_once_words: z.array(z.string()),
});

export const account = defineCall('account', {
  tag: 'account',
  summary: "The session's own payments, consents and messages",
  auth: 'session',
  body: undefined,
  reply: z.object({
    msisdn: z.string(),
    /** The latest first, at most 100. */
    charges: z.array(shownCharge),
    /**
     * The opt-ins, the latest first, at most 100: the words and the price that were shown, when,
     * and how the number was proven.
     */
    consents: z.array(
      z.object({
        id: z.string(),
        at: instant,
        package_name: z.string(),
        price: rand,
        words: z.string(),
        version: z.string(),
        proof: z.string(),
      }),
    ),
    /** The latest first, at most 100. */
    messages: z.array(shownMessage),
    /** What takes the place of the package when its paid time ends; null: nothing does. */
    next_package: nextPackage.nullable(),
    /**
     * The package held among them where another is to follow it (that takes the change back); empty
     * where nothing can be changed.
     */
    packages: z.array(changeOffer),
  }),
  errors: ['not_signed_in', 'too_many_requests'],
});

/**
 * An opt-in of its own: another package from the end of the paid time on, or with `at_once` now.
 * The package held already takes a change back. A payment that is refused is a 200 with status
 * 'failed': nothing was taken and everything stays as it was.
 */
export const changePackage = defineCall('changePackage', {
  tag: 'account',
  summary: 'Another package, from the end of the paid time on or at once',
  auth: 'session+csrf',
  body: z.strictObject({ service_key: text(128).min(1), at_once: absent(z.boolean()) }),
  reply: z.object({
    next_package: nextPackage.nullable(),
    status: z.enum(['success', 'failed']),
    /**
     * `planned`: from the end of the paid time on. `kept`: a planned change was taken back, or
     * there was none. `tried_now`: the paid time had ended, and the carrier is asked now.
     * `changed`: paid and begun. `payment_pending`: asked for, its answer is being looked up. Else
     * why it was not taken.
     */
    outcome: z.enum([
      'planned',
      'kept',
      'tried_now',
      'changed',
      'payment_pending',
      'insufficient_airtime',
      'spending_limit',
      'billing_blocked',
      'not_on_network',
      'refused',
      'carrier_unavailable',
      'not_taken',
      'ended_meanwhile',
    ]),
    description: z.string(),
  }),
  errors: [
    'invalid_request',
    'not_signed_in',
    'csrf_token_invalid',
    'unknown_service_key',
    'conflict',
    'charge_in_flight',
    'foreign_origin',
    'too_many_requests',
  ],
});

/** Everything that is kept about the session's number, as one document. */
export const personalData = defineCall('personalData', {
  tag: 'account',
  summary: 'Everything that is kept about this number',
  auth: 'session',
  body: z.preprocess((body) => body ?? {}, z.strictObject({})),
  reply: z.record(z.string(), z.unknown()),
  errors: ['invalid_request', 'not_signed_in', 'foreign_origin', 'too_many_requests'],
});

/** Ends the subscription and every session, and removes what the law and the ledger do not need. */
export const deletePersonalData = defineCall('deletePersonalData', {
  tag: 'account',
  summary: 'Remove what is kept about this number, and end its subscription',
  auth: 'session+csrf',
  body: z.strictObject({ confirm: z.literal('delete') }),
  reply: z.object({ signed_in: z.literal(false) }),
  errors: [
    'invalid_request',
    'not_signed_in',
    'csrf_token_invalid',
    'conflict',
    'foreign_origin',
    'too_many_requests',
  ],
});

const commentType = z.enum(['general', 'video', 'payment', 'other']);

/** A7 (seams: a profile's own feedback ratings), the newest first. */
export const ratings = defineCall('ratings', {
  tag: 'viewer',
  summary: "The session's own ratings of the experience",
  auth: 'session',
  body: z.strictObject({ id: absent(text(64)) }),
  reply: z.object({
    ratings: z.array(
      z.object({
        id: z.string(),
        experience: z.int(),
        comment: z.string(),
        comment_type: commentType,
        created_at: instant,
      }),
    ),
  }),
  errors: ['invalid_request', 'not_signed_in', 'not_yours', 'foreign_origin', 'too_many_requests'],
});

/** A8: 1 (bad) to 5 (very good); a comment is not needed. */
export const feedback = defineCall('feedback', {
  tag: 'viewer',
  summary: 'Rate the experience',
  auth: 'session',
  body: z.strictObject({
    experience: z
      .union([
        z.int(),
        z
          .string()
          .regex(/^[1-5]$/)
          .transform(Number),
      ])
      .refine((value) => value >= 1 && value <= 5, { error: 'must be 1 to 5' }),
    comment: absent(text(2000)),
    comment_type: absent(commentType),
  }),
  reply: z.object({ rating_id: z.string() }),
  errors: ['invalid_request', 'not_signed_in', 'foreign_origin', 'too_many_requests'],
});
