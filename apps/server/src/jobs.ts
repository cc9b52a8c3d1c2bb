import { type Billing, billingJobs, reconciliationJobs } from './billing/billing.ts';
import { type Care, careJobs } from './care/care.ts';
import type { ConsentRoom } from './consent/consent.ts';
import { type Messaging, messagingJobs } from './messaging/messaging.ts';
import type { ScheduledJob } from './platform/jobs/scheduler.ts';
import type { Recovery } from './recovery/recovery.ts';
import { type SubscriptionRoom, subscriptionJobs } from './subscription/subscription.ts';
import type { Webhooks } from './webhooks/webhooks.ts';

export interface WorkingCapabilities {
  readonly recovery: Recovery;
  readonly billing: Billing;
  readonly subscription: SubscriptionRoom;
  readonly messaging: Messaging;
  readonly consent: ConsentRoom;
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
