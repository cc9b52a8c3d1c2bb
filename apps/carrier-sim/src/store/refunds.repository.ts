import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';
import type { Paging } from './payments.repository.ts';

export const REFUND_STATUSES = ['processing', 'denied', 'succeeded'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export interface Refund {
  id: string;
  clientId: string;
  paymentId: string;
  type: 'total' | 'partial';
  status: RefundStatus;
  /** What it gave back to the line. */
  cents: number;
  /** `amountTransaction` as it was asked for, JSON. */
  amountTransaction: string;
  reason: string | null;
  merchantIdentifier: string | null;
  referenceCode: string;
  clientCorrelator: string | null;
  fingerprint: string;
  sink: string | null;
  sinkToken: string | null;
  sinkTokenExpires: Date | null;
  createdAt: Date;
  /** When it was done or denied; null while it is in process. */
  decidedAt: Date | null;
  /** When a refund in process is decided; null once it is decided. */
  dueAt: Date | null;
  /** Whether the sink is told of it; false for a refund whose notification is lost. */
  told: boolean;
  /** By which named error a refund in process will be denied. */
  refusal: string | null;
  denialReason: string | null;
  /** The `x-correlator` of the call that made it; its notification carries it. */
  correlator: string | null;
}

export interface RefundFilter {
  paymentId: string;
  from?: Date | undefined;
  to?: Date | undefined;
  statuses?: readonly RefundStatus[] | undefined;
  merchantIdentifier?: string | undefined;
}

export interface RefundsRepository {
  add(refund: Refund): void;
  find(id: string, paymentId: string): Refund | undefined;
  findByCorrelator(clientId: string, correlator: string): Refund | undefined;
  findByReference(clientId: string, reference: string): Refund | undefined;
  /** Refunds in process that should be decided by `now`, earliest first. */
  due(now: Date): Refund[];
  record(
    id: string,
    change: { status: RefundStatus; decidedAt: Date; denialReason?: string },
  ): void;
  list(filter: RefundFilter, paging: Paging): { refunds: Refund[]; total: number };
  /**
   * What was given back of a payment so far, or is about to be, in cents, and whether a total
   * refund has closed it.
   */
  givenBack(paymentId: string): { cents: number; closed: boolean };
}

interface Row {
  id: string;
  client_id: string;
  payment_id: string;
  type: Refund['type'];
  status: RefundStatus;
  cents: number;
  amount_transaction: string;
  reason: string | null;
  merchant_identifier: string | null;
  reference_code: string;
  client_correlator: string | null;
  fingerprint: string;
  sink: string | null;
  sink_token: string | null;
  sink_token_expires: number | null;
  created_at: number;
  decided_at: number | null;
  due_at: number | null;
  told: number;
  refusal: string | null;
  denial_reason: string | null;
  correlator: string | null;
}

export function createRefundsRepository(database: Database): RefundsRepository {
  const insert = database.prepare(
    `insert into refunds (id, client_id, payment_id, type, status, cents, amount_transaction, reason, merchant_identifier,
      reference_code, client_correlator, fingerprint, sink, sink_token, sink_token_expires, created_at, decided_at, due_at, told,
      refusal, denial_reason, correlator) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const byId = database.prepare<Row>('select * from refunds where id = ? and payment_id = ?');
  const byCorrelator = database.prepare<Row>(
    'select * from refunds where client_id = ? and client_correlator = ?',
  );
  const byReference = database.prepare<Row>(
    'select * from refunds where client_id = ? and reference_code = ?',
  );
  const due = database.prepare<Row>('select * from refunds where due_at <= ? order by due_at');
  const record = database.prepare(
    'update refunds set status = ?, decided_at = ?, denial_reason = ?, due_at = null where id = ?',
  );
  const given = database.prepare<{ cents: number; closed: number }>(
    `select coalesce(sum(cents), 0) as cents, coalesce(max(type = 'total'), 0) as closed
      from refunds where payment_id = ? and status <> 'denied'`,
  );
  const found = (row: Row | undefined) => row && refundFrom(row);
  return {
    add: (refund) => void insert.run(...valuesOf(refund)),
    find: (id, paymentId) => found(byId.get(id, paymentId)),
    findByCorrelator: (clientId, correlator) => found(byCorrelator.get(clientId, correlator)),
    findByReference: (clientId, reference) => found(byReference.get(clientId, reference)),
    due: (now) => due.all(now.getTime()).map(refundFrom),
    record(id, { status, decidedAt, denialReason }) {
      record.run(status, decidedAt.getTime(), denialReason ?? null, id);
    },
    list(filter, { order, limit, offset }) {
      const { where, values } = conditions(filter);
      const rows = database.prepare<Row>(
        `select * from refunds where ${where} order by created_at ${order}, seq ${order} limit ? offset ?`,
      );
      const count = database.prepare<{ total: number }>(
        `select count(*) as total from refunds where ${where}`,
      );
      return {
        refunds: rows.all(...values, limit, offset).map(refundFrom),
        total: count.get(...values)?.total ?? 0,
      };
    },
    givenBack(paymentId) {
      const row = given.get(paymentId);
      return { cents: row?.cents ?? 0, closed: row?.closed === 1 };
    },
  };
}

function conditions(filter: RefundFilter): { where: string; values: SQLInputValue[] } {
  const parts = ['payment_id = ?'];
  const values: SQLInputValue[] = [filter.paymentId];
  const add = (condition: string, ...more: SQLInputValue[]) => {
    parts.push(condition);
    values.push(...more);
  };
  if (filter.from) add('created_at >= ?', filter.from.getTime());
  if (filter.to) add('created_at <= ?', filter.to.getTime());
  if (filter.merchantIdentifier !== undefined)
    add('merchant_identifier = ?', filter.merchantIdentifier);
  if (filter.statuses?.length)
    add(`status in (${filter.statuses.map(() => '?').join(', ')})`, ...filter.statuses);
  return { where: parts.join(' and '), values };
}

function valuesOf(refund: Refund): SQLInputValue[] {
  return [
    refund.id,
    refund.clientId,
    refund.paymentId,
    refund.type,
    refund.status,
    refund.cents,
    refund.amountTransaction,
    refund.reason,
    refund.merchantIdentifier,
    refund.referenceCode,
    refund.clientCorrelator,
    refund.fingerprint,
    refund.sink,
    refund.sinkToken,
    refund.sinkTokenExpires?.getTime() ?? null,
    refund.createdAt.getTime(),
    refund.decidedAt?.getTime() ?? null,
    refund.dueAt?.getTime() ?? null,
    Number(refund.told),
    refund.refusal,
    refund.denialReason,
    refund.correlator,
  ];
}

function refundFrom(row: Row): Refund {
  const date = (time: number | null) => (time === null ? null : new Date(time));
  return {
    id: row.id,
    clientId: row.client_id,
    paymentId: row.payment_id,
    type: row.type,
    status: row.status,
    cents: row.cents,
    amountTransaction: row.amount_transaction,
    reason: row.reason,
    merchantIdentifier: row.merchant_identifier,
    referenceCode: row.reference_code,
    clientCorrelator: row.client_correlator,
    fingerprint: row.fingerprint,
    sink: row.sink,
    sinkToken: row.sink_token,
    sinkTokenExpires: date(row.sink_token_expires),
    createdAt: new Date(row.created_at),
    decidedAt: date(row.decided_at),
    dueAt: date(row.due_at),
    told: row.told === 1,
    refusal: row.refusal,
    denialReason: row.denial_reason,
    correlator: row.correlator,
  };
}
