import type { PGlite } from '@electric-sql/pglite';
import { fromPglite, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { OpenDatabase } from './database.ts';
import { DatabaseAwayError, isConnectionLoss, isDatabaseAway } from './database-away.ts';
import { refuseWhileFull } from './prepared-statements.ts';
import type { ServerState } from './server-pool.ts';

/** Background work that must survive a crash: queues in the database itself. */
export interface Jobs {
  /** Has this process work on a queue, one job at a time; a handler that throws is tried again. */
  work<Data extends object>(
    queue: string,
    handler: (data: Data, signal: AbortSignal) => Promise<void>,
  ): Promise<void>;
  /**
   * Puts a job into a queue. With `singletonKey` a second one with the same key waits for nothing:
   * it is dropped.
   */
  send(
    queue: string,
    data: object,
    options?: { startAfterSeconds?: number; singletonKey?: string; retryLimit?: number },
  ): Promise<void>;
  /** Runs a queue's job by a cron rule, in South African time. */
  schedule(queue: string, cron: string): Promise<void>;
  stop(): Promise<void>;
}

/** The queues have connections of their own, whose errors mean the same. */
function named(error: unknown): unknown {
  return isConnectionLoss(error) && !isDatabaseAway(error) ? new DatabaseAwayError(error) : error;
}

/** A job that runs longer is taken for dead and given to another worker. */
const EXPIRE_SECONDS = 15 * 60;

/** How long the queues wait for the server, in milliseconds. */
const LIMITS = {
  connectionTimeoutMillis: 5000,
  statement_timeout: 60_000,
  query_timeout: 62_000,
  idle_in_transaction_session_timeout: 60_000,
};

/** Starts the queues on the open database. */
export async function startJobs(
  open: OpenDatabase,
  databaseUrl: string | undefined,
  logger: Logger,
): Promise<Jobs> {
  const boss = open.pglite
    ? new PgBoss({
        db: fromPglite(writableOnly(open.pglite, open.state)),
        backend: 'pglite',
        useListenNotify: true,
      })
    : new PgBoss({ connectionString: databaseUrl ?? '', max: 3, useListenNotify: true, ...LIMITS });
  boss.on('error', (error) => logger.error({ err: named(error) }, 'the job queue has a problem'));
  await boss.start();
  const known = new Set<string>();

  const ensure = async (queue: string): Promise<void> => {
    if (known.has(queue)) return;
    await boss.createQueue(queue, {
      expireInSeconds: EXPIRE_SECONDS,
      retryLimit: 3,
      retryBackoff: true,
    });
    known.add(queue);
  };

  return {
    work: async (queue, handler) => {
      await ensure(queue);
      await boss.work(queue, { batchSize: 1 }, async ([job]) => {
        if (job) await handler(job.data as never, job.signal);
      });
    },
    send: async (queue, data, options = {}) => {
      const { startAfterSeconds: startAfter, singletonKey, retryLimit } = options;
      const given = {
        ...(startAfter === undefined ? {} : { startAfter }),
        ...(singletonKey === undefined ? {} : { singletonKey }),
        ...(retryLimit === undefined ? {} : { retryLimit }),
      };
      try {
        await ensure(queue);
        await boss.send(queue, data, given);
      } catch (error) {
        throw named(error);
      }
    },
    schedule: async (queue, cron) => {
      await ensure(queue);
      await boss.schedule(queue, cron, {}, { tz: 'Africa/Johannesburg' });
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** The embedded database as the job queue uses it: all its statements may write. */
function writableOnly(pglite: PGlite, state: ServerState) {
  return {
    query: async <Row>(statement: string, values?: unknown[]) => {
      refuseWhileFull(state);
      return await pglite.query<Row>(statement, values);
    },
    exec: async (statements: string) => {
      refuseWhileFull(state);
      return await pglite.exec(statements);
    },
    listen: (channel: string, callback: (payload: string) => void) =>
      pglite.listen(channel, callback),
  };
}
