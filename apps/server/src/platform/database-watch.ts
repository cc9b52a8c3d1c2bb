/**
 * Looks at the server each second over a connection of its own, and says when it is away: at once
 * by the second look that fails. From then on nothing waits for it (see {@link ServerPool}), what
 * waited is told, and the log has one line at the start of the outage and one at its end.
 */
import pg from 'pg';
import type { Logger } from 'pino';
import { createClockCheck, offsetOf } from './clock-check.ts';
import { reasonOf } from './database-away.ts';
import type { ServerPool, ServerState } from './server-pool.ts';
import { withTimeLimit } from './time-limit.ts';

export interface DatabaseWatchOptions {
  readonly url: string;
  readonly state: ServerState;
  readonly pools: readonly ServerPool[];
  readonly logger: Pick<Logger, 'warn' | 'error' | 'info'>;
}

export interface DatabaseWatch {
  stop(): Promise<void>;
}

const EVERY_MS = 1000;
/** Most looks take a millisecond. */
const ANSWER_WITHIN_MS = 1200;
const LOOKS = 2;
/**
 * Connections that are lost one by one while the server answers are told once in this time, as a
 * number.
 */
const TELL_LOST_EVERY_MS = 60_000;

/** Begins to look. */
export function watchDatabase({ url, state, pools, logger }: DatabaseWatchOptions): DatabaseWatch {
  const probe = createProbe(url);
  const clocks = createClockCheck(logger, (_other, seconds) => {
    state.clockOffset = seconds;
  });
  let failed = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let toldLost = 0;
  let toldAt = Number.NEGATIVE_INFINITY;

  const isBack = (offsetMs: number): void => {
    failed = 0;
    clocks.measured('database', offsetMs);
    if (!state.awaySince) {
      tellLost();
      return;
    }
    const seconds = Math.round((Date.now() - state.awaySince.getTime()) / 1000);
    state.awaySince = undefined;
    toldLost = state.lost;
    logger.info({ seconds }, 'the database answers again');
  };

  /** A lost connection is not an outage; many are worth a line. */
  const tellLost = (): void => {
    if (state.lost === toldLost || performance.now() - toldAt < TELL_LOST_EVERY_MS) return;
    logger.warn(
      { connections: state.lost - toldLost },
      'connections to the database were lost; it answers',
    );
    toldLost = state.lost;
    toldAt = performance.now();
  };

  const isAway = (error: unknown): void => {
    failed++;
    if (failed < LOOKS || state.awaySince) return;
    state.awaySince = new Date();
    logger.error(
      { reason: reasonOf(error) },
      'the database is away: calls that need it are refused until it answers again',
    );
    for (const pool of pools) pool.dropAll();
  };

  const look = async (): Promise<void> => {
    await probe.ask().then(isBack, isAway);
    looking = undefined;
    if (!stopped) timer = setTimeout(begin, failed === 1 ? 100 : EVERY_MS);
  };
  const begin = (): void => {
    clearTimeout(timer);
    looking ??= look();
  };

  state.onLost = () => {
    if (!stopped) begin();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
      probe.close();
    },
  };
}

/**
 * How far this machine's clock is ahead of the server's, in milliseconds. Rejects where the server
 * does not answer.
 */
export async function clockOffset(asked: Pick<pg.Client, 'query'>): Promise<number> {
  const before = Date.now();
  const { rows } = await asked.query<{ at: number }>(
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  );
  return offsetOf({ before, after: Date.now(), other: rows[0]?.at ?? before });
}

/** Asks over one connection that is kept, and made anew once it has failed. */
function createProbe(url: string) {
  let client: pg.Client | undefined;

  const ask = async (): Promise<number> => {
    const own =
      client ??
      new pg.Client({ connectionString: url, application_name: 'bonisa watch', keepAlive: true });
    if (own !== client) {
      // Lost while nobody asks: the next question says so.
      own.on('error', () => undefined);
      client = own;
      await own.connect();
    }
    return await clockOffset(own);
  };

  const close = (): void => {
    // A server that does not answer would not end the connection either.
    const stream = (
      client as unknown as { connection: { stream: { destroy(): void } } } | undefined
    )?.connection.stream;
    client = undefined;
    stream?.destroy();
  };

  return {
    close,
    ask: async (): Promise<number> => {
      try {
        return await withTimeLimit(ANSWER_WITHIN_MS, ask());
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}
