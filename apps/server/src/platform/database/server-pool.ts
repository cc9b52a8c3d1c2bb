/**
 * The connections to a PostgreSQL server. A connection may be lost at any moment: while idle,
 * during a statement, or between two statements of a transaction. The loss is an error for its user
 * and never ends the process, and every wait for the server has a limit.
 */
import pg from 'pg';
import { tracedStatement } from '../tracing/traced-statement.ts';
import {
  DatabaseAwayError,
  isConnectionLoss,
  isDatabaseFull,
  isLoginRefusal,
  takesNoWrites,
} from './database-away.ts';
import type { DatabaseLimits } from './database-limits.ts';
import { nameStatements } from './named-statements.ts';
import { isPlainSelect } from './plain-select.ts';
import { fitStatementsForPooler } from './pooled-statements.ts';

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

/** The state of the server, shared by its pools. */
export interface ServerState {
  /** Since when the server is away; undefined while it answers. No statement is sent meanwhile. */
  awaySince: Date | undefined;
  /**
   * Since when nothing is written, because the database has no space left (see `disk-watch.ts` for
   * the embedded one, `database-watch.ts` for a server).
   */
  readOnlySince: Date | undefined;
  /** When the server last answered a statement, also with an error, by `performance.now()`. */
  answeredAt: number;
  /** When the server last said that its disk is full, by `performance.now()`. */
  fullAt: number | undefined;
  /**
   * Whether the server refused our login (SQLSTATE 28, 3D) or takes no writes (25006) since the
   * watch looked last: a connection of before may know nothing of it.
   */
  refusesAll: boolean;
  /** How many connections the server has left for anybody; undefined while nobody knows. */
  connectionsLeft: number | undefined;
  /** The number of connections that the server or the network ended. */
  lost: number;
  /** The number of statements and connections that failed because the server was away. */
  refused: number;
  /** Called once for each lost connection. */
  onLost: () => void;
}

/** The state of a server that answers. */
export function createServerState(): ServerState {
  return {
    awaySince: undefined,
    readOnlySince: undefined,
    answeredAt: Number.NEGATIVE_INFINITY,
    fullAt: undefined,
    refusesAll: false,
    connectionsLeft: undefined,
    lost: 0,
    refused: 0,
    onLost: () => undefined,
  };
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

type Callback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: boolean | Error) => void,
) => void;

/**
 * A pool that turns all connection errors into {@link DatabaseAwayError}. (drizzle recognises a
 * pool by the name of its class.)
 */
export class ServerPool extends pg.Pool {
  private readonly state: ServerState;
  private readonly live = new Set<pg.PoolClient>();

  constructor(
    { url, connections, limits, long = false, pooled = false }: ServerPoolOptions,
    state: ServerState,
  ) {
    const statementMs = (long ? limits.long : limits.statement) * 1000;
    super({
      connectionString: url,
      max: connections,
      application_name: 'bonisa',
      connectionTimeoutMillis: limits.connect * 1000,
      query_timeout: statementMs + BEYOND_SERVER_MS,
      keepAlive: true,
      ...(pooled
        ? {}
        : {
            onConnect: async (client) =>
              void (await client.query(
                [NOTICING_LOSS, settingsOf('set', limits, long)].join('; '),
              )),
          }),
    });
    this.state = state;
    // The client's own listener counts a lost idle connection, and the next statement opens a new
    // one.
    this.on('error', () => undefined);
    if (pooled) fitStatementsForPooler(this, settingsOf('set local', limits, long));
    else nameStatements(this);
    this.nameErrorsOfQueries();
    this.on('connect', (client) => this.watch(client));
    this.on('remove', (client) => this.live.delete(client as pg.PoolClient));
  }

  /** Closes all connections at once, because the server does not answer. */
  dropAll(): void {
    for (const client of this.live) streamOf(client).destroy();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    if (this.state.awaySince) {
      this.state.refused++;
      const error = new DatabaseAwayError(new Error('it does not answer'));
      if (!callback) return Promise.reject(error);
      process.nextTick(callback, error, undefined, () => undefined);
      return undefined;
    }
    if (callback) {
      super.connect((error, client, done) => callback(error && this.named(error), client, done));
      return undefined;
    }
    return super.connect().then(releasedOnce, (error: unknown) => {
      throw this.named(error);
    });
  }

  /**
   * Names errors of the pool's own queries: the pool learns of a lost connection before the
   * statement does.
   */
  private nameErrorsOfQueries(): void {
    const query = this.query.bind(this) as (...given: unknown[]) => unknown;
    const named = (...given: unknown[]): unknown => {
      if (typeof given.at(-1) === 'function') return query(...given);
      const ask = () => query(...given) as Promise<unknown>;
      return tracedStatement(given[0], () => this.twiceIfCut(ask, given[0])).catch(
        (error: unknown) => Promise.reject(this.named(error)),
      );
    };
    this.query = named as typeof this.query;
  }

  /**
   * Asks again where a server that is well ended just this connection, as an administrator or a
   * pooler does: a read changes nothing, and a page would have no answer for it.
   */
  private async twiceIfCut(ask: () => Promise<unknown>, statement: unknown): Promise<unknown> {
    try {
      return await ask();
    } catch (error) {
      if (this.state.awaySince || !wasCut(error) || !isPlainSelect(textOf(statement))) throw error;
      return await ask();
    }
  }

  /** Names connection errors and always leaves the client a listener for them. */
  private watch(client: pg.PoolClient): void {
    this.live.add(client);
    client.once('error', () => {
      this.live.delete(client);
      this.state.lost++;
      this.state.onLost();
    });
    // The first listener records the loss; later errors of the same connection add nothing.
    client.on('error', () => undefined);
    const send = client.query.bind(client) as (...given: unknown[]) => unknown;
    const named = (...given: unknown[]): unknown => {
      const callback = given.at(-1);
      if (typeof callback === 'function') {
        return send(...given.slice(0, -1), (error: unknown, result: unknown) =>
          callback(error ? this.named(error, client) : this.answered(error), result),
        );
      }
      // A submitted query (a cursor) is no promise and has its own events.
      if (isSubmitted(given[0])) return send(...given);
      return tracedStatement(given[0], () => send(...given) as Promise<unknown>).then(
        (result) => this.answered(result),
        (error: unknown) => this.failed(error, client, given[0]),
      );
    };
    client.query = named as typeof client.query;
  }

  /** Records that the server answers, and passes the answer on. */
  private answered<Answer>(answer: Answer): Answer {
    this.state.answeredAt = performance.now();
    return answer;
  }

  private failed(error: unknown, client: pg.PoolClient, statement: unknown): never {
    const reason = this.named(error, client);
    // drizzle releases a connection only after the transaction has begun.
    if (/^begin\b/.test(textOf(statement))) client.release(reason);
    throw reason;
  }

  private named(error: unknown, client?: pg.PoolClient): Error {
    if (!(error instanceof Error)) return new Error(String(error));
    if (isDatabaseFull(error)) this.state.fullAt = performance.now();
    if (!isConnectionLoss(error)) return this.answered(error);
    if (isLoginRefusal(error) || takesNoWrites(error)) this.state.refusesAll = true;
    this.state.refused++;
    // The server still runs the statement, so the connection is useless to others.
    if (client && error.message === 'Query read timeout') streamOf(client).destroy();
    return error instanceof DatabaseAwayError ? error : new DatabaseAwayError(error);
  }
}

/** Whether a connection that had been made was ended, whoever ended it. */
function wasCut(error: unknown): boolean {
  const { code, message } = Object(error instanceof DatabaseAwayError ? error.cause : error) as {
    code?: unknown;
    message?: unknown;
  };
  return (
    /^(?:57P0[15]|ECONNRESET|EPIPE)$/.test(String(code)) ||
    // The pool's own words where nothing was connected in time.
    /^(?:Connection terminated(?! due to connection timeout)|Client has encountered a connection error)/.test(
      String(message),
    )
  );
}

const NOTICING_LOSS = Object.entries(NOTICE_LOSS)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

function settingsOf(
  command: 'set' | 'set local',
  { statement, lock, idleInTransaction, long }: DatabaseLimits,
  isLong: boolean,
): string {
  const limits = {
    ...(isLong
      ? { statement_timeout: long, lock_timeout: 0 }
      : { statement_timeout: statement, lock_timeout: lock }),
    // Of long work too: a process that stands still holds no lock for an hour.
    idle_in_transaction_session_timeout: idleInTransaction,
  };
  const inMs = Object.entries(limits).map(([name, seconds]) => [name, Math.round(seconds * 1000)]);
  return [...Object.entries(SHORT_STATEMENTS), ...inMs]
    .map(([name, value]) => `${command} ${name} = ${value}`)
    .join('; ');
}

/**
 * Allows a client to be released twice: a lost connection is released here and again by its user.
 */
function releasedOnce(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client);
  let released = false;
  client.release = (error) => {
    if (released) return;
    released = true;
    release(error);
  };
  return client;
}

function isSubmitted(statement: unknown): boolean {
  return typeof statement === 'object' && statement !== null && 'submit' in statement;
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement
    ? String(statement.text)
    : '';
}

/**
 * The driver has no public way to end a connection that does not answer; its own pool does the
 * same.
 */
function streamOf(client: pg.ClientBase): { destroy(): void } {
  return (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;
}
