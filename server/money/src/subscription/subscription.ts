import { DEFAULT_LANGUAGE } from '@bonisa/domain/languages';
import type { Package } from '@bonisa/domain/packages/package-catalogue';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { NewId } from '@bonisa/kit/ids';
import type { JobGates } from '@bonisa/kit/jobs/job-gates';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { Identity } from '@bonisa/people/identity/identity';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { ConsentModule } from '../consent/consent.ts';
import type { Messaging } from '../messaging/messaging.ts';
import { createReminders } from '../messaging/reminder.service.ts';
import type { Packages } from '../packages/packages.ts';
import { createHoldersRepository } from './holders.repository.ts';
import { createOffers, type ServiceBrand } from './offers.ts';
import { createPriceOffers } from './price-offer.job.ts';
import { createPriceOfferRepository } from './price-offer.repository.ts';
import { createReminderRepository } from './reminder.repository.ts';
import { subscriptionPersonalData } from './subscription.personal-data.ts';
import {
  createSubscriptionRepository,
  type SubscriptionRepository,
} from './subscription.repository.ts';
import { createSubscriptionService } from './subscription.service.ts';
import { createUnblockingRepository } from './unblocking.repository.ts';
import { createUnblocking } from './unblocking.service.ts';

/** Builds the records of subscriptions and their events, with the numbers and consents of each. */
export function createSubscriptionRecords({
  config: { retrySchedule },
  db,
  numbers,
  consent,
}: {
  readonly config: { readonly retrySchedule: RetrySchedule };
  readonly db: Database;
  readonly numbers: Pick<Numbers, 'repository'>;
  readonly consent: Pick<ConsentModule, 'repository'>;
}): SubscriptionRepository {
  return createSubscriptionRepository(db, {
    numbers: numbers.repository,
    consents: consent.repository,
    retrySchedule,
  });
}

export interface SubscriptionDependencies {
  readonly config: {
    readonly brand: ServiceBrand;
    readonly retrySchedule: RetrySchedule;
  };
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly terminationJournal: Pick<TerminationJournal, 'record' | 'flush'>;
  readonly wake: () => void;
  readonly repository: SubscriptionRepository;
  readonly packages: Pick<Packages, 'sold'>;
  readonly messaging: Pick<Messaging, 'notices' | 'outbox'>;
  /** Ending a subscription revokes the proofs of its number. */
  readonly identity: {
    readonly otp: Pick<Identity['otp'], 'endProofsOf'>;
    readonly devices: Pick<Identity['devices'], 'endAllOf'>;
  };
}

export type SubscriptionModule = ReturnType<typeof createSubscription>;

/**
 * Builds the life of subscriptions: offers, entitlement, ending, blocking, reminders and the
 * telling of new prices.
 */
export function createSubscription({
  config: { brand, retrySchedule },
  db,
  clock,
  newId,
  terminationJournal,
  wake,
  repository,
  packages,
  messaging: { notices, outbox },
  identity,
}: SubscriptionDependencies) {
  const service = createSubscriptionService({
    repository,
    clock,
    notices,
    retrySchedule,
    endProofsOf: identity.otp.endProofsOf,
    endDevicesOf: identity.devices.endAllOf,
    terminationJournal,
    wake,
  });
  const offers = createOffers({ sold: packages.sold, brand });
  const unblockings = createUnblockingRepository(db);
  const holders = createHoldersRepository(db);
  const priceOffers = createPriceOfferRepository(db);
  return {
    repository,
    service,
    unblocking: createUnblocking({
      subscriptions: repository,
      unblockings,
      clock,
      newId,
      terminationJournal,
    }),
    offers,
    /** What the studio asks about a price before it is made. */
    forStudio: {
      holdersOf: holders.holdersOf,
      /** How many holders were told of a price that they may accept. */
      offersTold: priceOffers.progress,
      wordsOf: (packageTerms: Package, trial: boolean): readonly string[] =>
        offers.offer(packageTerms, trial, DEFAULT_LANGUAGE).words,
    },
    /** Reminds subscribers of price and way out every month. */
    reminders: createReminders({
      source: createReminderRepository(db),
      notices,
      packageAt: packages.sold.atPrice,
      clock,
    }),
    /** Tells holders of an earlier price of one that they may accept. */
    priceOffers: createPriceOffers({
      offers: priceOffers,
      holders,
      subscriptions: repository,
      notices,
      outbox,
      sold: packages.sold,
      clock,
    }),
    personalData: subscriptionPersonalData(repository, service),
  };
}

/** The scheduled jobs of subscription, behind the gates of recovery. */
export function subscriptionJobs(
  { reminders, priceOffers }: Pick<SubscriptionModule, 'reminders' | 'priceOffers'>,
  gates: JobGates,
): readonly ScheduledJob[] {
  return [reminders, priceOffers].map(gates.unlessFrozen);
}
