/**
 * The shapes of the carrier's replies, as far as we read them. What we do not read may change
 * without us.
 */
import { parseMsisdn } from '@bonisa/domain/numbers/msisdn';
import { z } from 'zod';

/** Text that a database can hold. */
const name = z
  .string()
  .max(256)
  .refine((text) => !text.includes('\u0000'), 'must not hold NUL');
const id = name.min(1);
/** RFC 3339 with a time zone. */
const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** Only numbers of ours are of use: `+27` and nine digits. */
const msisdn = z.string().transform((text, context) => {
  const parsed = parseMsisdn(text);
  if (parsed !== undefined) return parsed;
  context.addIssue({ code: 'custom', message: 'not a number of ours' });
  return z.NEVER;
});
/** CAMARA's amounts are floating point numbers of the currency's main unit. */
const amount = z.number().nonnegative().max(1_000_000);
const cents = amount.transform(toCents);
/** Amount and currency as the carrier says them; what they must be, {@link isAsAsked} says. */
const money = z.object({ amount, currency: z.string().max(64).optional().catch(undefined) });
export type Money = z.output<typeof money>;

function toCents(rand: number): number {
  return Math.round(rand * 100);
}

/** Whether this is the very amount, in rand: neither 5.004 nor five dollars are R5.00. */
export function isAsAsked({ amount, currency }: Money, amountCents: number): boolean {
  return currency === RAND && Math.abs(amount * 100 - amountCents) < 1e-6;
}

export const RAND = 'ZAR';

/** An amount of rand in cents; `undefined` in any other currency. */
export function centsOf({ amount, currency }: Money): number | undefined {
  return currency === RAND ? toCents(amount) : undefined;
}

export const sentCode = z.object({ authenticationId: z.string().min(1).max(36) });
export const ageVerdict = z.object({
  contentLock: z.enum(['true', 'false', 'not_available']).optional(),
});
export const recyclingVerdict = z.object({ phoneNumberRecycled: z.boolean() });
export const acceptedMessage = z.object({ messageId: id, status: z.literal('accepted') });

const PAYMENT_STATES = [
  'processing',
  'pending_validation',
  'reserved',
  'succeeded',
  'denied',
  'cancelled',
] as const;

/**
 * What says which payment it is and what became of it must be there; what only helps to find it may
 * be missing, or of a shape that says nothing to us.
 */
export const payment = z.object({
  paymentId: id,
  paymentStatus: z.enum(PAYMENT_STATES),
  paymentCreationDate: time,
  paymentDate: time.optional().catch(undefined),
  amountTransaction: z.object({
    phoneNumber: msisdn.optional().catch(undefined),
    clientCorrelator: name.optional().catch(undefined),
    referenceCode: name.optional().catch(undefined),
    serverReferenceCode: name.optional().catch(undefined),
    paymentAmount: z.object({
      chargingInformation: money,
      chargingMetaData: z
        .object({ merchantIdentifier: name.optional().catch(undefined) })
        .optional()
        .catch(undefined),
    }),
  }),
});
export type Payment = z.output<typeof payment>;
/** A page of a list: each entry is read by itself, so that an odd one does not hide the others. */
export const payments = z.array(z.unknown());

const NO_AMOUNT = { chargingInformation: {} };
/** What can be read of an entry that is not readable as a payment; parsing never fails. */
export const partOfPayment = z
  .object({
    paymentId: id.optional().catch(undefined),
    paymentCreationDate: time.optional().catch(undefined),
    amountTransaction: z
      .object({
        phoneNumber: msisdn.optional().catch(undefined),
        clientCorrelator: name.optional().catch(undefined),
        referenceCode: name.optional().catch(undefined),
        paymentAmount: z
          .object({
            chargingInformation: z.object({ amount: cents.optional().catch(undefined) }).catch({}),
          })
          .catch(NO_AMOUNT),
      })
      .catch({ paymentAmount: NO_AMOUNT }),
  })
  .catch({ amountTransaction: { paymentAmount: NO_AMOUNT } });
export type PartOfPayment = z.output<typeof partOfPayment>;

export const refund = z.object({
  refundId: id,
  refundStatus: z.enum(['processing', 'denied', 'succeeded']),
  type: z.enum(['total', 'partial']),
  refundCreationDate: time,
  refundDate: time.optional(),
  amountTransaction: z.object({
    clientCorrelator: z.string().optional(),
    referenceCode: z.string(),
    refundAmount: z.object({ chargingInformation: money.optional() }),
  }),
});
export type Refund = z.output<typeof refund>;
export const refunds = z.array(refund);
