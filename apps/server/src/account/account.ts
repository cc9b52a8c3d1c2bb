import type { Billing } from '../billing/billing.ts';
import type { Identity } from '../identity/identity.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { NumberOwners, Numbers } from '../numbers/numbers.ts';
import { eraserOf, type PersonalDataStore } from '../numbers/personal-data.port.ts';
import type { Packages } from '../packages/packages.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { OpsRoutes } from '../platform/http/operations-listener.ts';
import type { NewId } from '../platform/ids.ts';
import type { Signup } from '../signup/signup.ts';
import type { SubscriptionRoom } from '../subscription/subscription.ts';
import type { Viewer } from '../viewer/viewer.ts';
import { createAccountService } from './account.service.ts';
import { evidenceOpsRoutes } from './evidence.ops-routes.ts';
import { createEvidence } from './evidence.service.ts';
import { createFeedbackRepository } from './feedback.repository.ts';
import { createFeedbackService } from './feedback.service.ts';
import { feedbackStudioRoutes } from './feedback.studio-routes.ts';
import { createFeedbackList } from './feedback-list.repository.ts';
import {
  type NumberHistoryDependencies,
  numberHistoryOpsRoutes,
} from './number-history.ops-routes.ts';
import {
  createPersonalDataService,
  type PersonalDataDependencies,
} from './personal-data.service.ts';

export interface AccountDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly numbers: Pick<Numbers, 'withSubscriberLock'>;
  readonly owners: Pick<NumberOwners, 'removal'>;
  readonly identity: Pick<Identity, 'personal'>;
  readonly messaging: Pick<Messaging, 'outbox' | 'inboundLog'>;
  readonly subscription: Pick<SubscriptionRoom, 'repository' | 'service' | 'unblocking'>;
  readonly billing: Pick<Billing, 'charges' | 'refunds'>;
  readonly packages: Pick<Packages, 'sold'>;
  readonly signup: Pick<Signup, 'packageChange'>;
  readonly viewer: Pick<Viewer, 'lists' | 'positions' | 'playing'>;
  /**
   * Telemetry is a higher floor than account, so the subscriber's own entries of its log are handed
   * in.
   */
  readonly telemetry: {
    readonly playbackLogs: { readonly of: PersonalDataDependencies['playbackLogOf'] };
  };
  /** Care is a higher floor, too: what its people wrote about the subscriber. */
  readonly careOf: PersonalDataDependencies['careOf'];
}

/** The data of a number that My Account owns: feedback. */
export function accountPersonalData(db: Database): PersonalDataStore {
  return eraserOf(createFeedbackRepository(db));
}

export type Account = ReturnType<typeof createAccount>;

/** Builds My Account: charges, messages, feedback, and the document of a number's data. */
export function createAccount(dependencies: AccountDependencies) {
  const { db, clock, newId, numbers, owners, identity, messaging, billing, viewer } = dependencies;
  const { repository: subscriptions, service, unblocking } = dependencies.subscription;
  const { packageChange } = dependencies.signup;
  const { charges, refunds } = billing;
  const { outbox: messages, inboundLog } = messaging;
  const feedbacks = createFeedbackRepository(db);
  const feedback = createFeedbackService({
    repository: feedbacks,
    withSubscriberLock: numbers.withSubscriberLock,
    clock,
    newId,
  });
  const personalData = createPersonalDataService({
    subscriptions,
    charges,
    refunds,
    messages,
    inboundLog,
    unblockings: unblocking,
    identity: identity.personal,
    list: viewer.lists,
    resume: viewer.positions,
    playing: viewer.playing,
    feedback: feedbacks,
    playbackLogOf: dependencies.telemetry.playbackLogs.of,
    careOf: dependencies.careOf,
    clock,
  });
  return {
    service: createAccountService({
      subscriptions,
      charges,
      refunds,
      messages,
      service,
      packageChange,
      sold: dependencies.packages.sold,
    }),
    feedback,
    personalData: { document: personalData.document, remove: owners.removal.remove },
    /** The evidence about a disputed subscription. */
    evidence: createEvidence({
      numbers: subscriptions.numbers,
      consents: subscriptions.consents,
      subscriptions,
      charges,
      refundsOf: refunds.of,
      messages,
      inboundLog,
      unblockings: unblocking,
      clock,
    }),
    studioRoutes: feedbackStudioRoutes(createFeedbackList(db)),
    purge: feedback.purge,
  };
}

/** The operator's routes of account: the history of a number, and the evidence about it. */
export function accountOpsRoutes({
  account,
  ...history
}: NumberHistoryDependencies & {
  readonly account: Pick<Account, 'evidence'>;
}): readonly OpsRoutes[] {
  return [numberHistoryOpsRoutes(history), evidenceOpsRoutes(account.evidence)];
}
