import type { Logger } from 'pino';
import type { Clock } from '../clock/clock.ts';
import type { ClockAgreement } from '../clock/clock-agreement.ts';
import type { Database } from '../database/database.ts';
import { createRepeatedJob } from './repeated-job.ts';
import { createScheduler, type ScheduledJob, type Scheduler } from './scheduler.ts';
import { createWakeSignal } from './wake-signal.ts';

/** Deletes the rows of a capability that are too old or too many. */
export type Purge = () => Promise<unknown>;

/** Every hour, because strangers can make some tables grow within a day. */
const EVERY_SECONDS = 60 * 60;

export interface HousekeepingDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly purges: readonly Purge[];
}

/**
 * The job that keeps tables within bounds (docs/compliance.md has the periods). Evidence has a job
 * of its own.
 */
export function createHousekeeping({ db, clock, purges }: HousekeepingDependencies): ScheduledJob {
  return createRepeatedJob({
    db,
    clock,
    name: 'housekeeping',
    everySeconds: EVERY_SECONDS,
    work: () => purgeAll(purges),
  });
}

/**
 * Builds the scheduler of repeated jobs: housekeeping and `jobs`. They have one of their own: after
 * a move of the test clock each of them runs once, and not once for each interval on the way.
 */
export function createMaintenance({
  logger,
  jobs,
  agreement,
  ...housekeeping
}: HousekeepingDependencies & {
  readonly logger: Logger;
  readonly agreement: ClockAgreement;
  readonly jobs: readonly ScheduledJob[];
}): Scheduler {
  return createScheduler({
    clock: housekeeping.clock,
    logger,
    agreement,
    wakeSignal: createWakeSignal(),
    jobs: [createHousekeeping(housekeeping), ...jobs],
  });
}

/** Runs all purges, also after one that fails; throws an AggregateError of all failures. */
export async function purgeAll(purges: readonly Purge[]): Promise<void> {
  const failures: unknown[] = [];
  for (const purge of purges) await purge().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some tables could not be purged');
}
