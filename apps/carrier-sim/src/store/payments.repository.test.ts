import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from './database.ts';
import {
  createPaymentsRepository,
  type Payment,
  type PaymentsRepository,
} from './payments.repository.ts';

let database: Database;
let payments: PaymentsRepository;
let prepared: string[];
beforeEach(() => {
  database = openDatabase(':memory:');
  prepared = [];
  const prepare: Database['prepare'] = (sql) => {
    prepared.push(sql);
    return database.prepare(sql);
  };
  payments = createPaymentsRepository({ ...database, prepare });
});
afterEach(() => database.close());

const at = (second: number) => new Date(1_800_000_000_000 + second * 1000);
const paymentAt = (second: number, msisdn = '27821234567'): Payment => ({
  id: randomUUID(),
  clientId: 'client',
  msisdn,
  steps: 1,
  status: 'succeeded',
  cents: 500,
  paymentAmount: '{}',
  merchantIdentifier: null,
  referenceCode: randomUUID(),
  clientCorrelator: null,
  fingerprint: '',
  serverReference: '',
  sink: null,
  sinkToken: null,
  sinkTokenExpires: null,
  createdAt: at(second),
  paidAt: at(second),
  expiresAt: null,
  denialReason: null,
  authorizationId: null,
  validationCode: null,
  validationTries: 0,
  refused: false,
  notifySink: true,
  refusal: null,
  correlator: null,
});
const paging = { order: 'asc', offset: 0, limit: 2 } as const;
const total = (from: number, to: number, more: object = {}) =>
  payments.list({ clientId: 'client', from: at(from), to: at(to), ...more }, paging).total;

// The simulator must not become slower with the number of its payments.
test('reads a list by the index of its number or of its time', () => {
  const filter = { clientId: 'client', from: at(0), to: at(9) };
  payments.list(filter, paging);
  payments.list({ ...filter, msisdn: '27821234567' }, paging);
  const lists = prepared.filter((sql) => sql.includes('limit ? offset ?'));
  const plans = lists.map((sql) =>
    database
      .prepare<{ detail: string }>(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => detail),
  );
  expect(plans).toEqual([
    [expect.stringContaining('payments_by_time (client_id=? AND created_at>? AND created_at<?)')],
    [
      expect.stringContaining(
        'payments_by_number (msisdn=? AND client_id=? AND created_at>? AND created_at<?)',
      ),
    ],
  ]);
});

test('counts the entries of a list correctly, whatever joins it', () => {
  for (const second of [1, 2, 3]) payments.add(paymentAt(second));
  expect([total(0, 5), total(0, 5)]).toEqual([3, 3]);
  payments.add(paymentAt(6));
  expect(total(0, 5)).toBe(3);
  payments.add(paymentAt(5));
  expect([total(0, 5), total(0, 6)]).toEqual([4, 5]);
  // A clock that was set back, another number, another client.
  payments.add(paymentAt(0, '27821234568'));
  expect([
    total(0, 6),
    total(0, 6, { msisdn: '27821234568' }),
    total(0, 6, { clientId: 'other' }),
  ]).toEqual([6, 1, 0]);
});

test('counts the entries of a list by states correctly when states change', () => {
  const payment = { ...paymentAt(1), status: 'processing' as const };
  payments.add(payment);
  expect(total(0, 5, { statuses: ['processing'] })).toBe(1);
  payments.record(payment.id, { status: 'denied' });
  expect([
    total(0, 5, { statuses: ['processing'] }),
    total(0, 5, { statuses: ['denied'] }),
  ]).toEqual([0, 1]);
});
