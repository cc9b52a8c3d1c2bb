import type { Database } from './database.ts';

/**
 * A notification that the carrier owes to an address: a CloudEvent or a webhook. Stored until it is
 * accepted or dropped.
 */
export interface OutboxEntry {
  seq: number;
  url: string;
  token: string;
  contentType: string;
  body: string;
  /** Sent as `x-correlator`, if present. */
  correlator: string | null;
  attempts: number;
  dueAt: Date;
}

export interface OutboxRepository {
  add(entry: Omit<OutboxEntry, 'seq' | 'attempts'>): void;
  due(now: Date, limit: number): OutboxEntry[];
  /** When the next entry is due, if any. */
  nextDue(): Date | undefined;
  postpone(seq: number, dueAt: Date): void;
  remove(seq: number): void;
}

interface Row {
  seq: number;
  url: string;
  token: string;
  content_type: string;
  body: string;
  correlator: string | null;
  attempts: number;
  due_at: number;
}

/** Due times are the machine's and not the test clock's, because delivery is a technical matter. */
export function createOutboxRepository(database: Database): OutboxRepository {
  const insert = database.prepare(
    'insert into outbox (url, token, content_type, body, correlator, due_at) values (?, ?, ?, ?, ?, ?)',
  );
  const due = database.prepare<Row>(
    'select * from outbox where due_at <= ? order by due_at, seq limit ?',
  );
  const next = database.prepare<{ due_at: number | null }>(
    'select min(due_at) as due_at from outbox',
  );
  const postpone = database.prepare(
    'update outbox set attempts = attempts + 1, due_at = ? where seq = ?',
  );
  const remove = database.prepare('delete from outbox where seq = ?');
  return {
    add: (entry) =>
      void insert.run(
        entry.url,
        entry.token,
        entry.contentType,
        entry.body,
        entry.correlator,
        entry.dueAt.getTime(),
      ),
    due: (now, limit) => due.all(now.getTime(), limit).map(entryFrom),
    nextDue() {
      const dueAt = next.get()?.due_at;
      return typeof dueAt === 'number' ? new Date(dueAt) : undefined;
    },
    postpone: (seq, dueAt) => void postpone.run(dueAt.getTime(), seq),
    remove: (seq) => void remove.run(seq),
  };
}

function entryFrom(row: Row): OutboxEntry {
  return {
    seq: row.seq,
    url: row.url,
    token: row.token,
    contentType: row.content_type,
    body: row.body,
    correlator: row.correlator,
    attempts: row.attempts,
    dueAt: new Date(row.due_at),
  };
}
