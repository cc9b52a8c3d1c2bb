import type { Database, Statement } from './database.ts';
import {
  conditionsOf,
  createEntityTable,
  type EntityTable,
  type ListFilter,
  type Paging,
  type Row,
} from './entity-table.ts';

export const PAYMENT_STATUSES = [
  'processing',
  'pending_validation',
  'denied',
  'reserved',
  'succeeded',
  'cancelled',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * One attempt to take airtime. `refused`: the API answered with an error, so CAMARA knows no
 * payment; only the simulator's own list of charges shows it.
 */
export interface Payment {
  id: string;
  clientId: string;
  msisdn: string;
  steps: 1 | 2;
  status: PaymentStatus;
  /** The amount that it takes from the line, tax included. */
  cents: number;
  /** The requested `paymentAmount`, as JSON. */
  paymentAmount: string;
  merchantIdentifier: string | null;
  referenceCode: string;
  clientCorrelator: string | null;
  /**
   * A hash of the request's content, which tells a repeated request from another one under the same
   * correlator.
   */
  fingerprint: string;
  serverReference: string;
  sink: string | null;
  sinkToken: string | null;
  sinkTokenExpires: Date | null;
  createdAt: Date;
  paidAt: Date | null;
  /** When a reservation expires or a payment in process is decided; null once it is decided. */
  expiresAt: Date | null;
  denialReason: string | null;
  authorizationId: string | null;
  validationCode: string | null;
  validationTries: number;
  refused: boolean;
  /** Whether the sink is notified; false for a lost notification. */
  notifySink: boolean;
  /** The named error by which a payment in process will be denied, whatever its airtime. */
  refusal: string | null;
  /** The `x-correlator` of the call that made it; its notifications carry it. */
  correlator: string | null;
}

/** The filter of a list of payments. */
export interface PaymentFilter extends ListFilter {
  clientId: string;
  msisdn?: string | undefined;
  statuses?: readonly PaymentStatus[] | undefined;
}

export interface PaymentsRepository {
  add(payment: Payment): void;
  find(id: string, clientId: string): Payment | undefined;
  findByCorrelator(clientId: string, correlator: string): Payment | undefined;
  findByReference(clientId: string, reference: string): Payment | undefined;
  /** Changes the state of a payment; a decided one no longer expires. */
  record(id: string, change: { status: PaymentStatus; paidAt?: Date; denialReason?: string }): void;
  /** Marks a validated reservation; it keeps its time of expiry. */
  setReserved(id: string): void;
  countValidationTry(id: string): void;
  list(filter: PaymentFilter, paging: Paging): { payments: Payment[]; total: number };
  /** Reservations to expire and payments in process to decide by `now`, earliest first. */
  expired(now: Date): Payment[];
  /** The sum that the number has paid or reserved since `from`, in cents. */
  spentSince(msisdn: string, from: Date): number;
}

export function createPaymentsRepository(database: Database): PaymentsRepository {
  const table = createEntityTable<Payment>(database, 'payments', {
    id: 'plain',
    clientId: 'plain',
    msisdn: 'plain',
    steps: 'plain',
    status: 'plain',
    cents: 'plain',
    paymentAmount: 'plain',
    merchantIdentifier: 'plain',
    referenceCode: 'plain',
    clientCorrelator: 'plain',
    fingerprint: 'plain',
    serverReference: 'plain',
    sink: 'plain',
    sinkToken: 'plain',
    sinkTokenExpires: 'time',
    createdAt: 'time',
    paidAt: 'time',
    expiresAt: 'time',
    denialReason: 'plain',
    authorizationId: 'plain',
    validationCode: 'plain',
    validationTries: 'plain',
    refused: 'flag',
    notifySink: 'flag',
    refusal: 'plain',
    correlator: 'plain',
  });
  const existing = 'select * from payments where refused = 0 and client_id = ?';
  const byId = database.prepare<Row>(`${existing} and id = ?`);
  const byCorrelator = database.prepare<Row>(`${existing} and client_correlator = ?`);
  const byReference = database.prepare<Row>(`${existing} and reference_code = ?`);
  const record = database.prepare(
    'update payments set status = ?, paid_at = ?, denial_reason = ?, expires_at = null where id = ?',
  );
  const reserve = database.prepare("update payments set status = 'reserved' where id = ?");
  const countTry = database.prepare(
    'update payments set validation_tries = validation_tries + 1 where id = ?',
  );
  const expired = database.prepare<Row>(
    'select * from payments where expires_at <= ? order by expires_at',
  );
  const spent = database.prepare<{ cents: number }>(
    `select coalesce(sum(cents), 0) as cents from payments where msisdn = ? and created_at >= ?
      and refused = 0 and status in ('succeeded', 'reserved', 'pending_validation')`,
  );
  const lists = createLists(database, table);

  const found = table.readOptional;
  return {
    add(payment) {
      table.insert(payment);
      lists.added(payment);
    },
    find: (id, clientId) => found(byId.get(clientId, id)),
    findByCorrelator: (clientId, correlator) => found(byCorrelator.get(clientId, correlator)),
    findByReference: (clientId, reference) => found(byReference.get(clientId, reference)),
    record(id, { status, paidAt, denialReason }) {
      record.run(status, paidAt?.getTime() ?? null, denialReason ?? null, id);
    },
    setReserved: (id) => void reserve.run(id),
    countValidationTry: (id) => void countTry.run(id),
    list: lists.list,
    expired: (now) => expired.all(now.getTime()).map(table.read),
    spentSince: (msisdn, from) => spent.get(msisdn, from.getTime())?.cents ?? 0,
  };
}

/**
 * Statements for lists are built from the set filters, and each combination is prepared once. The
 * number of entries of the last list is cached until a payment joins it, so that reading a day page
 * by page does not count the day for each page.
 */
function createLists(database: Database, table: EntityTable<Payment>) {
  const prepared = new Map<string, { rows: Statement<Row>; count: Statement<{ total: number }> }>();

  function statements(source: string, where: string, order: Paging['order']) {
    const key = `${order} ${source} ${where}`;
    const known = prepared.get(key);
    if (known) return known;
    const made = {
      rows: database.prepare<Row>(
        `select * from ${source} where ${where} order by created_at ${order}, seq ${order} limit ? offset ?`,
      ),
      count: database.prepare<{ total: number }>(
        `select count(*) as total from ${source} where ${where}`,
      ),
    };
    prepared.set(key, made);
    return made;
  }

  let counted: { key: string; to: Date; total: number } | undefined;

  function totalOf(filter: PaymentFilter, count: () => number): number {
    const key = JSON.stringify(filter);
    if (counted?.key === key) return counted.total;
    const total = count();
    // A list without an end or filtered by states changes by more than added payments.
    if (filter.to && !filter.statuses) counted = { key, to: filter.to, total };
    return total;
  }

  return {
    added({ createdAt }: Payment): void {
      if (counted && createdAt <= counted.to) counted = undefined;
    },
    list(filter: PaymentFilter, { order, limit, offset }: Paging) {
      const { clientId, msisdn } = filter;
      const { where, values } = conditionsOf(
        { client_id: clientId, msisdn },
        filter,
        'refused = 0',
      );
      // Without statistics SQLite would rather read all numbers' payments of the time than one
      // number's of all time.
      const source =
        filter.msisdn === undefined ? 'payments' : 'payments indexed by payments_by_number';
      const { rows, count } = statements(source, where, order);
      return {
        payments: rows.all(...values, limit, offset).map(table.read),
        total: totalOf(filter, () => count.get(...values)?.total ?? 0),
      };
    },
  };
}
