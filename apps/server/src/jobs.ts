import { type Care, careJobs } from '@bonisa/backoffice/care/care';
import type { Webhooks } from '@bonisa/backoffice/webhooks/webhooks';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import { type Billing, billingJobs, reconciliationJobs } from '@bonisa/money/billing/billing';
import type { ConsentModule } from '@bonisa/money/consent/consent';
import { type Messaging, messagingJobs } from '@bonisa/money/messaging/messaging';
import type { Recovery } from '@bonisa/money/recovery/recovery';
import { type SubscriptionModule, subscriptionJobs } from '@bonisa/money/subscription/subscription';

export interface WorkingCapabilities {
  readonly recovery: Recovery;
  readonly billing: Billing;
  readonly subscription: SubscriptionModule;
  readonly messaging: Messaging;
  readonly consent: ConsentModule;
  readonly webhooks: Webhooks;
  readonly care: Care;
}

/** The scheduled jobs of every capability, behind the gates of recovery. */
export function jobsOf(app: WorkingCapabilities): readonly ScheduledJob[] {
  const { hold } = app.recovery;
  return [
    ...app.recovery.jobs,
    ...billingJobs(app.billing, hold),
    ...subscriptionJobs(app.subscription, hold),
    ...messagingJobs(app.messaging, hold),
    ...app.consent.jobs,
    ...reconciliationJobs(app.billing, hold),
    ...app.webhooks.jobs,
    ...careJobs(app.care, hold),
  ];
}
