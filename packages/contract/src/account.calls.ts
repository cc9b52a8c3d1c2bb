import { z } from 'zod';
import { absent, defineCall, instant, text } from './call.ts';

/** My Account and Feedback (rows S7, S8, A7, A8). */

const rand = z.string().meta({ example: '5.00' });

export const account = defineCall('account', {
  tag: 'account',
  summary: "The session's own payments and consents",
  auth: 'session',
  body: undefined,
  reply: z.object({
    msisdn: z.string(),
    /** The latest first, at most 100. `outcome`: as operations see it, and `pending` while the carrier is asked. */
    charges: z.array(
      z.object({
        reference: z.string(),
        at: instant,
        package_name: z.string(),
        amount: rand,
        vat: rand,
        outcome: z.enum(['succeeded', 'denied', 'unknown', 'refunded', 'pending']),
      }),
    ),
    /** Every opt-in, the latest first: the words and the price that were shown, when, and how the number was proven. */
    consents: z.array(
      z.object({ id: z.string(), at: instant, package_name: z.string(), price: rand, words: z.string(), version: z.string(), proof: z.string() }),
    ),
    /** What takes the place of the package when its paid time ends; null: nothing does. */
    next_package: z.object({ package_id: z.string(), name: z.string(), price: rand, service_period: z.string(), from: instant }).nullable(),
    /**
     * What it can be changed to, the package held among them where another is to follow it (that takes the change back); empty where nothing
     * can be changed. `words`: the opt-in as it stands beside Accept and in the consent record (`changeWords` of the domain).
     */
    packages: z.array(
      z.object({
        service_key: z.string(),
        package_id: z.string(),
        name: z.string(),
        price: rand,
        service_period: z.string(),
        words: z.array(z.string()),
      }),
    ),
  }),
  errors: ['not_signed_in', 'too_many_requests'],
});

/** An opt-in of its own: another package from the end of the paid time on. The package held already takes a change back. */
export const changePackage = defineCall('changePackage', {
  tag: 'account',
  summary: 'Another package, from the end of the paid time on',
  auth: 'session+csrf',
  body: z.strictObject({ service_key: text(128).min(1) }),
  reply: z.object({
    next_package: z.object({ package_id: z.string(), name: z.string(), price: rand, service_period: z.string(), from: instant }).nullable(),
  }),
  errors: ['invalid_request', 'not_signed_in', 'csrf_token_invalid', 'unknown_service_key', 'conflict', 'foreign_origin', 'too_many_requests'],
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
  errors: ['invalid_request', 'not_signed_in', 'csrf_token_invalid', 'conflict', 'foreign_origin', 'too_many_requests'],
});

const commentType = z.enum(['general', 'video', 'payment', 'other']);

/** A7 (seams: a profile's own feedback ratings), the newest first. */
export const ratings = defineCall('ratings', {
  tag: 'viewer',
  summary: "The session's own ratings of the experience",
  auth: 'session',
  body: z.strictObject({ id: absent(text(64)) }),
  reply: z.object({
    ratings: z.array(z.object({ id: z.string(), experience: z.int(), comment: z.string(), comment_type: commentType, created_at: instant })),
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
