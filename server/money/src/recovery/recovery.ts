import type { Carriers } from '@bonisa/carriers/carriers';
import type { RetrySchedule } from '@bonisa/domain/subscription/retry-schedule';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { OpenDatabase } from '@bonisa/kit/database/database';
import type { FileStore } from '@bonisa/kit/files/file-store';
import type { Measure } from '@bonisa/kit/http/operations-measures';
import type { NewId } from '@bonisa/kit/ids';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Readiness } from '@bonisa/kit/readiness';
import type { TerminationJournal } from '@bonisa/kit/termination-journal/termination-journal';
import type { NumberRemoval } from '@bonisa/people/numbers/number-removal.service';
import type { Numbers } from '@bonisa/people/numbers/numbers';
import type { Logger } from 'pino';
import type { BillingRecords } from '../billing/billing.ts';
import type { Messaging } from '../messaging/messaging.ts';
import type { Packages } from '../packages/packages.ts';
import type { SubscriptionModule } from '../subscription/subscription.ts';
import { folderPlaceOf } from './active-database-lease/active-database-lease.config.ts';
import { createDatabaseLeaseRepository } from './active-database-lease/active-database-lease.repository.ts';
import {
  type ActiveDatabaseLease,
  createActiveDatabaseLease,
} from './active-database-lease/active-database-lease.service.ts';
import { createEndReplay, type EndReplay } from './end-replay.service.ts';
import { type CarrierHold, createJobHold, createJobHolds, type JobHold } from './hold.service.ts';
import { createRecoveryRepository, type Hold } from './recovery.repository.ts';
import { createRestoreCheck } from './restore-check.service.ts';
import { createUnmatchedPayments } from './unmatched-payments.service.ts';
import { createUnmatchedRefunds } from './unmatched-refunds.service.ts';

export interface RecoveryDependencies {
  readonly config: {
    readonly retrySchedule: RetrySchedule;
    readonly needsDatabaseLease: boolean;
    readonly dataDir: string;
  };
  readonly open: OpenDatabase;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly logger: Logger;
  readonly files: FileStore;
  readonly readiness: Pick<Readiness, 'also'>;
  readonly metrics: Pick<Metrics, 'jobsHeld' | 'databaseLeaseHeld'>;
  readonly wake: () => void;
  readonly carriers: Pick<Carriers, 'ids'>;
  readonly numbers: Pick<Numbers, 'calls'>;
  readonly packages: Pick<Packages, 'sold'>;
  readonly subscription: Pick<SubscriptionModule, 'repository' | 'service' | 'unblocking'>;
  readonly messaging: Pick<Messaging, 'notices'>;
  readonly terminationJournal: TerminationJournal;
  readonly removal: Pick<NumberRemoval, 'remove'>;
  readonly records: Pick<BillingRecords, 'charges' | 'refunds' | 'outcomes'>;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** Prevents a restored database from taking airtime twice, for each carrier. */
export function createRecovery(dependencies: RecoveryDependencies) {
  const { terminationJournal } = dependencies;
  const replay = createEndReplay({
    ...dependencies,
    terminationJournal,
    notices: dependencies.messaging.notices,
  });
  const jobs: ScheduledJob[] = terminationJournal.isOn ? [terminationJournal.job, replay.job] : [];
  const holds = new Map<string, CarrierHold>();
  for (const carrierId of dependencies.carriers.ids) {
    const { check, hold } = createCarrierRecovery(dependencies, replay, carrierId);
    jobs.push(check);
    holds.set(carrierId, hold);
  }
  const { config, open } = dependencies;
  const repository = createDatabaseLeaseRepository(open);
  const folder = folderPlaceOf(config.dataDir);
  const lease = createActiveDatabaseLease({
    ...dependencies,
    isOn: config.needsDatabaseLease,
    repository,
    placeOf: open.kind === 'postgres' ? repository.serverPlace : () => Promise.resolve(folder),
  });
  if (config.needsDatabaseLease) dependencies.readiness.also('fence', lease.isFine);
  const hold = createJobHolds(holds, lease);
  return {
    /** Compares each carrier's list with our records after a start. */
    jobs,
    hold,
    ends: terminationJournal,
    lease,
    /** Jobs that a move of the test clock does not repeat for each interval on the way. */
    repeated: lease.jobs,
    measure: createRecoveryMeasure({ ...dependencies, hold, lease }),
    purge: terminationJournal.purge,
  };
}

function createCarrierRecovery(
  dependencies: RecoveryDependencies,
  replay: EndReplay,
  carrierId: string,
) {
  const { open, clock, newId, logger, wake } = dependencies;
  const { retrySchedule } = dependencies.config;
  const { repository: subscriptions } = dependencies.subscription;
  const { charges, refunds, outcomes } = dependencies.records;
  const carrier = dependencies.numbers.calls;
  const repository = createRecoveryRepository(open, { carrierId, newId });
  const check = createRestoreCheck({
    carrierId,
    repository,
    subscriptions,
    charges,
    payments: createUnmatchedPayments({
      carrierId,
      subscriptions,
      charges,
      outcomes,
      sold: dependencies.packages.sold,
      retrySchedule,
      clock,
      newId,
    }),
    replayEnds: replay.replayAll,
    refunds: createUnmatchedRefunds({ carrierId, charges, refunds, carrier, clock, newId }),
    carrier,
    clock,
    newId,
    onHeld: ({ missing, why }) => logger.error({ carrier: carrierId, missing, why }, HELD[why]),
    onNoList: () =>
      logger.warn(
        { carrier: carrierId },
        'the carrier has no list of payments for us; nothing was ever charged here, so jobs run',
      ),
    onUnread: (problem, cause) =>
      logger.warn(
        { carrier: carrierId, problem, ...(cause ? { err: cause } : {}) },
        problem === 'end_records' ? UNREAD_ENDS : UNREAD_LIST,
      ),
    wake,
  });
  const hold = createJobHold({
    repository,
    check,
    replayEnds: replay.replayAll,
    doWithoutEnds: dependencies.terminationJournal.doWithout,
    clock,
    newId,
    onReleased: ({ why, note }) =>
      logger.warn({ carrier: carrierId, why, note }, 'jobs were released by an operator'),
    onError: (error) =>
      logger.error({ err: error, carrier: carrierId }, "the carrier's list could not be compared"),
    wake,
  });
  return { check: check as ScheduledJob, hold };
}

const UNREAD_LIST =
  "the carrier's list cannot be read: jobs wait for it, since a restored database could take airtime twice";
const UNREAD_ENDS =
  'the ends in the file store cannot be read: jobs wait for them, since a restored database could charge people who have stopped';

const HELD: Readonly<Record<Hold['why'], string>> = {
  missing_here:
    'JOBS ARE HELD: the carrier has payments of ours that this database has not, so it is older than they are (a restored backup?); see GET /ops/hold and docs/recovery.md',
  empty_database:
    'JOBS ARE HELD: the carrier has payments of ours, and this database is empty (the wrong database?); see GET /ops/hold and docs/recovery.md',
  list_unread: "JOBS ARE HELD: the carrier's list was not read",
};

/** Makes what sets the gauges of held jobs, by carrier and cause, and of ends. */
function createRecoveryMeasure({
  hold,
  lease,
  metrics,
  terminationJournal,
}: Pick<RecoveryDependencies, 'metrics' | 'terminationJournal'> & {
  readonly hold: Pick<JobHold, 'views'>;
  readonly lease: Pick<ActiveDatabaseLease, 'measure'>;
}): Measure {
  return async () => {
    await terminationJournal.measure();
    await lease.measure();
    for (const { carrierId: carrier, why } of await hold.views())
      for (const reason of ['missing_here', 'empty_database', 'list_unread'] as const)
        metrics.jobsHeld.set({ carrier, why: reason }, reason === why ? 1 : 0);
  };
}
