import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { reasonOf } from './database-away.ts';

/** The channel on which triggers announce changes (migration `0004_changes_by_hand.sql`). */
const CHANNEL = 'bonisa_changes';
/** A notice of a process to itself, which tries whether notices arrive. */
const TRIAL = 'trial ';
/** The net under notices that arrive. */
const LOOK_EVERY_MS = 800;
/** Without them a change is found within this time and a query. */
const LOOK_WITHOUT_MS = 400;
const TRY_EVERY_MS = 10_000;
const TRIAL_WITHIN_MS = 2000;
const CONNECT_AGAIN_MS = 1000;

export interface ChangeSignalOptions {
  /** The server to listen at; undefined: notices cannot arrive, or only this process changes it. */
  readonly url: string | undefined;
  /** Sends a statement over a connection of the pool, as changes do. */
  readonly send: (statement: string) => Promise<unknown>;
  /** Looks for changes that another process made. Never called twice at the same time. */
  readonly look: () => Promise<void>;
  /** Whether the database is known to be away; its return is noticed by the next look. */
  readonly away: () => boolean;
  /** Called when notices begin to arrive (`true`) or stop arriving. */
  readonly onState: (arrives: boolean) => void;
  readonly logger: Pick<Logger, 'warn' | 'info' | 'error' | 'debug'>;
}

export interface ChangeSignal {
  stop(): Promise<void>;
}

/**
 * Looks for changes as soon as PostgreSQL announces one (`NOTIFY`), and each 0.8 s in any case. A
 * pooler by transaction passes no notices on: the signal tries every ten seconds whether they
 * arrive, and looks more often while they do not.
 */
export function followChanges(options: ChangeSignalOptions): ChangeSignal {
  const { url, send, away, onState, logger } = options;
  const looker = createLooker(options);
  let arrives = false;
  let warned = false;
  /** Trials in a row of which nothing was heard. */
  let failed = 0;
  let stopped = false;
  let client: pg.Client | undefined;
  let trial: { readonly word: string; readonly arrived: () => void } | undefined;
  const timers = new Set<NodeJS.Timeout>();

  const later = (ms: number, work: () => void): void => {
    if (stopped) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const setArrives = (now: boolean): void => {
    if (now === arrives) return;
    arrives = now;
    onState(now);
    if (now && warned) logger.info('changes of other processes are announced again');
    warned &&= !now;
  };

  const lookAgain = (): void =>
    later(url === undefined || arrives ? LOOK_EVERY_MS : LOOK_WITHOUT_MS, () => {
      looker.look();
      lookAgain();
    });

  /** Sends a notice to itself through the pool. */
  const tryNotices = async (): Promise<void> => {
    const word = TRIAL + randomUUID();
    const arrived = Promise.withResolvers<boolean>();
    trial = { word, arrived: () => arrived.resolve(true) };
    later(TRIAL_WITHIN_MS, () => arrived.resolve(false));
    const sent = await send(`notify ${CHANNEL}, '${word}'`).then(
      () => true,
      () => false,
    );
    // Without the database there is nothing to hear, and its outage has a log line of its own.
    if (stopped || !sent || !client) return;
    if (await arrived.promise) {
      failed = 0;
      setArrives(true);
    } else if (!stopped && client && !away()) notHeard();
  };

  /** The connection may be dead without a word, so another one is made. */
  const notHeard = (): void => {
    failed++;
    setArrives(false);
    if (failed === 2) {
      logger.warn(
        'DATABASE_URL: notices of changes do not arrive (a pooler by transaction?): changes of other processes are found by looking every 0.4 s',
      );
      warned = true;
    }
    const dead = client;
    client = undefined;
    dead?.end().catch(() => undefined);
    later(failed === 1 ? CONNECT_AGAIN_MS : TRY_EVERY_MS, () => void connect());
  };

  const connect = async (): Promise<void> => {
    const own = new pg.Client({
      connectionString: url,
      application_name: 'bonisa changes',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    });
    const lost = (error?: Error): void => {
      if (client !== own) return;
      client = undefined;
      setArrives(false);
      logger.debug({ reason: error && reasonOf(error) }, 'the connection for changes was lost');
      later(CONNECT_AGAIN_MS, () => void connect());
    };
    own.on('error', lost);
    own.on('end', () => lost());
    own.on('notification', ({ payload = '' }) => {
      if (payload === trial?.word) trial.arrived();
      else if (!payload.startsWith(TRIAL)) looker.look();
    });
    client = own;
    try {
      await own.connect();
      await own.query(`listen ${CHANNEL}`);
      // What changed before is in no notice.
      looker.look();
      await tryNotices();
    } catch (error) {
      // A failed connection may emit nothing.
      lost(error as Error);
      await own.end().catch(() => undefined);
    }
  };

  const tryAgain = (): void =>
    later(TRY_EVERY_MS, () => {
      if (client) void tryNotices();
      tryAgain();
    });

  lookAgain();
  if (url !== undefined) {
    void connect();
    tryAgain();
  }
  return {
    stop: async () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
      trial?.arrived();
      const own = client;
      client = undefined;
      await looker.rest();
      await own?.end().catch(() => undefined);
    },
  };
}

/** One look at a time; a look that is asked for meanwhile follows it. */
function createLooker({ look, logger }: Pick<ChangeSignalOptions, 'look' | 'logger'>) {
  let running: Promise<void> | undefined;
  let wanted = false;
  const run = async (): Promise<void> => {
    while (wanted) {
      wanted = false;
      await look().catch((error: unknown) =>
        logger.error({ err: error }, 'the versions of catalogue and prices could not be read'),
      );
    }
    running = undefined;
  };
  return {
    look: (): void => {
      wanted = true;
      running ??= run();
    },
    rest: async (): Promise<void> => await running,
  };
}
