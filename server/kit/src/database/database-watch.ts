/**
 * Asks the server each second, over a connection of its own, whether it answers and takes writes;
 * one that takes none could serve no call that matters, so it counts as away. While the server is
 * away no statement waits for it (see {@link ServerPool}), waiting ones fail, and the log has one
 * line at the start of the outage and one at its end.
 */
import pg from 'pg';
import type { Logger } from 'pino';
import type { ComparedClocks } from '../clock/clock-agreement.ts';
import { offsetOf } from '../clock/clock-check.ts';
import type { Measure } from '../http/operations-measures.ts';
import type { Metrics } from '../metrics.ts';
import { isDatabaseFull, reasonOf } from './database-away.ts';
import type { ServerPool, ServerState } from './server-pool.ts';

export interface DatabaseWatchOptions {
  /** See {@link createProbe}. */
  readonly probe: pg.Pool;
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
/**
 * Most answers take a millisecond; on a machine that is out of processor time a new connection
 * alone may take longer than a second.
 */
const ANSWER_WITHIN_MS = 2000;
/** A connection may have been lost, and a pooler may be in the middle of a restart. */
const ASK_AGAIN_AFTER_MS = 100;
/** Something is written every few seconds: where nothing was refused for so long there is space. */
const SPACE_AFTER_MS = 15_000;

/** Makes the connection of the checks, which is opened at the first one and kept. */
export function createProbe(url: string): pg.Pool {
  const probe = new pg.Pool({
    connectionString: url,
    max: 1,
    application_name: 'bonisa watch',
    keepAlive: true,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: ANSWER_WITHIN_MS,
    query_timeout: ANSWER_WITHIN_MS,
  });
  // The next check opens another connection, and says so if it cannot.
  probe.on('error', () => undefined);
  return probe;
}

/** Starts the checks. */
export function watchDatabase(options: DatabaseWatchOptions): DatabaseWatch {
  const { probe, state, pools, logger, clocks } = options;
  let stopped = false;
  /** What ends this connection ends others: a restart, a failover, an administrator. */
  let wasCut = false;
  let timer: NodeJS.Timeout | undefined;
  let checking: Promise<void> | undefined;

  const askOnce = (): Promise<number> => offsetOfPrimary(probe);
  const ask = (): Promise<number> =>
    askOnce().catch(async () => {
      await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_AFTER_MS));
      return await askOnce();
    });

  const isBack = (offsetMs: number): void => {
    clocks.measured(offsetMs);
    if (state.awaySince) {
      const seconds = Math.round((Date.now() - state.awaySince.getTime()) / 1000);
      state.awaySince = undefined;
      logger.info({ seconds }, 'the database answers again');
    } else if (wasCut) logger.warn('connections to the database were lost; it answers');
    wasCut = false;
  };

  const isAway = (error: unknown): void => {
    if (state.awaySince) return;
    state.awaySince = new Date();
    logger.error(
      { reason: reasonOf(error) },
      'the database is away: calls that need it are refused until it answers again',
    );
    for (const pool of pools) pool.dropAll();
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
      if (!(await hasSpace(probe))) {
        state.fullAt = performance.now();
        return;
      }
      const seconds = Math.round((Date.now() - readOnlySince.getTime()) / 1000);
      Object.assign(state, { fullAt: undefined, readOnlySince: undefined });
      logger.info({ seconds }, 'the database has space again: no write was refused for a while');
    }
  };

  const check = async (): Promise<void> => {
    await ask().then(isBack).then(judgeSpace).catch(isAway);
    checking = undefined;
    if (!stopped) timer = setTimeout(begin, EVERY_MS);
  };
  const begin = (): void => {
    if (stopped) return;
    clearTimeout(timer);
    checking ??= check();
  };

  probe.on('error', () => {
    wasCut = true;
    // A server that is restarted may be back before the next check.
    begin();
  });
  begin();
  clocks.confirmBy(ask);
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await checking;
    },
  };
}

const NOW_MS = '(extract(epoch from clock_timestamp()) * 1000)::float8';

/**
 * How far this machine's clock is ahead of the server's, in milliseconds. Rejects when the server
 * does not answer.
 */
export async function clockOffset(server: Pick<pg.Client, 'query'>): Promise<number> {
  const before = Date.now();
  const { rows } = await server.query<{ at: number }>(`select ${NOW_MS} as at`);
  return offsetOf({ before, after: Date.now(), other: rows[0]?.at ?? Number.NaN });
}

/**
 * The same, in one statement that rejects where the server takes no writes: the address may lead to
 * a standby that nobody has promoted yet.
 */
async function offsetOfPrimary(server: Pick<pg.Client, 'query'>): Promise<number> {
  const before = Date.now();
  const { rows } = await server.query<{ at: number; standby: boolean; setting: string }>(
    `select ${NOW_MS} as at, pg_is_in_recovery() as standby,
      current_setting('transaction_read_only') as setting`,
  );
  const after = Date.now();
  const [{ at, standby, setting } = { at: Number.NaN, standby: false, setting: 'off' }] = rows;
  if (standby) throw new Error('the server takes no writes: it is a standby');
  if (setting === 'on')
    throw new Error('the server takes no writes: its transactions are read-only');
  return offsetOf({ before, after, other: at });
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

/** Makes the function that measures what is left of the server's connections. */
export function createConnectionsMeasure(
  probe: pg.Pool | undefined,
  metrics: Pick<Metrics, 'databaseConnectionsLeft'>,
): Measure {
  return async () => {
    const answer = await probe?.query<{ left: number }>(`select ${CONNECTIONS_LEFT} as left`);
    for (const { left } of answer?.rows ?? [])
      metrics.databaseConnectionsLeft.set({ server: 'primary' }, left);
  };
}

/** More than fits into the pages of a table that exist. */
const TRY_TO_WRITE = `begin;
  create temporary table bonisa_space (filler text) on commit drop;
  insert into bonisa_space select repeat(md5(random()::text), 50) from generate_series(1, 200);
  rollback`;

/** Whether a table can grow. A role that may not make temporary tables is not told: it can. */
async function hasSpace(server: pg.Pool): Promise<boolean> {
  try {
    await server.query(TRY_TO_WRITE);
    return true;
  } catch (error) {
    if (isDatabaseFull(error)) return false;
    if (Object(error).code === NOT_PERMITTED) return true;
    throw error;
  }
}

const NOT_PERMITTED = '42501';
