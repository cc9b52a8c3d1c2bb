import { once } from 'node:events';
import { statfs } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { ClockAgreement } from '../clock/clock-agreement.ts';
import type { OpenDatabase } from '../database/database.ts';
import type { Metrics } from '../metrics.ts';
import { isEveryAddress, isLoopbackAddress } from '../operations.config.ts';
import type { Readiness } from '../readiness.ts';
import { registerNamedHealth } from './health.routes.ts';
import { createHttpApp } from './http-app.ts';
import { registerLimits } from './limits.ts';
import type { NetworkCounts } from './network-counts.ts';
import { createOperationsGate } from './operations-gate.ts';
import { createMeasures, type Measure } from './operations-measures.ts';

/** Registers the operators' routes of one capability. */
export type OpsRoutes = (operations: FastifyInstance) => void;

export interface OperationsOptions {
  readonly config: {
    readonly dataDir: string;
    readonly answerLevel: 'info' | 'debug';
    readonly operations: { readonly tokens: readonly string[] };
  };
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly open: Pick<OpenDatabase, 'state' | 'pool'>;
  readonly agreement: ClockAgreement;
  /** The figures that `GET /metrics` reads from the database each time. */
  readonly measures: Readonly<Record<string, Measure>>;
  readonly readiness: Readiness;
  readonly opsRoutes: readonly OpsRoutes[];
  readonly networkCounts: NetworkCounts | undefined;
}

/** A carrier's file of a day may take minutes: it is compared as it arrives. */
const FILE_TIMEOUT_MS = 15 * 60_000;
/** Builds the operators' listener. It does not listen yet. */
export async function createOperations({
  config,
  logger,
  metrics,
  open,
  measures,
  readiness,
  opsRoutes,
  agreement,
  networkCounts,
}: OperationsOptions): Promise<FastifyInstance> {
  const operations = await createHttpApp({
    logger,
    listener: 'operations',
    answerLevel: config.answerLevel,
    trustProxy: [],
    requestTimeoutMs: FILE_TIMEOUT_MS,
  });
  const gate = createOperationsGate(config.operations.tokens);
  operations.addHook('onRequest', async (request) => gate(request));
  await registerLimits(operations, 'operations', networkCounts);
  registerNamedHealth(operations, readiness);
  const measure = createMeasures(measures, metrics, logger);
  operations.get('/metrics', async (_request, reply) => {
    measureDatabase(metrics, open);
    measureClock(metrics, open, agreement);
    metrics.diskFree.set(await freeBytes(config.dataDir));
    metrics.fileStoreUp.set((await readiness.hasFiles()) ? 1 : 0);
    // Without the database the figures are those of the last time: `bonisa_database_up` says so.
    await measure();
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  for (const mount of opsRoutes) mount(operations);
  return operations;
}

/** Sets the figures of the database that this process knows by itself. */
function measureDatabase(metrics: Metrics, { state }: OperationsOptions['open']): void {
  const { awaySince, readOnlySince } = state;
  metrics.databaseUp.set(awaySince ? 0 : 1);
  metrics.databaseReadOnly.set(readOnlySince ? 1 : 0);
  metrics.databaseAway.set(awaySince ? (Date.now() - awaySince.getTime()) / 1000 : 0);
}

/** How far this machine's clock is from the server's, and whether jobs wait for that. */
function measureClock(
  metrics: Metrics,
  { pool }: Pick<OpenDatabase, 'pool'>,
  { agrees, offset }: ClockAgreement,
): void {
  if (pool) metrics.clockOffset.set({ against: 'database' }, offset());
  metrics.jobsHeld.set({ carrier: 'all', why: 'clock' }, agrees() ? 0 : 1);
}

/** Free space of the folder's disk, in bytes; NaN where it cannot be read. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => ({ bavail: Number.NaN, bsize: 1 }));
  return bavail * bsize;
}

const LOOPBACK = '127.0.0.1';
/** As long as the other listeners wait (`http-app.ts`). */
const STOP_WITHIN_MS = 20_000;
const CLOSE_IDLE_EVERY_MS = 50;

/**
 * Listens on an address, and always on the loopback address too: the commands of this machine
 * (backup, staff) call there. Returns how to close.
 */
export async function listenForOperations(
  operations: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<() => Promise<void>> {
  await operations.listen({ host, port });
  if (isLoopbackAddress(host) || isEveryAddress(host)) return async () => await operations.close();
  // The listener's own server handles the requests, with its bounds.
  const here = createServer((...request) => operations.server.emit('request', ...request));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  here.once('error', reject).listen({ host: LOOPBACK, port }, resolve);
  await promise.catch(async (error: unknown) => {
    await operations.close();
    throw error;
  });
  return async () => {
    // Both stop at once, and let what is in flight end: refunds, and pieces of uploads.
    await Promise.all([closeWithin(here, STOP_WITHIN_MS), operations.close()]);
  };
}

/** Stops listening; connections that are still busy after so long are cut off. */
async function closeWithin(server: Server, limitMs: number): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  const idle = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  const all = setTimeout(() => server.closeAllConnections(), limitMs);
  await closed;
  clearInterval(idle);
  clearTimeout(all);
}
