import { EXCEPTION_CHOICES, POSTINGS } from '@bonisa/domain/staff/exception-choices';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { dayInput, monthInput } from '../times.ts';
import { cents, rand } from './report-query.ts';
import { studioCall } from './studio-call.ts';

/** Exceptions of the reconciliation, and the settlement with each carrier. */

const EXCEPTIONS_TAG = 'studio reconciliation';
const SETTLEMENT_TAG = 'studio settlement';
const EXCEPTIONS = '/studio/api/reconciliation-exceptions';
const SETTLEMENTS = '/studio/api/settlements';

export const EXCEPTION_KINDS = [
  'missing_here',
  'missing_there',
  'differing',
  'unknown_charge',
  'unknown_refund',
  'refund_denied',
] as const;
export const EXCEPTION_STATES = ['open', 'applied', 'dismissed', 'resolved', 'returned'] as const;

const REFUND_STATES = ['intended', 'unknown', 'succeeded', 'denied'] as const;

const reason = text(500).trim().min(1);
const carrier = text(64).min(1);

const side = z.object({ amount: rand, state: z.string(), at: z.string() });
const reconciliationException = z
  .object({
    id: z.uuid(),
    carrier: z.string(),
    kind: z.enum(EXCEPTION_KINDS),
    state: z.enum(EXCEPTION_STATES),
    reference: z.string().nullable(),
    carrier_payment_id: z.string().nullable(),
    date: z.string().nullable(),
    ours: side.nullable(),
    theirs: side.nullable(),
    proposal: z.object({
      words: z.string(),
      lines: z.array(z.object({ account: z.string(), debit: rand, credit: rand })),
    }),
    /** What a person can decide, the proposed choice first. */
    choices: z.array(z.object({ choice: z.enum(EXCEPTION_CHOICES), words: z.string() })),
    /** The request that waits for a second person: to write it off, or to give it back. */
    write_off: z
      .object({ asked_by: z.string(), asked_at: instant, gives_back: z.boolean() })
      .nullable(),
    /** The refund that the carrier is asked for, or has made. */
    refund: z
      .object({ reference: z.string(), state: z.enum(REFUND_STATES), asked_at: instant })
      .nullable(),
    note: z.string().nullable(),
    created_at: instant,
    closed_at: instant.nullable(),
  })
  .meta({ id: 'StudioReconciliationException' });

export const listExceptions = studioCall({
  id: 'studioListExceptions',
  method: 'GET',
  path: EXCEPTIONS,
  tag: EXCEPTIONS_TAG,
  summary: 'Differences that a person must decide, with what is proposed; the oldest first',
  needs: 'money:read',
  query: z.strictObject({
    state: absent(z.enum(EXCEPTION_STATES)).transform((given) => given ?? 'open'),
    kind: absent(z.enum(EXCEPTION_KINDS)),
    carrier: absent(carrier),
    page: absent(z.coerce.number().int().min(1).max(1_000_000)).transform((given) => given ?? 1),
    limit: absent(z.coerce.number().int().min(1).max(100)).transform((given) => given ?? 50),
  }),
  reply: z.object({
    data: z.array(reconciliationException),
    page: z.int(),
    last_page: z.int(),
    total: z.int(),
  }),
});

export const decideException = studioCall({
  id: 'studioDecideException',
  method: 'POST',
  path: `${EXCEPTIONS}/:id/decisions`,
  tag: EXCEPTIONS_TAG,
  summary:
    'Decide a reconciliation exception by one of its choices; the same decision again changes nothing',
  needs: 'money:act',
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({
    /**
     * A write-off is asked for by a call of its own. Above the limit of refunds, `give_back` waits
     * for a second person.
     */
    choice: z.enum(EXCEPTION_CHOICES).exclude(['write_off']),
    reason,
    /** The carrier's id of the payment or refund, where it is not known yet. */
    carrier_payment_id: absent(z.string().regex(/^[\x21-\x7e]{1,255}$/)),
  }),
  reply: z.object({ exception: reconciliationException }),
  errors: [
    'not_found',
    'conflict',
    'account_needed',
    'charge_not_taken',
    'nothing_left_to_refund',
    'more_than_left_to_refund',
  ],
});

const groupKey = {
  carrier,
  kind: z.enum(EXCEPTION_KINDS),
  /** Whether their postings say that the carrier owes more, or less, or nothing is posted. */
  posting: z.enum(POSTINGS),
};

export const listExceptionGroups = studioCall({
  id: 'studioListExceptionGroups',
  method: 'GET',
  path: `${EXCEPTIONS}/groups`,
  tag: EXCEPTIONS_TAG,
  summary: 'The open exceptions in groups that can be decided at once, with their sums',
  needs: 'money:read',
  query: z.strictObject({ day: absent(dayInput) }),
  reply: z.object({
    data: z.array(
      z
        .object({
          ...groupKey,
          count: z.int(),
          /** What they are about in all. */
          amount: rand,
          choices: z.array(z.object({ choice: z.enum(EXCEPTION_CHOICES), words: z.string() })),
        })
        .meta({ id: 'StudioExceptionGroup' }),
    ),
  }),
});

export const decideExceptionGroup = studioCall({
  id: 'studioDecideExceptionGroup',
  method: 'POST',
  path: `${EXCEPTIONS}/groups/decisions`,
  tag: EXCEPTIONS_TAG,
  summary:
    'Decide the first of a group of open exceptions; `rest` is the body of the next call, if any',
  needs: 'money:act',
  body: z.strictObject({
    ...groupKey,
    day: absent(dayInput),
    choice: z.enum(EXCEPTION_CHOICES).exclude(['write_off', 'returned']),
    reason,
    /** As the person has seen them: where either differs by now, nothing is decided. */
    count: z.int().min(1),
    amount: cents(0),
    after: absent(z.uuid()),
  }),
  reply: z.object({
    decided: z.int(),
    /** Those that could not be decided, and why: they stay open. */
    refused: z.array(z.object({ id: z.uuid(), reference: z.string().nullable(), why: z.string() })),
    rest: z.object({ count: z.int(), amount: rand, after: z.uuid() }).nullable(),
  }),
  errors: ['conflict'],
});

export const askExceptionWriteOff = studioCall({
  id: 'studioAskExceptionWriteOff',
  method: 'POST',
  path: `${EXCEPTIONS}/:id/write-off`,
  tag: EXCEPTIONS_TAG,
  summary:
    'Ask to write off the charge of a reconciliation exception; a second person decides, and closes the exception',
  needs: 'money:act',
  stepUp: true,
  params: z.strictObject({ id: z.uuid() }),
  body: z.strictObject({ reason }),
  reply: z.object({ exception: reconciliationException }),
  errors: ['not_found', 'conflict'],
});

const comparison = z
  .object({
    date: z.string(),
    carrier: z.string(),
    source: z.enum(['list', 'file']),
    matched: z.int(),
    missing_here: z.int(),
    missing_there: z.int(),
    differing: z.int(),
    at: instant,
  })
  .meta({ id: 'StudioComparison' });

export const listComparisons = studioCall({
  id: 'studioListComparisons',
  method: 'GET',
  path: '/studio/api/reconciliation',
  tag: EXCEPTIONS_TAG,
  summary: "The comparisons of our charges with each carrier's list, the newest day first",
  needs: 'money:read',
  query: z.strictObject({ from: absent(dayInput), to: absent(dayInput) }),
  reply: z.object({ data: z.array(comparison) }),
});

const figure = z.enum(['gross', 'refunds', 'vat', 'carrier_share', 'to_be_paid']);
const figures = z.object({
  gross: rand,
  refunds: rand,
  vat: rand,
  carrier_share: rand,
  to_be_paid: rand,
});
const payment = z
  .object({ paid: rand, carrier_share: rand, reference: z.string(), at: instant })
  .meta({ id: 'StudioSettlementPayment' });
const settlement = z
  .object({
    carrier: z.string(),
    month: z.string(),
    ours: figures,
    /** The carrier's own statement, once it is entered. */
    theirs: figures.extend({ reference: z.string(), at: instant }).nullable(),
    /** Where the two differ: the carrier's figure less ours, and what that may mean. */
    differences: z.array(
      z.object({ figure, ours: rand, theirs: rand, difference: rand, words: z.string() }),
    ),
    paid: rand,
    /** What of `to_be_paid` was written off. */
    written_off: rand,
    /** The charges that were written off: `ours` and the differences are without them. */
    written_off_charges: rand,
    /** What is to be paid, less what was paid and written off. */
    outstanding: rand,
    /** What the figures leave out until it is decided: the month's open exceptions. */
    open_exceptions: z.object({ count: z.int(), amount: rand }),
    /** What of the month was posted in another one: the figures have changed since its end. */
    posted_elsewhere: z.object({ amount: rand, last_at: instant }).nullable(),
    payments: z.array(payment),
  })
  .meta({ id: 'StudioSettlement' });

export const listSettlements = studioCall({
  id: 'studioListSettlements',
  method: 'GET',
  path: SETTLEMENTS,
  tag: SETTLEMENT_TAG,
  summary: "Each carrier's month: our figures, its statement, their differences, and what it paid",
  needs: 'money:read',
  query: z.strictObject({ month: absent(monthInput), carrier: absent(carrier) }),
  reply: z.object({ month: z.string(), data: z.array(settlement) }),
});

export const enterStatement = studioCall({
  id: 'studioEnterCarrierStatement',
  method: 'POST',
  path: `${SETTLEMENTS}/statements`,
  tag: SETTLEMENT_TAG,
  summary: "Enter a carrier's statement of a month, as figures or as the lines of its CSV file",
  needs: 'money:act',
  body: z.union([
    z.strictObject({
      carrier,
      month: monthInput,
      reference: text(100).trim().min(1),
      gross: cents(0),
      refunds: cents(0),
      vat: cents(0),
      carrier_share: cents(0),
      to_be_paid: cents(0),
    }),
    z.strictObject({
      /** A header line with the names of the fields, and a line for each carrier and month. */
      csv: text(60_000).min(1),
    }),
  ]),
  reply: z.object({ data: z.array(settlement) }),
  errors: ['conflict'],
});

export const bookPayment = studioCall({
  id: 'studioBookSettlement',
  method: 'POST',
  path: `${SETTLEMENTS}/payments`,
  tag: SETTLEMENT_TAG,
  summary: "Post a carrier's payment for a month; the same reference again posts nothing",
  needs: 'money:act',
  body: z.strictObject({
    carrier,
    month: monthInput,
    paid: cents(1),
    reference: text(100).trim().min(1),
    reason,
  }),
  reply: z.object({ settlement }),
  errors: ['conflict'],
});
