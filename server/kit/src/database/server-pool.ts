/**
 * The connections to a PostgreSQL server: `pg`'s pool. A connection may be lost at any moment:
 * while idle, during a statement, or between two statements of a transaction. The loss is an error
 * for its user and never ends the process, and every wait for the server has a limit.
 */
import pg from 'pg';
import { tracedStatement } from '../tracing/traced-statement.ts';
import { DatabaseAwayError, isConnectionLoss, isDatabaseFull } from './database-away.ts';
import type { DatabaseLimits } from './database-limits.ts';
import { namingStatements, statementsForPooler, textOf } from './sent-statements.ts';

/** The options of a pool. */
export interface ServerPoolOptions {
  readonly url: string;
  readonly connections: number;
  readonly limits: DatabaseLimits;
  /** For long work: statements may take {@link DatabaseLimits.long}. */
  readonly long?: boolean;
  /**
   * Whether a pooler gives connections out by transaction: then no statement has a name, and
   * settings hold for transactions only.
   */
  readonly pooled?: boolean;
}

/** A pool whose connections can be closed at once, because the server does not answer. */
export type ServerPool = pg.Pool & { dropAll(): void };

/** The state of the server, shared by its pools. */
export interface ServerState {
  /** Since when the server is away; undefined while it answers. No statement is sent meanwhile. */
  awaySince: Date | undefined;
  /**
   * Since when nothing is written, because the database has no space left (see `disk-watch.ts` for
   * the embedded one, `database-watch.ts` for a server).
   */
  readOnlySince: Date | undefined;
  /** When the server last said that its disk is full, by `performance.now()`. */
  fullAt: number | undefined;
}

/** The state of a server that answers. */
export function createServerState(): ServerState {
  return { awaySince: undefined, readOnlySince: undefined, fullAt: undefined };
}

/**
 * Our statements take milliseconds. The server would compile a statement that it estimates as long,
 * or split it among processes, which takes longer than the statement itself. Scans start at the
 * beginning, so that a limit always cuts at the same place.
 */
const SHORT_STATEMENTS = {
  jit: 'off',
  max_parallel_workers_per_gather: 0,
  synchronize_seqscans: 'off',
};
/**
 * The server notices within half a minute that a machine or a network is gone, also while a
 * statement runs or waits, and ends the connection: its locks are free for others. By default
 * Linux notices after two hours.
 */
const NOTICE_LOSS = {
  tcp_keepalives_idle: 10,
  tcp_keepalives_interval: 5,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 25_000,
  client_connection_check_interval: 5000,
};
/**
 * The client waits this much longer than the server's own limit, because the server's error says
 * more.
 */
const BEYOND_SERVER_MS = 2000;

type Send = (...given: unknown[]) => Promise<unknown>;

/** Opens a pool that turns all connection errors into {@link DatabaseAwayError}. */
export function createServerPool(options: ServerPoolOptions, state: ServerState): ServerPool {
  const { url, connections, limits, long = false, pooled = false } = options;
  const settings = { ...SHORT_STATEMENTS, ...limitsInMs(limits, long) };
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    application_name: 'bonisa',
    connectionTimeoutMillis: limits.connect * 1000,
    query_timeout: (long ? limits.long : limits.statement) * 1000 + BEYOND_SERVER_MS,
    keepAlive: true,
    ...(pooled
      ? {}
      : {
          onConnect: async (client) =>
            void (await client.query(setting('set', { ...NOTICE_LOSS, ...settings }))),
        }),
  });
  const fitted = pooled ? statementsForPooler(setting('set local', settings)) : namingStatements();
  const live = new Set<pg.PoolClient>();
  // The next statement opens another connection.
  pool.on('error', () => undefined);

  const asKnownError = (error: unknown): unknown => {
    if (isDatabaseFull(error)) state.fullAt = performance.now();
    return isConnectionLoss(error) ? new DatabaseAwayError(error) : error;
  };
  const unlessAway = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (state.awaySince) throw new DatabaseAwayError(new Error('it does not answer'));
    return await work().catch((error: unknown) => Promise.reject(asKnownError(error)));
  };

  pool.on('connect', (client) => {
    live.add(client);
    // Whoever uses a lost connection learns of it by their statement.
    client.on('error', () => undefined);
    const send = client.query.bind(client) as Send;
    const failed = (error: unknown, text: string): never => {
      const reason = asKnownError(error);
      // The server still runs the statement, so the connection is useless to others.
      if (Object(error).message === 'Query read timeout') streamOf(client).destroy();
      // drizzle releases a connection only after the transaction has begun.
      if (/^begin\b/.test(text)) client.release(true);
      throw reason;
    };
    const query = (statement: unknown, ...rest: unknown[]): unknown => {
      const sent = fitted(statement, rest[0]);
      // With a callback it is the pool's own, which `pool.query` looks after.
      if (typeof rest.at(-1) === 'function') return send(sent, ...rest);
      return tracedStatement(statement, () => send(sent, ...rest)).catch((error: unknown) =>
        failed(error, textOf(statement)),
      );
    };
    client.query = query as typeof client.query;
  });
  pool.on('remove', (client) => live.delete(client as pg.PoolClient));

  const [query, connect] = [pool.query.bind(pool) as Send, pool.connect.bind(pool) as Send];
  return Object.assign(pool, {
    query: ((...parameters: unknown[]) =>
      tracedStatement(parameters[0], () =>
        unlessAway(() => query(...parameters)),
      )) as typeof pool.query,
    // `pool.query` connects with a callback.
    connect: ((callback?: unknown) =>
      callback ? connect(callback) : unlessAway(() => connect())) as typeof pool.connect,
    dropAll: () => {
      for (const client of live) streamOf(client).destroy();
    },
  });
}

function limitsInMs(
  { statement, lock, idleInTransaction, long }: DatabaseLimits,
  isLong: boolean,
): Record<string, number> {
  return {
    ...(isLong
      ? { statement_timeout: long * 1000, lock_timeout: 0 }
      : { statement_timeout: statement * 1000, lock_timeout: lock * 1000 }),
    // Of long work too: a process that stands still holds no lock for an hour.
    idle_in_transaction_session_timeout: idleInTransaction * 1000,
  };
}

function setting(
  command: 'set' | 'set local',
  values: Readonly<Record<string, string | number>>,
): string {
  return Object.entries(values)
    .map(([name, value]) => `${command} ${name} = ${value}`)
    .join('; ');
}

/**
 * The driver has no public way to end a connection that does not answer; its own pool does the
 * same.
 */
function streamOf(client: pg.ClientBase): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}
