import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Notices } from '../messaging/notices.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createReminderRepository } from './reminder.repository.ts';
import { subscriptionPersonalData } from './subscription.personal-data.ts';
import type { SubscriptionRepository } from './subscription.repository.ts';
import { createSubscriptionService, type SubscriptionService } from './subscription.service.ts';
import { createUnblockingRepository } from './unblocking.repository.ts';
import { createUnblocking } from './unblocking.service.ts';

export interface SubscriptionRoomDependencies {
  readonly db: Database;
  readonly repository: SubscriptionRepository;
  readonly notices: Notices;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  /** Revokes, within a transaction, every proof that a number has given until now. */
  readonly endProofsOf: (tx: Database, msisdn: string) => Promise<void>;
  readonly wake: () => void;
  /** The service; by default the one that this capability builds. */
  readonly service?: SubscriptionService;
}

export type SubscriptionRoom = ReturnType<typeof createSubscription>;

/** Builds the life of subscriptions: entitlement, ending, blocking and unblocking. */
export function createSubscription({
  db,
  repository,
  notices,
  retrySchedule,
  clock,
  endProofsOf,
  wake,
  service = createSubscriptionService({
    repository,
    clock,
    notices,
    retrySchedule,
    endProofsOf,
    wake,
  }),
}: SubscriptionRoomDependencies) {
  const unblockings = createUnblockingRepository(db);
  return {
    repository,
    service,
    unblocking: createUnblocking({ subscriptions: repository, unblockings, clock }),
    /** The subscriptions that are due a reminder. */
    reminders: createReminderRepository(db),
    personalData: subscriptionPersonalData(repository, service),
  };
}
