import { LANGUAGES } from '@bonisa/domain/languages';
import { z } from 'zod';
import {
  absent,
  defineCall,
  flag,
  instant,
  shownName,
  shownPrice,
  text,
  transactionId,
} from './call.ts';

const offeredPackage = z.object({
  id: z.string(),
  price: z.string().meta({ example: '5.00' }),
  /** The id of the free first day; '' where none applies. */
  free_id: z.string(),
  name: z.string(),
  service_key: z.string(),
  service_period: z.enum(['day', 'week', 'month']),
  duration: z.string(),
  /** A line about the package; '' for none. */
  about: z.string(),
  /** The wording around Accept for this package, as the consent record will store it. */
  words: z.array(z.string()),
  /** Their language. An unreviewed translation has the English price and STOP words beside it. */
  words_language: z.enum(LANGUAGES),
});

/**
 * The status check (rows A9, E5, E6, V5). Without a service_key and he_msisdn it only reads. With a
 * service_key and an unproven number the carrier sends an OTP (Resend repeats the call with the
 * same transaction).
 */
export const statusCheck = defineCall('statusCheck', {
  tag: 'subscription',
  summary: 'What a number may subscribe to; with a service key also sends the OTP',
  auth: 'anyone',
  body: z.strictObject({
    transaction_id: absent(transactionId),
    msisdn: absent(text(32)),
    he_msisdn: absent(text(32)),
    he_token: absent(text(512)),
    service_key: absent(text(128)),
    /**
     * Sends no OTP while the number's content block forbids the package: the page first offers to
     * unblock (S4) and repeats the call without this field. Counts as a send.
     */
    unblock_first: absent(flag),
  }),
  reply: z.object({
    code: z.enum(['NEW', 'ACTIVE', 'BLOCKED']),
    description: z.string(),
    packages: z.array(offeredPackage),
    hasFreeTrial: z.boolean(),
    /** Known only with the OTP of a chosen package or for a proven number; else false. */
    contentBlockStatus: z.boolean(),
    sub_transaction_id: z.string(),
    /** Whether this very call sent an OTP. */
    otp_sent: z.boolean(),
    /** Whether the session's proof makes an OTP unnecessary. */
    number_proven: z.boolean(),
  }),
  errors: [
    'invalid_request',
    'missing_transaction_id',
    'missing_msisdn',
    'invalid_msisdn',
    'unknown_service_key',
    'foreign_origin',
    'transaction_has_other_number',
    'otp_send_limit',
    'too_many_requests',
    'opens_soon',
    'signups_closed',
    'carrier_unavailable',
  ],
});

/** How airtime is bought at a number's carrier: what a handset dials, its page or app. */
export const recharge = z.object({ code: z.string().optional(), url: z.string().optional() });

/** The outcome for programs; the description is for people. */
export const subscribeOutcome = z.enum([
  'subscribed',
  'signed_in',
  'declined',
  'otp_missing',
  'otp_invalid',
  'otp_expired',
  'otp_attempts_used_up',
  'otp_unavailable',
  'otp_too_many_guesses',
  'otp_other_package',
  'otp_for_sign_in',
  'package_missing',
  'content_blocked',
  'number_blocked',
  'opens_soon',
  'signups_closed',
  'fraud',
  'insufficient_airtime',
  'spending_limit',
  'billing_blocked',
  'not_on_network',
  'refused',
  'not_asked',
  'carrier_unavailable',
  'not_taken',
  'payment_pending',
  'terms_changed',
  'interrupted',
]);

/**
 * Accepts or declines a package (rows A14, E7, P4, F4, F5). A refused subscription is a 200 with
 * status 'failed'; on success the description is the subscriber_id.
 */
export const subscribe = defineCall('subscribe', {
  tag: 'subscription',
  summary: 'Accept or decline a package',
  auth: 'csrf',
  body: z.strictObject({
    transaction_id: absent(transactionId),
    msisdn: absent(text(32)),
    he_msisdn: absent(text(32)),
    he_token: absent(text(512)),
    service_key: absent(text(128)),
    evina_token: absent(text(8192)),
    otp: absent(text(64)),
    free_id: absent(text(128)),
    /**
     * The price shown beside Accept, for example `5.00`. A sign-up that has shown another price
     * than its proof approves is asked again (`terms_changed`).
     */
    price: absent(shownPrice),
    /**
     * The package's name in the words shown beside Accept, which the consent record stores. Any
     * that the package has not had since the number's proof is asked again (`terms_changed`).
     */
    name: absent(shownName),
    contentblock_override: absent(flag),
    to_cancel: absent(z.enum(['yes', 'no'])),
    /** The `words_language` of the offer that was accepted: the consent record names it. */
    words_language: absent(z.enum(LANGUAGES)),
  }),
  reply: z.object({
    status: z.enum(['success', 'failed']),
    description: z.string(),
    sub_transaction_id: z.string(),
    outcome: subscribeOutcome,
    package_id: z.string().optional(),
    paid_until: instant.nullable().optional(),
    free_trial: z.boolean().optional(),
    /** Beside `insufficient_airtime`. */
    recharge: recharge.optional(),
  }),
  errors: [
    'csrf_token_invalid',
    'foreign_origin',
    'invalid_request',
    'missing_transaction_id',
    'missing_msisdn',
    'invalid_msisdn',
    'unknown_service_key',
    'too_many_requests',
    'carrier_unavailable',
  ],
});

/** Ends the renewals of the session's own number (row A15); paid time is still served. */
export const unsubscribe = defineCall('unsubscribe', {
  tag: 'subscription',
  summary: "Unsubscribe the session's own number",
  auth: 'session+csrf',
  body: z.strictObject({ msisdn: absent(text(32)) }),
  reply: z.object({ is_subscribed: z.boolean(), served_until: instant.nullable() }),
  errors: [
    'csrf_token_invalid',
    'not_signed_in',
    'not_yours',
    'foreign_origin',
    'invalid_request',
    'invalid_msisdn',
    'too_many_requests',
  ],
});
