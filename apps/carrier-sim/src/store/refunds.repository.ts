import type { Database } from './database.ts';
import {
  conditionsOf,
  createEntityTable,
  type ListFilter,
  type Paging,
  type Row,
} from './entity-table.ts';

export const REFUND_STATUSES = ['processing', 'denied', 'succeeded'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

export interface Refund {
  id: string;
  clientId: string;
  paymentId: string;
  type: 'total' | 'partial';
  status: RefundStatus;
  /** The amount that it returned to the line. */
  cents: number;
  /** The requested `amountTransaction`, as JSON. */
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
  /** When it was paid or denied; null while it is in process. */
  decidedAt: Date | null;
  /** When a refund in process is decided; null once it is decided. */
  dueAt: Date | null;
  /** Whether the sink is notified; false for a lost notification. */
  notifySink: boolean;
  /** The named error by which a refund in process will be denied. */
  refusal: string | null;
  denialReason: string | null;
  /** The `x-correlator` of the call that made it; its notification carries it. */
  correlator: string | null;
}

export interface RefundFilter extends ListFilter {
  paymentId: string;
  statuses?: readonly RefundStatus[] | undefined;
}

export interface RefundsRepository {
  add(refund: Refund): void;
  find(id: string, paymentId: string): Refund | undefined;
  findByCorrelator(clientId: string, correlator: string): Refund | undefined;
  findByReference(clientId: string, reference: string): Refund | undefined;
  /** Refunds in process to decide by `now`, earliest first. */
  due(now: Date): Refund[];
  record(
    id: string,
    change: { status: RefundStatus; decidedAt: Date; denialReason?: string },
  ): void;
  list(filter: RefundFilter, paging: Paging): { refunds: Refund[]; total: number };
  /**
   * The refunds of a payment, done or in process, in cents, and whether a total refund has closed
   * it.
   */
  givenBack(paymentId: string): { cents: number; closed: boolean };
}

export function createRefundsRepository(database: Database): RefundsRepository {
  const table = createEntityTable<Refund>(database, 'refunds', {
    id: 'plain',
    clientId: 'plain',
    paymentId: 'plain',
    type: 'plain',
    status: 'plain',
    cents: 'plain',
    amountTransaction: 'plain',
    reason: 'plain',
    merchantIdentifier: 'plain',
    referenceCode: 'plain',
    clientCorrelator: 'plain',
    fingerprint: 'plain',
    sink: 'plain',
    sinkToken: 'plain',
    sinkTokenExpires: 'time',
    createdAt: 'time',
    decidedAt: 'time',
    dueAt: 'time',
    notifySink: 'flag',
    refusal: 'plain',
    denialReason: 'plain',
    correlator: 'plain',
  });
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
  const found = table.readOptional;
  return {
    add: table.insert,
    find: (id, paymentId) => found(byId.get(id, paymentId)),
    findByCorrelator: (clientId, correlator) => found(byCorrelator.get(clientId, correlator)),
    findByReference: (clientId, reference) => found(byReference.get(clientId, reference)),
    due: (now) => due.all(now.getTime()).map(table.read),
    record(id, { status, decidedAt, denialReason }) {
      record.run(status, decidedAt.getTime(), denialReason ?? null, id);
    },
    list(filter, { order, limit, offset }) {
      const { where, values } = conditionsOf({ payment_id: filter.paymentId }, filter);
      const rows = database.prepare<Row>(
        `select * from refunds where ${where} order by created_at ${order}, seq ${order} limit ? offset ?`,
      );
      const count = database.prepare<{ total: number }>(
        `select count(*) as total from refunds where ${where}`,
      );
      return {
        refunds: rows.all(...values, limit, offset).map(table.read),
        total: count.get(...values)?.total ?? 0,
      };
    },
    givenBack(paymentId) {
      const row = given.get(paymentId);
      return { cents: row?.cents ?? 0, closed: row?.closed === 1 };
    },
  };
}
