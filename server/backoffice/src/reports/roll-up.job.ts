import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { createDueTime } from '@bonisa/kit/jobs/due-time';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { ReportRun } from './report-run.repository.ts';
import type { RollUpRepository } from './roll-up.repository.ts';

const NAME = 'roll-ups of reports';
/** At least so long between two runs. */
const LEAST_PAUSE_MS = 15_000;
/** Counting a day of millions of charges takes long: it may use this part of the time. */
const PAUSE_FACTOR = 20;
/** Days in one run: a rebuild of years does not keep today waiting. */
const MOST_DAYS = 200;

export interface RollUpDependencies {
  readonly db: Database;
  readonly repository: Pick<RollUpRepository, 'changed' | 'countDay'>;
  readonly reportRun: Pick<ReportRun, 'setCountedUntil'>;
  readonly clock: Clock;
  /** Milliseconds of a steady clock, for the length of a run. */
  readonly elapsed: () => number;
}

/**
 * The job that keeps the roll-ups: it counts every day again whose facts have changed. It runs in
 * one process of all that share the database; a day is one transaction, so that process may die
 * anywhere. The longer a run takes, the longer it rests.
 */
export function createRollUpJob({
  db,
  repository,
  reportRun,
  clock,
  elapsed,
}: RollUpDependencies): ScheduledJob {
  const due = createDueTime(db, { name: NAME, clock });
  return {
    name: NAME,
    nextDue: async () => (await due.read()) ?? clock.now(),
    run: async () => {
      const now = clock.now();
      const failures: unknown[] = [];
      const held = await due.hold(async () => {
        const began = elapsed();
        const days = await repository.changed(MOST_DAYS);
        for (const day of days)
          await repository.countDay(day).catch((error: unknown) => failures.push(error));
        // Facts from before the run are counted; where more days wait, the next run goes on at
        // once.
        const isAll = days.length < MOST_DAYS;
        if (isAll && failures.length === 0) await reportRun.setCountedUntil(now);
        const goesOn = !isAll && failures.length === 0;
        const rest = goesOn ? 0 : Math.max(LEAST_PAUSE_MS, (elapsed() - began) * PAUSE_FACTOR);
        return new Date(clock.now().getTime() + rest);
      });
      if (failures.length > 0) throw new AggregateError(failures, 'some days were not counted');
      return held ? 1 : 0;
    },
  };
}
