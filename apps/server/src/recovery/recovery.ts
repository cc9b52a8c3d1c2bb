import type { RetrySchedule } from '@bonisa/domain/retry-schedule';
import type { Logger } from 'pino';
import type { ChargeRepository } from '../billing/charges/charge.repository.ts';
import type { ChargeOutcomes } from '../billing/charges/charge-outcome.service.ts';
import type { RefundRepository } from '../billing/refunds/refund.repository.ts';
import type { Carrier } from '../carriers/carrier.port.ts';
import type { Clock } from '../platform/clock.ts';
import type { OpenDatabase } from '../platform/database.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { ScheduledJob } from '../platform/scheduler.ts';
import type { SubscriptionRepository } from '../subscription/subscription.repository.ts';
import { createCarrierCheck } from './carrier-check.service.ts';
import { createFoundPayments } from './found-payments.service.ts';
import { createFoundRefunds } from './found-refunds.service.ts';
import { createJobHold } from './hold.service.ts';
import { createRecoveryRepository, type Hold } from './recovery.repository.ts';

export interface RecoveryDependencies {
  readonly open: OpenDatabase;
  readonly subscriptions: SubscriptionRepository;
  readonly charges: ChargeRepository;
  readonly refunds: RefundRepository;
  readonly outcomes: Pick<ChargeOutcomes, 'recordAll'>;
  readonly carrier: Pick<Carrier, 'listCharges' | 'listRefunds'>;
  readonly retrySchedule: RetrySchedule;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly wake: () => void;
}

export type Recovery = ReturnType<typeof createRecovery>;

/** What is done so that a restored database does not take airtime twice. */
export function createRecovery(dependencies: RecoveryDependencies) {
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
  const repository = createRecoveryRepository(open);
  const check = createCarrierCheck({
    repository,
    subscriptions,
    charges,
    payments: createFoundPayments({
      subscriptions,
      charges,
      outcomes,
      retrySchedule,
      clock,
    }),
    refunds: createFoundRefunds({ charges, refunds, carrier, clock }),
    carrier,
    clock,
    onHeld: ({ missing, why }) => logger.error({ missing, why }, HELD[why]),
    onNoList: () =>
      logger.warn(
        'the carrier has no list of payments for us; nothing was ever charged here, so jobs run',
      ),
    onUnread: (problem) =>
      logger.warn(
        { problem },
        "the carrier's list cannot be read: jobs wait for it, since a restored database could take airtime twice",
      ),
    wake,
  });
  const hold = createJobHold({
    repository,
    check,
    clock,
    onReleased: ({ why, note }) => logger.warn({ why, note }, 'jobs were released by an operator'),
    onError: (error) => logger.error({ err: error }, "the carrier's list could not be compared"),
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

/** Writes down for the operator whether jobs are held, and why. */
export async function measureHold(
  hold: Recovery['hold'],
  metrics: Pick<Metrics, 'jobsHeld'>,
): Promise<void> {
  const { why } = await hold.view();
  for (const one of ['missing_here', 'empty_database', 'list_unread'] as const)
    metrics.jobsHeld.set({ why: one }, one === why ? 1 : 0);
}
