import { LANGUAGES } from '@bonisa/domain/languages';
import { z } from 'zod';
import { absent, defineCall, instant, shownName, shownPrice, text } from './call.ts';
import { instantInput } from './times.ts';

/** The calls of My Account and Feedback (rows S7, S8, A7, A8). */

const rand = z.string().meta({ example: '5.00' });

const nextPackage = z.object({
  package_id: z.string(),
  name: z.string(),
  price: rand,
  service_period: z.string(),
  from: instant,
});

/** A charge with its outcome. */
const shownCharge = z.object({
  reference: z.string(),
  at: instant,
  package_id: z.string(),
  package_name: z.string(),
  amount: rand,
  vat: rand,
  /**
   * The outcome as operations see it; `pending` while the charge is in flight. `refunded`: the
   * whole charge was refunded.
   */
  outcome: z.enum(['succeeded', 'denied', 'unknown', 'refunded', 'pending']),
  /**
   * Why the charge was denied, as a code and in words; null where it succeeded or has no outcome
   * yet.
   */
  reason: z.string().nullable(),
  reason_words: z.string().nullable(),
  /** Refunds that succeeded or are under way, oldest first. */
  refunds: z.array(
    z.object({ at: instant, amount: rand, outcome: z.enum(['succeeded', 'pending']) }),
  ),
});

/**
 * A short message to the number. `at`: when it was sent or will be sent. Messages with codes are
 * not included.
 */
const shownMessage = z.object({
  id: z.string(),
  at: instant,
  text: z.string(),
  outcome: z.enum(['sent', 'failed']),
});

/**
 * When an accepted price is charged. `later`: from the first payment after it begins on. `renewal`:
 * when the paid time ends, with no charge before. `now`: the paid time has ended unpaid, or the
 * package begins at once, so the price is charged at Accept.
 */
const effect = z.enum(['later', 'renewal', 'now']);

/**
 * The effect that the accepted words named; a `conflict` if it is another one by now. Without it an
 * unpaid subscription is not charged at Accept but at its next try.
 */
const shownEffect = absent(effect);

/** A package that can replace the held one. */
const changeOffer = z.object({
  service_key: z.string(),
  package_id: z.string(),
  name: z.string(),
  price: rand,
  service_period: z.string(),
  /**
   * When the change takes effect without `at_once`. `renewal`: when the paid time ends, with no
   * charge before. `now`: the paid time has ended unpaid, so the price is charged at once. null:
   * the package is already the next one; it can only begin sooner.
   */
  effect: z.enum(['renewal', 'now']).nullable(),
  /**
   * The opt-in wording, as shown beside Accept and stored in the consent record (`changeWords`, or
   * `consentWords` for a charge now).
   */
  words: z.array(z.string()),
  /**
   * The wording for a start at once with `at_once` (`consentWords`: a dearer package while
   * paid time runs); empty where that is not possible.
   */
  at_once_words: z.array(z.string()),
  /** The language of both. */
  words_language: z.enum(LANGUAGES),
});

/** A new price of the held package. Without its acceptance the price that is paid now stays. */
const priceOffer = z.object({
  package_id: z.string(),
  name: z.string(),
  price: rand,
  /** The price that is paid now. */
  held_price: rand,
  service_period: z.string(),
  /** When the new price begins, or began. */
  from: instant,
  /**
   * When it is charged once accepted. `later`: from the first payment after `from` on. `renewal`:
   * when the paid time ends. `now`: the paid time has ended unpaid.
   */
  effect,
  /** The opt-in wording, as shown beside Accept and stored in the consent record. */
  words: z.array(z.string()),
  words_language: z.enum(LANGUAGES),
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
     * The opt-ins, the latest first, at most 100: the words and the price shown, the time, and how
     * the number was proven.
     */
    consents: z.array(
      z.object({
        id: z.string(),
        at: instant,
        package_name: z.string(),
        price: rand,
        words: z.string(),
        language: z.enum(LANGUAGES),
        version: z.string(),
        /** Of the terms shown; null in consents from before they were recorded. */
        terms_version: z.string().nullable(),
        /** Of the privacy policy shown. */
        privacy_version: z.string().nullable(),
        proof: z.string(),
      }),
    ),
    /** The latest first, at most 100. */
    messages: z.array(shownMessage),
    /** The package that follows when the paid time ends; null: none. */
    next_package: nextPackage.nullable(),
    /**
     * Includes the held package where another is to follow it (choosing it withdraws the change);
     * empty where no change is possible.
     */
    packages: z.array(changeOffer),
    /** A new price of the held package that may be accepted; null: none. */
    price_offer: priceOffer.nullable(),
  }),
  errors: ['not_signed_in', 'too_many_requests'],
});

/** What became of an accepted change. */
const changed = z.object({
  next_package: nextPackage.nullable(),
  status: z.enum(['success', 'failed']),
  /**
   * `planned`: from the end of the paid time, or from the next payment. `kept`: a planned change
   * was withdrawn, or there was none. `tried_now`: the paid time had ended, and the charge is in
   * flight. `changed`: paid and begun. `payment_pending`: charged; the outcome is being looked up.
   * Any other value says why the charge was denied.
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
    'not_asked',
    'carrier_unavailable',
    'not_taken',
    'ended_meanwhile',
  ]),
  description: z.string(),
});

/**
 * An opt-in to another package, from the end of the paid time or, with `at_once`, now. Choosing the
 * held package withdraws a planned change. A denied charge is a 200 with status 'failed': no money
 * was taken and nothing changed.
 */
export const changePackage = defineCall('changePackage', {
  tag: 'account',
  summary: 'Another package, from the end of the paid time on or at once',
  auth: 'session+csrf',
  body: z.strictObject({
    service_key: text(128).min(1),
    at_once: absent(z.boolean()),
    words_language: absent(z.enum(LANGUAGES)),
    /** The price shown beside Accept; a `conflict` if it has changed since. */
    price: absent(shownPrice),
    /** The name in the accepted words; a `conflict` if the package has not had it lately. */
    name: absent(shownName),
    effect: shownEffect,
  }),
  reply: changed,
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

/**
 * An opt-in to a new price of the held package (`price_offer` of the account). Package, name,
 * price, beginning and effect are those that were shown; `conflict` if one has changed since.
 */
export const acceptPrice = defineCall('acceptPrice', {
  tag: 'account',
  summary: 'Accept a new price of the held package',
  auth: 'session+csrf',
  body: z.strictObject({
    package_id: text(40).min(1),
    price: shownPrice,
    /** The name in the accepted words. */
    name: absent(shownName),
    from: instantInput,
    words_language: absent(z.enum(LANGUAGES)),
    effect: shownEffect,
  }),
  reply: changed,
  errors: [
    'invalid_request',
    'not_signed_in',
    'csrf_token_invalid',
    'conflict',
    'charge_in_flight',
    'foreign_origin',
    'too_many_requests',
  ],
});

/** All data stored about the session's number, as one document. */
export const personalData = defineCall('personalData', {
  tag: 'account',
  summary: 'Everything that is kept about this number',
  auth: 'session',
  body: z.preprocess((body) => body ?? {}, z.strictObject({})),
  reply: z.record(z.string(), z.unknown()),
  errors: ['invalid_request', 'not_signed_in', 'foreign_origin', 'too_many_requests'],
});

/**
 * Ends the subscription and every session, and removes all data that neither law nor ledger
 * requires.
 */
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

/** The profile's own feedback ratings, newest first (row A7, interfaces 'Content'). */
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

/** A rating from 1 (bad) to 5 (very good), with an optional comment (row A8). */
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
