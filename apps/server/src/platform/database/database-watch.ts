/**
 * Checks each second over a connection of its own whether the server answers, and takes writes;
 * one that takes none could serve no call that matters, so it counts as away. After two failed
 * checks the server is away, unless they were only late and it answered other statements meanwhile:
 * no statement waits for it (see {@link ServerPool}), waiting ones fail, and the log has one line
 * at the start of the outage and one at its end.
 */
import pg from 'pg';
import type { Logger } from 'pino';
import type { ComparedClocks } from '../clock/clock-agreement.ts';
import { offsetOf } from '../clock/clock-check.ts';
import { isDatabaseFull, READ_ONLY, reasonOf } from './database-away.ts';
import type { ServerPool, ServerState } from './server-pool.ts';
import { TimeLimitError, withTimeLimit } from './time-limit.ts';

export interface DatabaseWatchOptions {
  readonly url: string;
  readonly state: ServerState;
  readonly pools: readonly ServerPool[];
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>;
  /** Compared with each answer. */
  readonly clocks: Pick<ComparedClocks, 'measured' | 'confirmBy'>;
}

export interface DatabaseWatch {
  stop(): Promise<void>;
}

const EVERY_MS = 1000;
/** Most checks take a millisecond. */
const ANSWER_WITHIN_MS = 1200;
const FAILED_CHECKS = 2;
/** How often to count what is left of the server's connections. */
const COUNT_EVERY_MS = 5000;
/** With fewer than this no process can start; above the second the log says that it is over. */
const FEW_LEFT = 5;
const ENOUGH_LEFT = 10;
/** Something is written every few seconds: where nothing was refused for so long there is space. */
const SPACE_AFTER_MS = 15_000;
/**
 * Connections that are lost while the server answers are logged as a number, at most this often.
 */
const LOG_LOST_EVERY_MS = 60_000;

/** Starts the checks. */
export function watchDatabase(options: DatabaseWatchOptions): DatabaseWatch {
  const { url, state, pools, logger, clocks } = options;
  const probe = createProbe(url);
  let failed = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;
  let loggedLost = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  const isBack = (offsetMs: number): void => {
    failed = 0;
    clocks.measured(offsetMs);
    if (!state.awaySince) {
      logLost();
      return;
    }
    const seconds = Math.round((Date.now() - state.awaySince.getTime()) / 1000);
    state.awaySince = undefined;
    loggedLost = state.lost;
    logger.info({ seconds }, 'the database answers again');
  };

  let countedAt = Number.NEGATIVE_INFINITY;
  let hasFew = false;
  /** Our own connections are open, so without this nobody would know until one is lost. */
  const judgeConnections = async (): Promise<void> => {
    if (performance.now() - countedAt < COUNT_EVERY_MS) return;
    countedAt = performance.now();
    const left = await probe.connectionsLeft();
    state.connectionsLeft = left;
    if (left < FEW_LEFT && !hasFew)
      logger.error({ left }, 'the database has no connections left: nothing new can connect to it');
    if (left >= ENOUGH_LEFT && hasFew)
      logger.info({ left }, 'the database has connections left again');
    hasFew = left < FEW_LEFT || (hasFew && left < ENOUGH_LEFT);
  };

  /** The server may refuse writes for want of space while it answers all else. */
  const judgeSpace = async (): Promise<void> => {
    const { fullAt, readOnlySince } = state;
    if (fullAt === undefined) return;
    if (!readOnlySince) {
      state.readOnlySince = new Date();
      logger.error(
        'the disk of the database is full: calls that write are refused until there is space',
      );
    } else if (performance.now() - fullAt > SPACE_AFTER_MS) {
      // That nothing was refused says little: what fits into pages that exist is written.
      if (!(await probe.hasSpace())) {
        state.fullAt = performance.now();
        return;
      }
      const seconds = Math.round((Date.now() - readOnlySince.getTime()) / 1000);
      Object.assign(state, { fullAt: undefined, readOnlySince: undefined });
      logger.info({ seconds }, 'the database has space again: no write was refused for a while');
    }
  };

  /** A lost connection is not an outage, but many are worth a log line. */
  const logLost = (): void => {
    if (state.lost === loggedLost || performance.now() - loggedAt < LOG_LOST_EVERY_MS) return;
    logger.warn(
      { connections: state.lost - loggedLost },
      'connections to the database were lost; it answers',
    );
    loggedLost = state.lost;
    loggedAt = performance.now();
  };

  const isAway = (error: unknown): void => {
    failed++;
    if (failed < FAILED_CHECKS || state.awaySince || isContradicted(error)) return;
    state.awaySince = new Date();
    logger.error(
      { reason: reasonOf(error) },
      'the database is away: calls that need it are refused until it answers again',
    );
    for (const pool of pools) pool.dropAll();
  };

  /**
   * A check that came too late says nothing where statements were answered meanwhile: on a machine
   * that is out of processor time a new connection alone may take longer than a check.
   */
  const isContradicted = (error: unknown): boolean =>
    error instanceof TimeLimitError && state.answeredAt > performance.now() - ANSWER_WITHIN_MS;

  const check = async (): Promise<void> => {
    // What is connected goes on: only a new connection tells that nobody can log in or write.
    if (state.refusesAll && !state.awaySince) probe.close();
    state.refusesAll = false;
    await probe.ask().then(isBack, isAway);
    if (failed === 0) await judgeSpace().then(judgeConnections).catch(isAway);
    checking = undefined;
    if (!stopped) timer = setTimeout(begin, failed === 1 ? 100 : EVERY_MS);
  };
  const begin = (): void => {
    clearTimeout(timer);
    checking ??= check();
  };

  state.onLost = () => {
    if (!stopped) begin();
  };
  begin();
  // A busy process may find its time limit over before it reads the answer that has come.
  clocks.confirmBy(() => probe.ask().catch(probe.ask));
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await checking;
      clearTimeout(timer);
      probe.close();
    },
  };
}

/**
 * How far this machine's clock is ahead of the server's, in milliseconds. Rejects when the server
 * does not answer.
 */
export async function clockOffset(server: Pick<pg.Client, 'query'>): Promise<number> {
  const before = Date.now();
  const other = await serverTime(server);
  return offsetOf({ before, after: Date.now(), other });
}

/** Milliseconds since 1970 by the server's clock. */
async function serverTime(server: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await server.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  );
  if (typeof rows[0]?.at !== 'number') throw new Error('the server does not say its time');
  return rows[0].at;
}

/**
 * Rejects where the server takes no writes: the address may lead to a standby that nobody has
 * promoted yet.
 */
async function refuseReadOnly(server: Pick<pg.Client, 'query'>): Promise<void> {
  const { rows } = await server.query<{ standby: boolean; setting: string }>(
    `select pg_is_in_recovery() as standby, current_setting('transaction_read_only') as setting`,
  );
  const { standby, setting } = rows[0] ?? { standby: false, setting: 'off' };
  if (!standby && setting === 'off') return;
  const why = standby ? 'it is a standby' : 'its transactions are read-only';
  throw Object.assign(new Error(`the server takes no writes: ${why}`), { code: READ_ONLY });
}

/**
 * The SQL of how many more clients the server takes; those for superusers and other privileged
 * roles alone do not count (PostgreSQL 16: `reserved_connections`). Of sessions of other roles an
 * ordinary role sees no type, but whose they are, and that they use a database.
 */
export const CONNECTIONS_LEFT = `(select current_setting('max_connections')::int
    - current_setting('superuser_reserved_connections')::int
    - coalesce(current_setting('reserved_connections', true)::int, 0)
    - count(*)::int
  from pg_stat_activity
  where backend_type = 'client backend'
    or (backend_type is null and datid is not null and usesysid is not null))`;

async function connectionsLeft(server: Pick<pg.Client, 'query'>): Promise<number> {
  const { rows } = await server.query<{ left: number }>(`select ${CONNECTIONS_LEFT} as left`);
  return rows[0]?.left ?? 0;
}

/** More than fits into the pages of a table that exist. */
const TRY_TO_WRITE = `begin;
  create temporary table bonisa_space (filler text) on commit drop;
  insert into bonisa_space select repeat(md5(random()::text), 50) from generate_series(1, 200);
  rollback`;

/** Whether a table can grow. A role that may not make temporary tables is not told: it can. */
async function hasSpace(server: Pick<pg.Client, 'query'>): Promise<boolean> {
  try {
    await server.query(TRY_TO_WRITE);
    return true;
  } catch (error) {
    await server.query('rollback');
    if (isDatabaseFull(error)) return false;
    if (Object(error).code === NOT_PERMITTED) return true;
    throw error;
  }
}

const NOT_PERMITTED = '42501';

/** Sends the checks over one connection, which is replaced after a failure. */
function createProbe(url: string) {
  let client: pg.Client | undefined;

  /** Resolves with how far our clock is ahead. */
  const ask = async (): Promise<number> => {
    const own =
      client ??
      new pg.Client({ connectionString: url, application_name: 'bonisa watch', keepAlive: true });
    if (own !== client) {
      // The connection was lost between two checks; the next check reports it.
      own.on('error', () => undefined);
      client = own;
      await own.connect();
    }
    const offsetMs = await clockOffset(own);
    await refuseReadOnly(own);
    return offsetMs;
  };

  const close = (): void => {
    // A server that does not answer would not end the connection either.
    const stream = (
      client as unknown as { connection: { stream: { destroy(): void } } } | undefined
    )?.connection.stream;
    client = undefined;
    stream?.destroy();
  };

  const limited = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await withTimeLimit(ANSWER_WITHIN_MS, answer);
    } catch (error) {
      close();
      throw error;
    }
  };
  const onOpen = async <Answer>(look: (on: pg.Client) => Promise<Answer>): Promise<Answer> => {
    if (!client) throw new Error('the connection was lost');
    return await limited(look(client));
  };

  return {
    close,
    connectionsLeft: () => onOpen(connectionsLeft),
    hasSpace: () => onOpen(hasSpace),
    ask: () => limited(ask()),
  };
}
