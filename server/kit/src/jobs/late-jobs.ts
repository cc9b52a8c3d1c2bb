import type { Clock } from '../clock/clock.ts';
import type { ScheduledJob } from './scheduler.ts';

/** A job whose work was due long ago. */
export interface LateJob {
  readonly name: string;
  /** When its oldest work was due. */
  readonly dueAt: Date;
}

/** Work is done within seconds of its time; a backlog of one batch takes less than this. */
const LATE_MS = 5 * 60_000;

/**
 * The jobs whose oldest work has waited for more than five minutes, the longest first. It reads due
 * times from the tables, so every process answers the same, also one that runs no jobs. A job that
 * is held has no due time, and one that is due at once since the beginning of time (the first
 * reading of a carrier's list) has waited for nobody knows how long: the state of the carrier says
 * why.
 */
export async function lateJobs(
  jobs: readonly Pick<ScheduledJob, 'name' | 'nextDue'>[],
  clock: Clock,
): Promise<LateJob[]> {
  const limit = clock.now().getTime() - LATE_MS;
  const dues = await Promise.all(jobs.map((job) => job.nextDue()));
  return jobs
    .flatMap(({ name }, at) => {
      const dueAt = dues[at];
      return dueAt && dueAt.getTime() > 0 && dueAt.getTime() < limit ? [{ name, dueAt }] : [];
    })
    .toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
}
