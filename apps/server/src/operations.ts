import { statfs } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { registerEvidenceOps } from './account/evidence.ops-routes.ts';
import { registerNumberHistoryOps } from './account/number-history.ops-routes.ts';
import type { App } from './app.ts';
import { registerBackupOps } from './backup/backup.ops-routes.ts';
import { registerCaseOps } from './billing/reconciliation/case.ops-routes.ts';
import { registerReconciliationOps } from './billing/reconciliation/reconciliation.ops-routes.ts';
import { registerRefundOps } from './billing/refunds/refund.ops-routes.ts';
import { readRenewals } from './billing/renewals/renewal.readings.ts';
import { registerLedgerOps } from './ledger/ledger.ops-routes.ts';
import { AppError } from './platform/http/app-error.ts';
import { createHttpApp } from './platform/http/http-app.ts';
import { withTimeLimit } from './platform/time-limit.ts';
import { registerRecoveryOps } from './recovery/recovery.ops-routes.ts';
import { measureHold } from './recovery/recovery.ts';
import { registerSubscriptionOps } from './subscription/subscription.ops-routes.ts';

export interface OperationsOptions {
  /** What other capabilities mount here (ingest and its jobs). */
  readonly mount: (operations: FastifyInstance) => Promise<void>;
}

/** A carrier's file of a day may take minutes, since it is compared as it arrives. */
const FILE_TIMEOUT_MS = 15 * 60_000;

/** The operator's listener, on the loopback address only. */
export async function createOperations(
  app: App,
  { mount }: OperationsOptions,
): Promise<FastifyInstance> {
  const operations = await createHttpApp({
    logger: app.logger,
    trustProxy: [],
    requestTimeoutMs: FILE_TIMEOUT_MS,
  });
  operations.addHook('onRequest', async (request) => refuseForeign(request));
  const told = { lost: 0, refused: 0 };
  operations.get('/metrics', async (request, reply) => {
    readState(app, told);
    await readDisk(app);
    // The figures of the database are those of the last time while it is away: `bonisa_database_up`
    // says so.
    await withTimeLimit(READINGS_MS, readDatabase(app)).catch((error: unknown) =>
      request.log.debug({ err: error }, 'the database was not read'),
    );
    return reply.type(app.metrics.registry.contentType).send(await app.metrics.registry.metrics());
  });
  registerLedgerOps(operations, app.ledger);
  registerReconciliationOps(operations, app.reconciliation);
  registerCaseOps(operations, app.reconciliation);
  registerSubscriptionOps(operations, { unblocking: app.subscription.unblocking });
  registerNumberHistoryOps(operations, {
    repository: app.subscription.repository,
    charges: app.subscription.charges,
    refunds: app.subscription.refunds,
    service: app.subscription.service,
    unblocking: app.subscription.unblocking,
  });
  registerRefundOps(operations, {
    service: app.subscription.refundService,
    refunds: app.subscription.refunds,
    charges: app.subscription.charges,
  });
  registerRecoveryOps(operations, app.jobHold);
  registerBackupOps(operations, app.open);
  registerEvidenceOps(operations, app.account.evidence);
  await mount(operations);
  return operations;
}

/**
 * Who scrapes waits ten seconds at most, and looks at the figures of a machine in trouble rather
 * sooner.
 */
const READINGS_MS = 1500;

/** What this process knows by itself. */
function readState(
  { metrics, open: { state, pool } }: App,
  told: { lost: number; refused: number },
): void {
  const { awaySince, readOnlySince, lost, refused, clockOffset } = state;
  metrics.databaseUp.set(awaySince ? 0 : 1);
  metrics.databaseReadOnly.set(readOnlySince ? 1 : 0);
  metrics.databaseAway.set(awaySince ? (Date.now() - awaySince.getTime()) / 1000 : 0);
  metrics.databaseLost.inc(lost - told.lost);
  metrics.databaseRefused.inc(refused - told.refused);
  if (pool) metrics.clockOffset.set({ against: 'database' }, clockOffset);
  Object.assign(told, { lost, refused });
}

async function readDisk({ metrics, config }: App): Promise<void> {
  const { bavail, bsize } = await statfs(config.dataDir).catch(() => ({
    bavail: Number.NaN,
    bsize: 1,
  }));
  metrics.diskFree.set(bavail * bsize);
}

/** What stands in the database is read when it is asked for. */
async function readDatabase({
  metrics,
  open,
  clock,
  subscription,
  ledger,
  reconciliation,
  carrierStops,
  jobHold,
}: App): Promise<void> {
  const now = clock.now();
  const [readings, resumes, pace, stopped] = await Promise.all([
    readRenewals(open.db, now),
    subscription.pace.resumesAt(),
    subscription.pace.reading(),
    carrierStops.stopped(),
    ledger.measure(metrics),
    reconciliation.measure(metrics),
    measureHold(jobHold, metrics),
  ]);
  metrics.carrierMisconfigured.reset();
  for (const { operation } of stopped) metrics.carrierMisconfigured.set({ operation }, 1);
  metrics.renewalsDue.set(readings.due);
  metrics.renewalsLate.set(readings.lateSeconds);
  metrics.unknownCharges.set(readings.unknownCharges);
  metrics.oldestUnknown.set(readings.oldestUnknownSeconds);
  metrics.unknownRefunds.set(readings.unknownRefunds);
  metrics.paceLimit.set(pace.perSecond ?? Number.POSITIVE_INFINITY);
  metrics.paceSlots.set(pace.inFlight);
  metrics.paceInFlight.set(pace.held);
  metrics.paceAhead.set(pace.aheadSeconds);
  metrics.carrierPaused.set(resumes ? Math.max(0, (resumes.getTime() - now.getTime()) / 1000) : 0);
}

/**
 * A page in the operator's own browser must not reach this listener: not by a name that was made to
 * point at this machine (Host), nor from another site (Origin).
 */
function refuseForeign(request: FastifyRequest): void {
  if (
    isLoopback(request.headers.host) &&
    (request.headers.origin === undefined || isLoopback(hostOf(request.headers.origin)))
  )
    return;
  throw new AppError('foreign_origin', 'The operations listener answers to this machine only.');
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

function isLoopback(host: string | undefined): boolean {
  const name = host?.replace(/:[0-9]+$/, '');
  return name === 'localhost' || name === '127.0.0.1' || name === '[::1]';
}
