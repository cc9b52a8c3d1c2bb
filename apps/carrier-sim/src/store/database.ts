import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';

/**
 * The migrations. Each runs once, in order, in a transaction; `user_version` counts them. Never
 * edit a released one. Times are milliseconds since 1970, amounts are cents.
 */
const MIGRATIONS = [
  `
  create table settings (key text primary key, value text not null) strict, without rowid;
  create table handsets (
    msisdn text primary key,
    airtime_cents integer not null check (airtime_cents >= 0),
    content_blocked integer not null default 0,
    spend_limit_cents integer,
    on_network integer not null default 1,
    billing_blocked integer not null default 0,
    payment_validation integer not null default 0,
    age integer default 34
  ) strict, without rowid;
  create table messages (
    seq integer primary key,
    id text not null unique,
    msisdn text not null,
    direction text not null check (direction in ('received', 'sent')),
    peer text not null,
    text text not null,
    at integer not null,
    taken integer not null default 1,
    client_id text,
    client_reference text
  ) strict;
  create index messages_by_handset on messages (msisdn, seq);
  create unique index messages_by_reference on messages (client_id, client_reference) where client_reference is not null;
  create table one_time_passwords (
    id text primary key,
    client_id text not null,
    msisdn text not null,
    code text not null,
    created_at integer not null,
    tries integer not null default 0,
    live integer not null default 1
  ) strict, without rowid;
  create index one_time_passwords_live on one_time_passwords (msisdn) where live = 1;
  create table payments (
    seq integer primary key,
    id text not null unique,
    client_id text not null,
    msisdn text not null,
    steps integer not null,
    status text not null,
    cents integer not null,
    payment_amount text not null,
    merchant_identifier text,
    reference_code text not null,
    client_correlator text,
    fingerprint text not null,
    server_reference text not null,
    sink text,
    sink_token text,
    sink_token_expires integer,
    created_at integer not null,
    paid_at integer,
    expires_at integer,
    denial_reason text,
    authorization_id text,
    validation_code text,
    validation_tries integer not null default 0,
    refused integer not null default 0
  ) strict;
  create index payments_by_handset on payments (msisdn, seq);
  create index payments_by_time on payments (client_id, created_at, seq) where refused = 0;
  create unique index payments_by_reference on payments (client_id, reference_code) where refused = 0;
  create unique index payments_by_correlator on payments (client_id, client_correlator) where refused = 0 and client_correlator is not null;
  create index payments_open on payments (expires_at) where expires_at is not null;
  create table refunds (
    seq integer primary key,
    id text not null unique,
    client_id text not null,
    payment_id text not null,
    type text not null,
    status text not null,
    cents integer not null,
    amount_transaction text not null,
    reason text,
    merchant_identifier text,
    reference_code text not null,
    client_correlator text,
    fingerprint text not null,
    sink text,
    created_at integer not null
  ) strict;
  create index refunds_by_payment on refunds (payment_id, created_at, seq);
  create unique index refunds_by_reference on refunds (client_id, reference_code);
  create unique index refunds_by_correlator on refunds (client_id, client_correlator) where client_correlator is not null;
  create table used_assertions (id text primary key, expires_at integer not null) strict, without rowid;
  create index used_assertions_by_expiry on used_assertions (expires_at);
  create table outbox (
    seq integer primary key,
    url text not null,
    token text not null,
    content_type text not null,
    body text not null,
    attempts integer not null default 0,
    due_at integer not null
  ) strict;
  create index outbox_by_due on outbox (due_at);
  `,
  // Recycled numbers; payments and refunds with late outcomes.
  `
  alter table handsets add column recycled_at integer;
  alter table handsets add column messages_after integer not null default 0;
  alter table payments add column notify_sink integer not null default 1;
  alter table payments add column refusal text;
  alter table refunds add column sink_token text;
  alter table refunds add column sink_token_expires integer;
  alter table refunds add column decided_at integer;
  alter table refunds add column due_at integer;
  alter table refunds add column notify_sink integer not null default 1;
  alter table refunds add column refusal text;
  alter table refunds add column denial_reason text;
  update refunds set decided_at = created_at;
  create index refunds_open on refunds (due_at) where due_at is not null;
  `,
  // The lookup of an unknown outcome reads one number's payments of a few minutes.
  `
  create index payments_by_number on payments (msisdn, client_id, created_at, seq) where refused = 0;
  `,
  // Further clients, consents of subscribers, codes of the authorization server; correlators of
  // events.
  `
  alter table handsets add column sms_barred integer not null default 0;
  alter table handsets add column machine_line integer not null default 0;
  alter table payments add column correlator text;
  alter table refunds add column correlator text;
  alter table outbox add column correlator text;
  create index one_time_passwords_by_time on one_time_passwords (created_at);
  create table clients (id text primary key, jwk text not null) strict, without rowid;
  create table consents (
    msisdn text not null,
    client_id text not null,
    purpose text not null,
    granted integer not null,
    at integer not null,
    primary key (msisdn, client_id, purpose)
  ) strict, without rowid;
  create table grants (id text primary key, content text not null, expires_at integer not null) strict, without rowid;
  create index grants_by_expiry on grants (expires_at);
  `,
  // Several carriers: the numbers that have left the carrier of their range.
  `
  create table ported_numbers (msisdn text primary key, carrier_id text not null) strict, without rowid;
  `,
];

/** A carrier's database: one SQLite file, statements prepared once, serialised transactions. */
export interface Database {
  /** Prepares a statement for the life of the database. `Row` is the type of its rows. */
  prepare<Row>(sql: string): Statement<Row>;
  /** Runs `work` as one transaction; rolls back when it throws. */
  transaction<T>(work: () => T): T;
  close(): void;
}

export interface Statement<Row> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  /** @returns the number of changed rows. */
  run(...values: SQLInputValue[]): number;
}

/**
 * Opens (or makes) `folder/<name>.sqlite`. WAL with synchronous=NORMAL loses nothing to a killed
 * process.
 * @param folder the simulator's own data folder, or `:memory:`.
 */
export function openDatabase(folder: string, name = 'carrier'): Database {
  const sqlite = new DatabaseSync(fileIn(folder, name));
  sqlite.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma temp_store = memory',
  );
  migrate(sqlite);
  const begin = sqlite.prepare('begin immediate');
  const commit = sqlite.prepare('commit');
  const rollback = sqlite.prepare('rollback');
  return {
    prepare: (sql) => wrap(sqlite.prepare(sql)),
    transaction(work) {
      begin.run();
      try {
        const result = work();
        commit.run();
        return result;
      } catch (error) {
        rollback.run();
        throw error;
      }
    },
    close: () => sqlite.close(),
  };
}

function fileIn(folder: string, name: string): string {
  if (folder === ':memory:') return folder;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return join(folder, `${name}.sqlite`);
}

function wrap<Row>(statement: StatementSync): Statement<Row> {
  return {
    // SQLite's rows are untyped; each repository states the type of the columns that it selects.
    get: (...values) => statement.get(...values) as Row | undefined,
    all: (...values) => statement.all(...values) as Row[],
    run: (...values) => Number(statement.run(...values).changes),
  };
}

function migrate(sqlite: DatabaseSync): void {
  const row = sqlite.prepare('pragma user_version').get();
  const done = Number(row?.user_version ?? 0);
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < done) continue;
    sqlite.exec(`begin immediate; ${migration}; pragma user_version = ${index + 1}; commit`);
  }
}
