import { z } from 'zod';
import { isPurpose } from '../oauth/purposes.ts';
import { centsFromRand } from '../store/money.ts';
import { msisdnFrom } from '../store/numbers.ts';
import { FAULT_KINDS, FAULT_OPERATIONS } from './fault-operations.ts';

/** A number in an address or a body, in any form that people type; parsed as digits. */
export const msisdn = z
  .string()
  .max(32)
  .transform((text, context) => {
    const digits = msisdnFrom(text);
    if (digits !== undefined) return digits;
    context.addIssue({
      code: 'custom',
      message: 'must be a South African number, such as 27821234567',
    });
    return z.NEVER;
  });

/** Rand as `"12.50"` (or a JSON number), parsed as cents. */
export const rand = z.union([z.string().max(16), z.number()]).transform((amount, context) => {
  const cents = centsFromRand(amount);
  if (cents !== undefined) return cents;
  context.addIssue({ code: 'custom', message: 'must be an amount in rand, such as "12.50"' });
  return z.NEVER;
});

const clientId = z
  .string()
  .regex(/^[\w.:-]{1,128}$/, 'must be a name of up to 128 letters, digits and .:_-');

/** The id of a simulated carrier. */
const carrierId = z.string().max(64);

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

export const handsetParams = z.object({ msisdn });

export const handsetBody = z
  .strictObject({
    msisdn: msisdn.optional(),
    airtime: rand.optional(),
    content_blocked: z.boolean().optional(),
    spend_limit: rand.nullable().optional(),
    on_network: z.boolean().optional(),
    billing_blocked: z.boolean().optional(),
    payment_validation: z.boolean().optional(),
    sms_barred: z.boolean().optional(),
    machine_line: z.boolean().optional(),
    consent: z.boolean().optional(),
    age: z.int().min(0).max(120).nullable().optional(),
    recycled_at: time.optional(),
    carrier: carrierId.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, 'must name a field to change');

/** The most characters of a text: 255 short messages joined, of 153 each (3GPP 23.040). */
const LONGEST_TEXT = 255 * 153;

/**
 * The text of a handset's message, which may hold any character: the network carries it as it is.
 */
export const messageBody = z.strictObject({
  text: z.string().trim().max(LONGEST_TEXT, `must be at most ${LONGEST_TEXT} characters`),
});

export const messagesQuery = z.object({
  sent: z
    .enum(['true', 'false'])
    .default('false')
    .transform((sent) => sent === 'true'),
});

export const topUpBody = z.strictObject({
  amount: rand.refine((cents) => cents > 0 && cents <= 100_000, 'must be from "0.01" to "1000.00"'),
});

export const faultBody = z.strictObject({
  operation: z.enum(FAULT_OPERATIONS),
  kind: z.enum(FAULT_KINDS),
  times: z.int().min(1).max(1_000_000).default(1),
  code: z.string().max(128).optional(),
  carrier: carrierId.optional(),
});

/** Without a purpose it concerns all purposes, without a client our product. */
export const consentBody = z.strictObject({
  granted: z.boolean(),
  purpose: z
    .string()
    .refine(
      isPurpose,
      'must be a purpose of the Data Privacy Vocabulary, such as dpv:RequestedServiceProvision',
    )
    .optional(),
  client_id: clientId.optional(),
});

export const clientParams = z.object({ clientId });
export const clientBody = z.strictObject({
  jwk: z.object({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().max(64),
    y: z.string().max(64),
  }),
});

export const faultsQuery = z.object({ operation: z.enum(FAULT_OPERATIONS).optional() });
export const networkBody = z.strictObject({ msisdn: msisdn.nullable() });

/** No number, or an empty one, means all numbers; no carrier means all carriers. */
export const chargesQuery = z.object({
  msisdn: z
    .literal('')
    .transform(() => undefined)
    .or(msisdn)
    .optional(),
  carrier: carrierId.optional(),
});

/** Any time that the database can store: years 1970 to 9999. */
export const clockBody = z.strictObject({
  now: time.refine((now) => now.getTime() >= 0, 'must not lie before 1970'),
});
