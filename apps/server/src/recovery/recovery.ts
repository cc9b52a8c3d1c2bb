import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Logger } from 'pino';
import type { ChargeRepository } from '../billing/charges/charge.repository.ts';
import type { ChargeOutcomes } from '../billing/charges/charge-outcome.service.ts';
import type { RefundRepository } from '../billing/refunds/refund.repository.ts';
import type { RoutedBilling } from '../carriers/routed-calls.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/database.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ScheduledJob } from '../platform/scheduler.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { createCarrierCheck } from './carrier-check.service.ts';
import { createFoundPayments } from './found-payments.service.ts';
import { createFoundRefunds } from './found-refunds.service.ts';
import { type CarrierHold, createJobHold, createJobHolds } from './hold.service.ts';
import { createRecoveryRepository, type Hold } from './recovery.repository.ts';

export interface RecoveryDependencies {
  readonly open: OpenDatabase;
  readonly subscriptions: SubscriptionRepository;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly outcomes: Pick<ChargeOutcomes, 'recordAll'>;
  readonly carrier: Pick<RoutedBilling, 'listCharges' | 'listRefunds'>;
  /** The ids of the carriers. */
  readonly carrierIds: readonly string[];
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wake: () => void;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** Prevents a restored database from taking airtime twice, for each carrier. */
export function createRecovery(dependencies: RecoveryDependencies) {
  const checks: ScheduledJob[] = [];
  const holds = new Map<string, CarrierHold>();
  for (const carrierId of dependencies.carrierIds) {
    const { check, hold } = createCarrierRecovery(dependencies, carrierId);
    checks.push(check);
    holds.set(carrierId, hold);
  }
  return { checks, hold: createJobHolds(holds) };
}

function createCarrierRecovery(dependencies: RecoveryDependencies, carrierId: string) {
  const {
    open,
    subscriptions,
    charges,
    refunds,
    outcomes,
    carrier,
    retrySchedule,
    clock,
    logger,
    wake,
  } = dependencies;
  const repository = createRecoveryRepository(open, carrierId);
  const check = createCarrierCheck({
    carrierId,
    repository,
    subscriptions,
    charges,
    payments: createFoundPayments({
      carrierId,
      subscriptions,
      charges,
      outcomes,
      retrySchedule,
      clock,
    }),
    refunds: createFoundRefunds({ carrierId, charges, refunds, carrier, clock }),
    carrier,
    clock,
    onHeld: ({ missing, why }) => logger.error({ carrier: carrierId, missing, why }, HELD[why]),
    onNoList: () =>
      logger.warn(
        { carrier: carrierId },
        'the carrier has no list of payments for us; nothing was ever charged here, so jobs run',
      ),
    onUnread: (problem) =>
      logger.warn(
        { carrier: carrierId, problem },
        "the carrier's list cannot be read: jobs wait for it, since a restored database could take airtime twice",
      ),
    wake,
  });
  const hold = createJobHold({
    repository,
    check,
    clock,
    onReleased: ({ why, note }) =>
      logger.warn({ carrier: carrierId, why, note }, 'jobs were released by an operator'),
    onError: (error) =>
      logger.error({ err: error, carrier: carrierId }, "the carrier's list could not be compared"),
    wake,
  });
  return { check: check as ScheduledJob, hold };
}

const HELD: Readonly<Record<Hold['why'], string>> = {
  missing_here:
    'JOBS ARE HELD: the carrier has payments of ours that this database has not, so it is older than they are (a restored backup?); see GET /ops/hold and docs/operations.md',
  empty_database:
    'JOBS ARE HELD: the carrier has payments of ours, and this database is empty (the wrong database?); see GET /ops/hold and docs/operations.md',
  list_unread: "JOBS ARE HELD: the carrier's list was not read",
};

/** Logs for the operator whether jobs are held, and why. */
export async function measureHold(
  hold: Recovery['hold'],
  metrics: Pick<Metrics, 'jobsHeld'>,
): Promise<void> {
  for (const { carrierId: carrier, why } of await hold.views())
    for (const one of ['missing_here', 'empty_database', 'list_unread'] as const)
      metrics.jobsHeld.set({ carrier, why: one }, one === why ? 1 : 0);
}
