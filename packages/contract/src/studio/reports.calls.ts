import { z } from 'zod';
import { absent } from '../call.ts';
import { CSV_FILE } from './csv-file.ts';
import {
  count,
  isBounded,
  key,
  name,
  RANGE_PROBLEM,
  rand,
  reportFields,
  reportHead,
  reportQuery,
} from './report-query.ts';
import { studioCall } from './studio-call.ts';

/**
 * Reports of money and subscribers, from roll-ups. Each answers one question about a range of South
 * African days, with filters by carrier and package.
 */

const TAG = 'studio reports';
const REPORTS = '/studio/api/reports';
const givenBy = absent(z.enum(['day', 'carrier', 'package']));
const by = givenBy.transform((given) => given ?? 'day');
const byQuery = z.strictObject({ ...reportFields, by }).refine(isBounded, RANGE_PROBLEM);

const figures = z.object({
  asked: count,
  taken: count,
  taken_amount: rand,
  /** Of the taken: paid by a retry after the carrier had denied the period. */
  recovered: count,
  recovered_amount: rand,
  denied: count,
  unknown: count,
  unknown_amount: rand,
  /** By the day on which the refund was asked for. */
  refunded: count,
  refunded_amount: rand,
  refunds_waiting: count,
  refunds_refused: count,
  /**
   * What decided reconciliation exceptions added to what was taken (less than nothing: posted back)
   * and to what was given back, by the day of the decision. Null by package: a exception has none.
   */
  exceptions_taken_amount: rand.nullable(),
  exceptions_refunded_amount: rand.nullable(),
  /** By the day on which the caller disputed; open until a person has decided. */
  disputed: count,
  disputes_open: count,
});

export const moneyReport = studioCall({
  id: 'studioGetMoneyReport',
  method: 'GET',
  path: `${REPORTS}/money`,
  tag: TAG,
  summary: 'What was taken, denied, is unknown, was refunded and recovered by retries',
  needs: 'money:read',
  query: byQuery,
  reply: z.object({
    ...reportHead,
    by: z.enum(['day', 'carrier', 'package']),
    total: figures,
    data: z.array(figures.extend({ key, name }).meta({ id: 'MoneyReportRow' })),
  }),
});

export const denialReport = studioCall({
  id: 'studioGetDenialReport',
  method: 'GET',
  path: `${REPORTS}/denials`,
  tag: TAG,
  summary: 'Why charges were denied, by reason and by day',
  needs: 'money:read',
  query: reportQuery,
  reply: z.object({
    ...reportHead,
    asked: count,
    denied: count,
    reasons: z.array(
      z
        .object({ reason: z.string(), denied: count, amount: rand })
        .meta({ id: 'DenialReportReason' }),
    ),
    data: z.array(
      z
        .object({ day: key, reason: z.string(), denied: count, amount: rand })
        .meta({ id: 'DenialReportRow' }),
    ),
  }),
});

const ageOf = z.enum(['today', 'one_day', 'two_to_seven_days', 'over_seven_days']);

export const unknownReport = studioCall({
  id: 'studioGetUnknownReport',
  method: 'GET',
  path: `${REPORTS}/unknown`,
  tag: TAG,
  summary: 'Which charges have no outcome yet, by age, whatever the range',
  needs: 'money:read',
  query: z.strictObject({ carrier: reportFields.carrier, package: reportFields.package }),
  reply: z.object({
    counted_until: reportHead.counted_until,
    unknown: count,
    amount: rand,
    data: z.array(
      z
        .object({ age: ageOf, carrier: key, reason: z.string(), unknown: count, amount: rand })
        .meta({ id: 'UnknownReportRow' }),
    ),
  }),
});

const flows = z.object({
  /** New: free days that began and first payments without one. */
  trial: count,
  paid_at_once: count,
  /** First payments after a free day. */
  converted: count,
  /** Sign-ups whose first payment was denied: never served, and not new. */
  refused: count,
  /**
   * Churn: wanted by the subscriber (on a page, by STOP or STOP ALL, or by care for a caller); not
   * paid; other (a block by the carrier or our people, a number with another owner, a refund).
   */
  ended_wanted: count,
  ended_unpaid: count,
  ended_other: count,
  /** From and to another package. */
  moved_in: count,
  moved_out: count,
});

export const subscriberReport = studioCall({
  id: 'studioGetSubscriberReport',
  method: 'GET',
  path: `${REPORTS}/subscribers`,
  tag: TAG,
  summary: 'Who came, paid, went and is subscribed at the end of each day',
  needs: 'audience:read',
  query: byQuery,
  reply: z.object({
    ...reportHead,
    by: z.enum(['day', 'carrier', 'package']),
    total: flows,
    data: z.array(
      flows
        .extend({
          key,
          name,
          /** Subscribed at the end of the day (or range), and how many of them never paid yet. */
          held: count,
          on_trial: count,
        })
        .meta({ id: 'SubscriberReportRow' }),
    ),
  }),
});

const givenGrain = absent(z.enum(['week', 'month']));

export const cohortReport = studioCall({
  id: 'studioGetCohortReport',
  method: 'GET',
  path: `${REPORTS}/cohorts`,
  tag: TAG,
  summary: 'How many of those who began in a week or month are still subscribed after it',
  needs: 'audience:read',
  query: z
    .strictObject({
      ...reportFields,
      grain: givenGrain.transform((given) => given ?? 'week'),
    })
    .refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    grain: z.enum(['week', 'month']),
    data: z.array(
      z
        .object({
          /** The first day of the week or month of the beginning. */
          cohort: key,
          began: count,
          /** Still subscribed at the end of the same week or month, of the next, and so on. */
          kept: z.array(count),
        })
        .meta({ id: 'CohortReportRow' }),
    ),
  }),
});

export const ledgerReport = studioCall({
  id: 'studioGetLedgerReport',
  method: 'GET',
  path: `${REPORTS}/ledger`,
  tag: TAG,
  summary: 'The balance of each account of the ledger at the end of each day',
  needs: 'money:read',
  query: z
    .strictObject({ from: reportFields.from, to: reportFields.to, carrier: reportFields.carrier })
    .refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    accounts: z.array(
      z
        .object({ account: z.string(), opening: rand, debit: rand, credit: rand, closing: rand })
        .meta({ id: 'LedgerReportAccount' }),
    ),
    data: z.array(
      z
        .object({ day: key, account: z.string(), debit: rand, credit: rand, balance: rand })
        .meta({ id: 'LedgerReportRow' }),
    ),
  }),
});

export const vatReport = studioCall({
  id: 'studioGetVatReport',
  method: 'GET',
  path: `${REPORTS}/vat`,
  tag: TAG,
  summary: 'The VAT of each month: in what was taken, given back with refunds, and due',
  needs: 'money:read',
  query: z
    .strictObject({ from: reportFields.from, to: reportFields.to, carrier: reportFields.carrier })
    .refine(isBounded, RANGE_PROBLEM),
  reply: z.object({
    ...reportHead,
    data: z.array(
      z
        .object({
          month: key,
          carrier: key,
          taken: rand,
          refunded: rand,
          vat_taken: rand,
          vat_refunded: rand,
          vat_due: rand,
        })
        .meta({ id: 'VatReportRow' }),
    ),
  }),
});

/** The reports that are also files, by the scope that they need. */
export const MONEY_FILES = ['money', 'denials', 'unknown', 'ledger', 'vat'] as const;
export const AUDIENCE_FILES = ['subscribers', 'cohorts'] as const;

export const moneyFile = studioCall({
  id: 'studioDownloadMoneyReport',
  method: 'GET',
  path: `${REPORTS}/money/files/:report`,
  tag: TAG,
  summary: 'A report of money as a CSV file; it takes what the report itself takes',
  needs: 'money:read',
  audited: true,
  params: z.strictObject({ report: z.enum(MONEY_FILES) }),
  // The report's own query judges it as well: this one has the fields of all of them.
  query: z.strictObject({ ...reportFields, by: givenBy }).refine(isBounded, RANGE_PROBLEM),
  ...CSV_FILE,
});

export const audienceFile = studioCall({
  id: 'studioDownloadAudienceReport',
  method: 'GET',
  path: `${REPORTS}/audience/files/:report`,
  tag: TAG,
  summary: 'A report of subscribers as a CSV file; it takes what the report itself takes',
  needs: 'audience:read',
  audited: true,
  params: z.strictObject({ report: z.enum(AUDIENCE_FILES) }),
  query: z
    .strictObject({ ...reportFields, by: givenBy, grain: givenGrain })
    .refine(isBounded, RANGE_PROBLEM),
  ...CSV_FILE,
});
