import { type Account, accountOpsRoutes } from './account/account.ts';
import { backupOpsRoutes } from './backup/backup.ops-routes.ts';
import { createWalMeasure } from './backup/wal-kept.ts';
import type { Base } from './base.ts';
import { type Billing, billingOpsRoutes } from './billing/billing.ts';
import type { Carriers } from './carriers/carriers.ts';
import { iconRoutes } from './catalogue/pictures/icon.routes.ts';
import { ledgerOpsRoutes } from './ledger/ledger.ops-routes.ts';
import type { Ledger } from './ledger/ledger.ts';
import { type Media, mediaOperations } from './media/media.ts';
import { createConnectionsMeasure } from './platform/database/database-watch.ts';
import type { OperationsOptions } from './platform/http/operations-listener.ts';
import { recoveryOpsRoutes } from './recovery/recovery.ops-routes.ts';
import type { Recovery } from './recovery/recovery.ts';
import type { Reports } from './reports/reports.ts';
import { staffOpsRoutes } from './staff/staff.ops-routes.ts';
import type { Staff } from './staff/staff.ts';
import { subscriptionOpsRoutes } from './subscription/subscription.ops-routes.ts';
import type { SubscriptionRoom } from './subscription/subscription.ts';
import type { Telemetry } from './telemetry/telemetry.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface OperatedCapabilities {
  readonly base: Base;
  readonly carriers: Carriers;
  readonly ledger: Ledger;
  readonly billing: Billing;
  readonly subscription: SubscriptionRoom;
  readonly recovery: Recovery;
  readonly account: Account;
  readonly media: Media;
  readonly staff: Staff;
  readonly webhooks: Webhooks;
  readonly reports: Reports;
  readonly telemetry: Pick<Telemetry, 'measure'>;
}

/** What the operators' listener serves: the figures and the addresses of every capability. */
export function operationsOf(app: OperatedCapabilities): OperationsOptions {
  const { base, carriers, ledger, billing, recovery } = app;
  return {
    ...base,
    measures: {
      billing: async () => void (await Promise.all(billing.measures.map((measure) => measure()))),
      carriers: carriers.measure,
      ledger: ledger.measure,
      recovery: recovery.measure,
      connections: createConnectionsMeasure(base.open.probe, base.metrics),
      wal: createWalMeasure(base.open, base.metrics),
      webhooks: app.webhooks.measure,
      reports: app.reports.measure,
      telemetry: app.telemetry.measure,
    },
    opsRoutes: [
      ledgerOpsRoutes(ledger),
      ...billingOpsRoutes(billing),
      subscriptionOpsRoutes(app.subscription),
      recoveryOpsRoutes(recovery),
      backupOpsRoutes(base.open),
      app.reports.opsRoutes,
      ...accountOpsRoutes(app),
      ...mediaOperations(app.media),
      staffOpsRoutes(app.staff, base.secrets.key('staff command')),
      // A browser asks for it beside every answer that it shows.
      (operations) => void operations.register(iconRoutes(base.config.brand.folder)),
    ],
  };
}
