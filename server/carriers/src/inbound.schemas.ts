/** The shapes of what the carrier sends us, and what becomes of them in our own words. */

import { createHash } from 'node:crypto';
import { instantInput } from '@bonisa/contract/times';
import type { DenialReason } from '@bonisa/domain/money/charge';
import { parseRand } from '@bonisa/domain/money/rand';
import { type Msisdn, parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { z } from 'zod';
import { readDenial } from './carrier-text.ts';

const NUL = '\u0000';
/** Text that a database can hold. */
const plainText = (max: number) =>
  z
    .string()
    .max(max)
    .refine((text) => !text.includes(NUL), 'must not hold NUL');
const id = plainText(256).min(1);
const time = instantInput.transform((text) => new Date(text));
const msisdn = z
  .string()
  .regex(/^\+[0-9]{1,15}$/)
  .transform((text, context): Msisdn => {
    const parsed = parseMsisdn(text);
    if (parsed !== undefined) return parsed;
    context.addIssue({ code: 'custom', message: 'not a number of ours' });
    return z.NEVER;
  });
const rand = z.string().transform((text, context) => {
  const cents = parseRand(text);
  if (cents !== undefined) return cents;
  context.addIssue({ code: 'custom', message: 'not an amount of rand' });
  return z.NEVER;
});

/** A short message from a handset to the service. */
export interface InboundMessage {
  id: string;
  from: Msisdn;
  text: string;
}

/** Airtime that was put on a number. */
export interface TopUp {
  id: string;
  at: Date;
  msisdn: Msisdn;
  amountCents: number;
}

/** What became of a payment or a refund. */
export type PaymentEvent = { id: string; source: string; at: Date; carrierPaymentId: string } & (
  | { kind: 'pending_validation' | 'reserved' | 'cancelled' }
  | { kind: 'completed'; paidAt: Date }
  | { kind: 'denied'; reason: DenialReason; detail: string }
  | { kind: 'refund_completed' | 'refund_denied' | 'refund_in_bill'; carrierRefundId: string }
);

/**
 * What a person wrote, of any length and with any character: a refusal would lose a STOP. A carrier
 * that has nothing, or something else than a string, is understood too.
 */
const writtenText = z
  .unknown()
  .optional()
  .transform((text) => (typeof text === 'string' ? text : text == null ? '' : asJson(text)))
  .meta({ type: 'string', description: 'The text as the person wrote it, whole.' });

/** A message as a carrier is asked to send it. */
export const inboundMessage = z.object({ id, at: time, from: msisdn, text: writtenText });

/**
 * A message as it is read: only a number is required, in any form that carriers write, because a
 * refusal would lose a STOP. An id that is missing or unusable is replaced by a digest of the
 * message.
 */
export const anyMessage = z
  .object({
    id: z.unknown().optional(),
    at: z.unknown().optional(),
    from: z.union([z.string(), z.number()]).transform((value, context): Msisdn => {
      const digits = String(value)
        .replace(/^tel:/i, '')
        .replaceAll(/[\s().-]/g, '');
      const parsed = parseMsisdn(digits.replace(/^00(?=27)/, '+'));
      if (parsed !== undefined) return parsed;
      context.addIssue({ code: 'custom', message: 'not a number of ours' });
      return z.NEVER;
    }),
    text: writtenText,
  })
  .transform(({ id: value, at, from, text }): InboundMessage => {
    const read = id.safeParse(typeof value === 'number' ? String(value) : value);
    const digest = () =>
      createHash('sha256')
        .update(asJson([value, at, text]))
        .digest('base64url');
    return { id: read.success ? read.data : digest(), from, text };
  });

/** A value as JSON; nothing for one that is nested more deeply than can be written. */
function asJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return '';
    throw error;
  }
}

export const topUp = z.object({ id, at: time, phoneNumber: msisdn, amount: rand }).transform(
  ({ id, at, phoneNumber, amount }): TopUp => ({
    id,
    at,
    msisdn: phoneNumber,
    amountCents: amount,
  }),
);

const PAYMENT = 'org.camaraproject.carrier-billing.v0.payment-';
const REFUND = 'org.camaraproject.carrier-billing-refund.v0.refund-';

const envelope = z.object({ id, source: id, specversion: z.literal('1.0'), time });
const details = z.object({
  paymentId: id,
  status: z.enum(['succeeded', 'failed']),
  description: z.string().max(4096),
});

/** What every event has, whatever it tells of. */
const anyEvent = envelope.extend({ type: z.string().min(1).max(256) });

/**
 * The type of an event that is none of those we know (a newer version of an API, something of the
 * carrier's own); nothing for one that we do.
 */
export function unknownTypeOf(body: unknown): string | undefined {
  const event = anyEvent.safeParse(body);
  return event.success && !KNOWN_TYPES.has(event.data.type) ? event.data.type : undefined;
}

const camaraEvent = z.discriminatedUnion('type', [
  envelope.extend({ type: z.literal(`${PAYMENT}pending-validation`), data: details }),
  envelope.extend({ type: z.literal(`${PAYMENT}reserved`), data: details }),
  envelope.extend({ type: z.literal(`${PAYMENT}cancelled`), data: details }),
  envelope.extend({
    type: z.literal(`${PAYMENT}completed`),
    data: details.extend({ status: z.literal('succeeded'), paymentDate: time }),
  }),
  envelope.extend({
    type: z.literal(`${PAYMENT}denied`),
    data: details.extend({ denialReason: z.string().max(4096).optional() }),
  }),
  envelope.extend({
    type: z.literal(`${REFUND}completed`),
    data: details.extend({ refundId: id }),
  }),
  envelope.extend({ type: z.literal(`${REFUND}denied`), data: details.extend({ refundId: id }) }),
  envelope.extend({ type: z.literal(`${REFUND}in-bill`), data: details.extend({ refundId: id }) }),
]);

const KNOWN_TYPES: ReadonlySet<string> = new Set(
  camaraEvent.options.map(({ shape }) => shape.type.value),
);

export const paymentEvent = camaraEvent.transform((event): PaymentEvent => {
  const common = {
    id: event.id,
    source: event.source,
    at: event.time,
    carrierPaymentId: event.data.paymentId,
  };
  switch (event.type) {
    case `${PAYMENT}completed`:
      return { ...common, kind: 'completed', paidAt: event.data.paymentDate };
    case `${PAYMENT}denied`:
      return {
        ...common,
        kind: 'denied',
        ...readDenial(event.data.denialReason ?? event.data.description),
      };
    case `${PAYMENT}pending-validation`:
      return { ...common, kind: 'pending_validation' };
    case `${PAYMENT}reserved`:
      return { ...common, kind: 'reserved' };
    case `${PAYMENT}cancelled`:
      return { ...common, kind: 'cancelled' };
    case `${REFUND}completed`:
      return { ...common, kind: 'refund_completed', carrierRefundId: event.data.refundId };
    case `${REFUND}denied`:
      return { ...common, kind: 'refund_denied', carrierRefundId: event.data.refundId };
    case `${REFUND}in-bill`:
      return { ...common, kind: 'refund_in_bill', carrierRefundId: event.data.refundId };
  }
});
