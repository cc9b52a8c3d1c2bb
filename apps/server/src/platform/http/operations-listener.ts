import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../database.ts';
import type { Metrics } from '../metrics.ts';
import { withTimeLimit } from '../time-limit.ts';
import { AppError } from './app-error.ts';
import { createHttpApp } from './http-app.ts';

/** Registers the operators' routes of one capability. */
export type OpsRoutes = (operations: FastifyInstance) => void;

/** Reads a capability's figures from the database and sets its gauges. */
export type Measure = () => Promise<void>;

export interface OperationsOptions {
  readonly config: { readonly dataDir: string };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly open: Pick<OpenDatabase, 'state' | 'pool'>;
  /** The figures that `GET /metrics` reads from the database each time. */
  readonly measures: readonly Measure[];
  readonly opsRoutes: readonly OpsRoutes[];
}

/** A carrier's file of a day may take minutes: it is compared as it arrives. */
const FILE_TIMEOUT_MS = 15 * 60_000;
/** A scraper waits ten seconds at most, and must see the figures of a machine in trouble sooner. */
const MEASURES_MS = 1500;

/** Builds the operators' listener, for the loopback address. It does not listen yet. */
export async function createOperations({
  config,
  logger,
  metrics,
  open,
  measures,
  opsRoutes,
}: OperationsOptions): Promise<FastifyInstance> {
  const operations = await createHttpApp({
    logger,
    trustProxy: [],
    requestTimeoutMs: FILE_TIMEOUT_MS,
  });
  operations.addHook('onRequest', async (request) => refuseForeign(request));
  const measureDatabase = createDatabaseMeasure(metrics, open);
  operations.get('/metrics', async (request, reply) => {
    measureDatabase();
    metrics.diskFree.set(await freeBytes(config.dataDir));
    // Without the database the figures are those of the last time: `bonisa_database_up` says so.
    const measured = Promise.all(measures.map((measure) => measure()));
    await withTimeLimit(MEASURES_MS, measured).catch((error: unknown) =>
      request.log.debug({ err: error }, 'the database was not measured'),
    );
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  for (const mount of opsRoutes) mount(operations);
  return operations;
}

/** Sets the figures of the database that this process knows by itself. */
function createDatabaseMeasure(
  metrics: Metrics,
  { state, pool }: OperationsOptions['open'],
): () => void {
  const counted = { lost: 0, refused: 0 };
  return () => {
    const { awaySince, readOnlySince, lost, refused, clockOffset } = state;
    metrics.databaseUp.set(awaySince ? 0 : 1);
    metrics.databaseReadOnly.set(readOnlySince ? 1 : 0);
    metrics.databaseAway.set(awaySince ? (Date.now() - awaySince.getTime()) / 1000 : 0);
    metrics.databaseLost.inc(lost - counted.lost);
    metrics.databaseRefused.inc(refused - counted.refused);
    if (pool) metrics.clockOffset.set({ against: 'database' }, clockOffset);
    Object.assign(counted, { lost, refused });
  };
}

/** Free space of the folder's disk, in bytes; NaN where it cannot be read. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.NaN, bsize: 1 }));
  return bavail * bsize;
}

/**
 * Keeps pages in the operator's own browser away from this listener: those that reach it by a name
 * that points at this machine (Host), and those of another site (Origin). Throws `foreign_origin`.
 */
function refuseForeign({ headers: { host, origin } }: FastifyRequest): void {
  if (isLoopback(host) && (origin === undefined || isLoopback(hostOf(origin)))) return;
  throw new AppError('foreign_origin', 'The operations listener answers to this machine only.');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isLoopback(host: string | undefined): boolean {
  const name = host?.replace(/:[0-9]+$/, '');
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}
