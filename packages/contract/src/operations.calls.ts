import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * The calls of the operations listener as the OpenAPI document describes them. Their routes stand
 * with the capability that each belongs to, and check what they are sent there.
 */
export interface OperationsCall {
  readonly operationId: string;
  readonly summary: string;
  /** The status of success; 200 where none is named. */
  readonly status?: 200 | 201 | 202 | 204;
  /** `undefined` where the answer is a file or has no body. */
  readonly reply?: z.ZodType;
  readonly errors: readonly ErrorCode[];
}

const amount = z.string().meta({ example: '5.00', description: 'rand' });
const at = z.iso.datetime();
/** Fields beyond those that are named may follow. */
const record = z.looseObject;
const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item) });

const refund = record({
  refund_id: z.string(),
  reference: z.string(),
  charge_reference: z.string(),
  amount,
  vat: amount,
  outcome: z.enum(['succeeded', 'denied', 'unknown']),
  reason: z.string(),
  at,
  decided_at: at.nullable(),
}).meta({ id: 'Refund' });

const numberHistory = record({
  subscriber_id: z.string(),
  state: z.enum(['trial', 'active', 'grace', 'parked', 'cancelled', 'expired', 'blocked']),
  package_id: z.string().nullable(),
  paid_until: at.nullable(),
  events: z.array(record({ at, type: z.string() })),
  charges: z.array(
    record({
      reference: z.string(),
      period: z.int(),
      amount,
      vat: amount,
      outcome: z.enum(['succeeded', 'denied', 'unknown', 'refunded']),
      reason: z.string().nullable(),
      at,
    }),
  ),
  refunds: z.array(refund),
  unblocked: z.array(record({})),
  consents: z.array(record({ id: z.string() })),
}).meta({ id: 'NumberHistory' });

const ledgerReport = record({
  balanced: z.boolean(),
  accounts: z.array(record({ account: z.string(), debit: amount, credit: amount })),
}).meta({ id: 'LedgerReport' });

const counts = record({
  matched: z.int(),
  missing_here: z.int(),
  missing_there: z.int(),
  differing: z.int(),
}).meta({ id: 'ReconciliationCounts' });

const reconciliationException = record({
  id: z.uuid(),
  carrier: z.string(),
  kind: z.string(),
  state: z.enum(['open', 'applied', 'dismissed', 'resolved', 'returned']),
  reference: z.string().nullable(),
  date: z.string(),
  proposal: record({ action: z.string(), words: z.string() }),
  note: z.string().nullable(),
  created_at: at,
  closed_at: at.nullable(),
}).meta({ id: 'ReconciliationException' });

const ingestJob = record({
  id: z.uuid(),
  state: z.enum(['queued', 'running', 'done', 'failed']),
}).meta({ id: 'IngestJob' });
const upload = record({ id: z.string() }).meta({ id: 'Upload' });
const hold = record({ carriers: z.array(record({ carrier: z.string(), held: z.boolean() })) }).meta(
  {
    id: 'JobHold',
  },
);
const settlement = record({
  id: z.uuid(),
  carrier: z.string(),
  month: z.string(),
  paid: amount,
  reference: z.string(),
  at,
}).meta({ id: 'Settlement' });

export const OPERATIONS: Readonly<Record<string, OperationsCall>> = {
  'GET /metrics': {
    operationId: 'getMetrics',
    summary: "The figures of this process, in Prometheus' text format",
    errors: [],
  },
  'GET /ops/ledger': {
    operationId: 'getLedgerReport',
    summary: 'The accounts of the ledger, and whether they balance',
    reply: ledgerReport,
    errors: [],
  },
  'GET /ops/settlement': {
    operationId: 'getSettlementStatement',
    summary: "What a month's charges come to, and what the carrier has paid of it",
    reply: record({ month: z.string(), carriers: z.array(record({ carrier: z.string() })) }),
    errors: ['invalid_request'],
  },
  'POST /ops/settlement': {
    operationId: 'bookSettlement',
    summary: "Book the carrier's payment for a month; the same reference again is the same payment",
    status: 201,
    reply: settlement,
    errors: ['invalid_request', 'conflict'],
  },
  'POST /ops/write-off': {
    operationId: 'createWriteOff',
    summary: 'Write off what the carrier owes and will not pay',
    status: 201,
    reply: record({ id: z.uuid(), carrier: z.string(), amount, reason: z.string(), at }),
    errors: ['invalid_request', 'conflict'],
  },
  'POST /ops/reports/rebuild': {
    operationId: 'rebuildReports',
    summary: 'Count every day again from the facts for the reports of the studio',
    reply: record({
      waiting_days: z.int(),
      plays_from: z.iso
        .date()
        .nullable()
        .describe(
          'Plays are counted again from this day on; the sums of earlier days stay, because their ' +
            'reports are deleted. Null: no day has all of its reports',
        ),
    }),
    errors: [],
  },
  'POST /ops/reconciliation': {
    operationId: 'runReconciliation',
    summary: "Compare a day's charges with the carrier's own list",
    reply: counts,
    errors: ['invalid_request', 'conflict', 'carrier_unavailable'],
  },
  'GET /ops/reconciliation': {
    operationId: 'listReconciliations',
    summary: 'The comparisons of a span of days',
    reply: listOf(record({ date: z.string(), carrier: z.string(), at })),
    errors: ['invalid_request'],
  },
  'POST /ops/reconciliation/file': {
    operationId: 'runReconciliationOfFile',
    summary: "Compare a day's charges with the carrier's file (text/csv)",
    reply: counts,
    errors: ['invalid_request', 'conflict', 'payload_too_large', 'unsupported_media_type'],
  },
  'GET /ops/reconciliation-exceptions': {
    operationId: 'listExceptions',
    summary: 'Differences that a person must resolve',
    reply: listOf(reconciliationException).extend({
      page: z.int(),
      lastPage: z.int(),
      total: z.int(),
    }),
    errors: ['invalid_request'],
  },
  'POST /ops/reconciliation-exceptions/:id/apply': {
    operationId: 'applyException',
    summary: 'Do what a reconciliation exception proposes, or record the outcome that was unknown',
    reply: reconciliationException,
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  'POST /ops/reconciliation-exceptions/:id/dismiss': {
    operationId: 'dismissException',
    summary: 'Close a reconciliation exception without a posting',
    reply: reconciliationException,
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  'POST /ops/reconciliation-exceptions/:id/returned': {
    operationId: 'returnException',
    summary:
      'Close a reconciliation exception of a denied refund: the money was returned in another way',
    reply: reconciliationException,
    errors: ['invalid_request', 'not_found', 'conflict'],
  },
  'POST /ops/refunds': {
    operationId: 'createRefund',
    summary: 'Refund a charge, whole or in part; the carrier has been asked when the answer comes',
    status: 201,
    reply: refund,
    errors: [
      'invalid_request',
      'not_found',
      'charge_in_flight',
      'charge_not_taken',
      'nothing_left_to_refund',
      'more_than_left_to_refund',
    ],
  },
  'GET /ops/refunds': {
    operationId: 'listRefunds',
    summary: 'The refunds of a charge, or the one with this reference',
    reply: record({ refunds: z.array(refund) }),
    errors: ['invalid_request', 'not_found'],
  },
  'POST /ops/unblock': {
    operationId: 'unblockNumber',
    summary: "Let a number opt in again after STOP ALL, at its owner's request",
    reply: record({ subscriber_id: z.string() }),
    errors: ['invalid_request', 'invalid_msisdn', 'not_blocked'],
  },
  'GET /ops/hold': {
    operationId: 'getJobHold',
    summary: 'Whether jobs that move money or send messages are held, and why',
    reply: hold,
    errors: [],
  },
  'POST /ops/hold/release': {
    operationId: 'releaseJobHold',
    summary: 'Let the held jobs run',
    reply: hold,
    errors: ['invalid_request', 'conflict', 'carrier_unavailable'],
  },
  'POST /ops/fence/take-over': {
    operationId: 'takeDatabaseLeaseOver',
    summary: 'Have this database charge and send, and no other copy of it',
    reply: record({ state: z.string() }).meta({ id: 'ActiveDatabaseLease' }),
    errors: ['invalid_request', 'conflict'],
  },
  'POST /ops/backup': {
    operationId: 'createBackup',
    summary: 'A consistent dump of the embedded database (application/gzip)',
    errors: ['conflict'],
  },
  'GET /ops/subscriptions/:msisdn': {
    operationId: 'getNumberHistory',
    summary: 'The whole history of a number',
    reply: numberHistory,
    errors: ['invalid_msisdn', 'not_found'],
  },
  'GET /ops/evidence/:msisdn': {
    operationId: 'getEvidence',
    summary: 'The evidence about a number, as one document',
    reply: record({}),
    errors: ['invalid_msisdn', 'not_found'],
  },
  'POST /ops/ingest': {
    operationId: 'createIngestJob',
    summary: 'Ingest a file of the folder for uploads',
    status: 202,
    reply: ingestJob,
    errors: ['invalid_request'],
  },
  'GET /ops/jobs': {
    operationId: 'listIngestJobs',
    summary: 'The jobs of ingest in a state',
    reply: listOf(ingestJob),
    errors: ['invalid_request'],
  },
  'GET /ops/jobs/:id': {
    operationId: 'getIngestJob',
    summary: 'A job of ingest, with its result once it is done',
    reply: ingestJob,
    errors: ['invalid_request', 'not_found'],
  },
  'PUT /ops/assets/:id/poster': {
    operationId: 'choosePoster',
    summary: 'Choose the poster of an asset among its candidates',
    reply: record({ id: z.uuid() }),
    errors: ['invalid_request', 'not_found'],
  },
  'GET /ops/uploads': {
    operationId: 'listUploads',
    summary: 'Resumable uploads; the same address takes tus 1.0.0 (POST, HEAD, PATCH, DELETE)',
    reply: listOf(upload),
    errors: [],
  },
  'GET /ops/uploads/:id': {
    operationId: 'getUpload',
    summary: 'A resumable upload',
    reply: upload,
    errors: ['not_found'],
  },
  'PUT /ops/uploads/:id/captions/:language': {
    operationId: 'putUploadCaptions',
    summary: 'Captions (WebVTT or SRT) for a film that is being uploaded',
    reply: upload,
    errors: ['invalid_request', 'not_found', 'conflict', 'payload_too_large'],
  },
  'GET /ops/live-ingest': {
    operationId: 'listLiveIngestSessions',
    summary: 'Live channels with their stream keys and what arrives',
    reply: record({}),
    errors: [],
  },
  'POST /ops/live-ingest/:channel/key': {
    operationId: 'createStreamKey',
    summary: 'A new stream key of a live channel; the earlier one ends',
    status: 201,
    reply: record({
      channel: z.string(),
      record_to: z.string().nullable(),
      stream_key: z.string(),
    }),
    errors: ['invalid_request', 'not_found'],
  },
  'DELETE /ops/live-ingest/:channel/key': {
    operationId: 'deleteStreamKey',
    summary: 'End the stream key of a live channel',
    status: 204,
    errors: ['not_found'],
  },
  'POST /ops/live-ingest/:channel/end': {
    operationId: 'endLiveIngestSession',
    summary: 'End what arrives for a live channel now',
    status: 204,
    errors: ['not_found'],
  },
};
