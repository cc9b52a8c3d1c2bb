import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import { createDueTime } from '@bonisa/kit/jobs/due-time';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { ReportRun } from './report-run.repository.ts';
import type { PlayRollUpRepository } from './roll-up-plays.repository.ts';

const NAME = 'roll-ups of plays';
/** Plays in one transaction. */
const BATCH = 2000;
/** Batches in one run: bounded work, even after the job was away for days. */
const MOST_BATCHES = 25;
/** Between two runs; no pause where plays still wait. */
const PAUSE_MS = 15_000;

export interface PlayRollUpDependencies {
  readonly db: Database;
  readonly repository: Pick<PlayRollUpRepository, 'countBatch'>;
  readonly reportRun: Pick<ReportRun, 'setCountedUntil'>;
  readonly clock: Clock;
}

/**
 * The job that counts reported plays. It runs in one process of all that share the database; a
 * batch is one transaction, so that process may die anywhere.
 */
export function createPlayRollUpJob({
  db,
  repository,
  reportRun,
  clock,
}: PlayRollUpDependencies): ScheduledJob {
  const due = createDueTime(db, { name: NAME, clock });
  return {
    name: NAME,
    nextDue: async () => (await due.read()) ?? clock.now(),
    run: async () => {
      const now = clock.now();
      const held = await due.hold(async () => {
        let isAll = false;
        for (let batch = 0; batch < MOST_BATCHES && !isAll; batch++)
          isAll = (await repository.countBatch(BATCH)) < BATCH;
        if (isAll) await reportRun.setCountedUntil(now);
        return new Date(clock.now().getTime() + (isAll ? PAUSE_MS : 0));
      });
      return held ? 1 : 0;
    },
  };
}
