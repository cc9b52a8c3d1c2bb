import type { Reports } from '@bonisa/backoffice/reports/reports';
import type { Staff } from '@bonisa/backoffice/staff/staff';
import { staffOpsRoutes } from '@bonisa/backoffice/staff/staff.ops-routes';
import type { Webhooks } from '@bonisa/backoffice/webhooks/webhooks';
import type { Carriers } from '@bonisa/carriers/carriers';
import { iconRoutes } from '@bonisa/content/pictures/icon.routes';
import { createConnectionsMeasure } from '@bonisa/kit/database/database-watch';
import type { OperationsOptions } from '@bonisa/kit/http/operations-listener';
import { type Media, mediaOperations } from '@bonisa/media/media';
import { type Billing, billingOpsRoutes } from '@bonisa/money/billing/billing';
import type { Ledger } from '@bonisa/money/ledger/ledger';
import { ledgerOpsRoutes } from '@bonisa/money/ledger/ledger.ops-routes';
import type { Recovery } from '@bonisa/money/recovery/recovery';
import { recoveryOpsRoutes } from '@bonisa/money/recovery/recovery.ops-routes';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import { subscriptionOpsRoutes } from '@bonisa/money/subscription/subscription.ops-routes';
import { type Account, accountOpsRoutes } from '@bonisa/viewers/account/account';
import type { Telemetry } from '@bonisa/viewers/telemetry/telemetry';
import { backupOpsRoutes } from './backup/backup.ops-routes.ts';
import { createWalMeasure } from './backup/wal-kept.ts';
import type { Base } from './base.ts';

export interface OperatedCapabilities {
  readonly base: Base;
  readonly carriers: Carriers;
  readonly ledger: Ledger;
  readonly billing: Billing;
  readonly subscription: SubscriptionModule;
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
      media: app.media.measure,
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
