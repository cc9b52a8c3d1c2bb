import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import type { NewId } from '@bonisa/kit/ids';
import type { Billing } from '@bonisa/money/billing/billing';
import type { Messaging } from '@bonisa/money/messaging/messaging';
import type { Packages } from '@bonisa/money/packages/packages';
import type { Signup } from '@bonisa/money/signup/signup';
import type { SubscriptionModule } from '@bonisa/money/subscription/subscription';
import type { Identity } from '@bonisa/people/identity/identity';
import type { NumberOwners, Numbers } from '@bonisa/people/numbers/numbers';
import { eraserOf, type PersonalDataStore } from '@bonisa/people/numbers/personal-data.port';
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
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service' | 'unblocking'>;
  readonly billing: Pick<Billing, 'charges' | 'refunds'>;
  readonly packages: Pick<Packages, 'sold'>;
  readonly signup: Pick<Signup, 'packageChange'>;
  readonly viewer: Pick<Viewer, 'lists' | 'positions' | 'playing'>;
  /**
   * Telemetry comes after account, so the subscriber's own entries of its log are handed
   * in.
   */
  readonly telemetry: {
    readonly playbackLogs: { readonly of: PersonalDataDependencies['playbackLogOf'] };
  };
  /** Care comes later, too: what its people wrote about the subscriber. */
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
