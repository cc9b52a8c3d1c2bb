import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { createRepeatedJob } from './repeated-job.ts';
import type { ScheduledJob } from './scheduler.ts';

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

/** Runs all purges, also after one that fails; throws an AggregateError of all failures. */
export async function purgeAll(purges: readonly Purge[]): Promise<void> {
  const failures: unknown[] = [];
  for (const purge of purges) await purge().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'some tables could not be purged');
}
