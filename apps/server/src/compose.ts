import { accountRoutes } from './account/account.ts';
import { registerEvidenceOps } from './account/evidence.ops-routes.ts';
import { registerNumberHistoryOps } from './account/number-history.ops-routes.ts';
import { type AppParts, createApp } from './app.ts';
import { registerBackupOps } from './backup/backup.ops-routes.ts';
import { registerCaseOps } from './billing/reconciliation/case.ops-routes.ts';
import { registerReconciliationOps } from './billing/reconciliation/reconciliation.ops-routes.ts';
import { registerRefundOps } from './billing/refunds/refund.ops-routes.ts';
import { measureRenewals } from './billing/renewals/renewal.readings.ts';
import { catalogueRoutes } from './catalogue/catalogue.ts';
import { fraudRoutes } from './fraud/fraud.routes.ts';
import { identityRoutes } from './identity/identity.routes.ts';
import { registerLedgerOps } from './ledger/ledger.ops-routes.ts';
import { registerMediaOpsRoutes } from './media/media.ops-routes.ts';
import { createMedia, mediaRoutes } from './media/media.ts';
import { pageRoutes } from './pages/site-pages.ts';
import { createHousekeeping } from './platform/housekeeping.ts';
import type { OperationsOptions } from './platform/http/operations-listener.ts';
import { createResponseFastPath } from './platform/http/response-fast-path.ts';
import { createStaleSupport } from './platform/http/response-headers.ts';
import type { SiteOptions } from './platform/http/site-listener.ts';
import { createScheduler } from './platform/scheduler.ts';
import { createWakeSignal } from './platform/wake-signal.ts';
import { registerRecoveryOps } from './recovery/recovery.ops-routes.ts';
import { measureHold } from './recovery/recovery.ts';
import { carrierInboundRoutes } from './signup/carrier-inbound.ts';
import { registerSignupRoutes } from './signup/signup.routes.ts';
import { registerSubscriptionOps } from './subscription/subscription.ops-routes.ts';
import { registerSubscriptionRoutes } from './subscription/subscription.routes.ts';
import { telemetryRoutes } from './telemetry/telemetry.routes.ts';
import { viewerRoutes } from './viewer/viewer.ts';

export type App = ReturnType<typeof compose>;

/** Builds every capability in the order of the floors, and hands each what it needs, by name. */
export function compose(parts: AppParts) {
  const app = createApp(parts);
  const { config, open, clock, logger, metrics, identity, access, fraud, subscription } = app;
  const { catalogue, viewer, account, telemetry, ledger, jobHold } = app;
  const { sessions } = identity;
  const fastPath = createResponseFastPath();
  const media = createMedia({
    ...parts,
    db: open.db,
    catalogue,
    sessions,
    sessionRights: access.sessionRights,
  });

  const site: SiteOptions = {
    config,
    logger,
    metrics,
    open,
    guards: access.guards,
    fastPath,
    onRequest: identity.takeEnrichment,
    routes: [
      identityRoutes({ identity, access }),
      fraudRoutes({ fraud, visitOf: sessions.visitOf }),
      ({ register }) =>
        registerSubscriptionRoutes(register, {
          sessions,
          numbers: subscription.repository.numbers,
          service: subscription.service,
        }),
      ({ register }) =>
        registerSignupRoutes(register, {
          ...subscription,
          sessions,
          transactionKey: parts.secrets.key('transaction'),
          onOutcome: (outcome, packageId) =>
            metrics.subscribes.inc({ outcome, package: packageId }),
        }),
      viewerRoutes({
        viewer,
        sessions,
        bearer: access.bearer,
        signedIn: account.signedIn,
        subscriptions: subscription.service,
        clock,
        retrySchedule: config.retrySchedule,
      }),
      accountRoutes({ account, sessions, subscriptions: subscription.service, clock, metrics }),
      telemetryRoutes({ telemetry, sessions, metrics }),
      carrierInboundRoutes(app.carrierInbound),
      ...catalogueRoutes({
        catalogue,
        config,
        clock,
        metrics,
        fastPath,
        stale: createStaleSupport('content', app),
      }),
      mediaRoutes(media, (subscriberId, played) =>
        viewer.resume.positionIn(Number(subscriberId), played),
      ),
    ],
    pages: pageRoutes({ ...app, fastPath, stale: createStaleSupport('page', app) }),
  };
  const operations: OperationsOptions = {
    config,
    logger,
    metrics,
    open,
    measures: [
      () => measureRenewals(app),
      app.measureCarriers,
      () => ledger.measure(metrics),
      () => app.reconciliation.measure(metrics),
      () => measureHold(jobHold, metrics),
    ],
    opsRoutes: [
      (server) => registerLedgerOps(server, ledger),
      (server) => registerReconciliationOps(server, app.reconciliation),
      (server) => registerCaseOps(server, app.reconciliation),
      (server) => registerNumberHistoryOps(server, subscription),
      (server) => registerSubscriptionOps(server, subscription),
      (server) =>
        registerRefundOps(server, { ...subscription, service: subscription.refundService }),
      (server) => registerRecoveryOps(server, jobHold),
      (server) => registerBackupOps(server, open),
      (server) => registerEvidenceOps(server, account.evidence),
      (server) => registerMediaOpsRoutes(server, media),
    ],
  };
  const purges = [
    identity.purge,
    fraud.purge,
    app.purgeSignup,
    viewer.purge,
    account.feedback.purge,
    telemetry.purge,
  ];
  /**
   * Repeated jobs have a scheduler of their own: after a move of the test clock each runs once, and
   * not once for each interval on the way.
   */
  const maintenance = createScheduler({
    clock,
    logger,
    wakeSignal: createWakeSignal(),
    jobs: [
      createHousekeeping({
        db: open.db,
        clock,
        purges,
      }),
    ],
  });
  return { ...app, media, site, operations, maintenance, purges };
}
