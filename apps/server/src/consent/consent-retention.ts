import type { Clock } from '../platform/clock.ts';
import type { ScheduledJob } from '../platform/scheduler.ts';
import type { EvidenceRepository } from './evidence.repository.ts';

/** WASPA 15: for three years after the end. */
export const EVIDENCE_KEPT_YEARS = 3;

/**
 * Deletes evidence whose three years are over: consents three years after their subscription's end,
 * what was said and asked about it with them, and what belongs to no subscription three years after
 * it was written.
 */
export function createEvidenceRetention({
  repository,
  clock,
}: {
  repository: EvidenceRepository;
  clock: Clock;
}): ScheduledJob {
  return {
    name: 'evidence-retention',
    nextDue: async () => {
      const { retainUntil, alone } = await repository.oldest();
      const over = alone && yearsFrom(alone, EVIDENCE_KEPT_YEARS);
      return retainUntil && over
        ? new Date(Math.min(retainUntil.getTime(), over.getTime()))
        : (retainUntil ?? over);
    },
    run: async () => {
      const now = clock.now();
      const gone = await repository.purgeConsents(now);
      return gone + (await repository.purgeAlone(yearsFrom(now, -EVIDENCE_KEPT_YEARS)));
    },
  };
}

/** The same day and time so many years later. */
export function yearsFrom(instant: Date, years: number): Date {
  const moved = new Date(instant);
  moved.setUTCFullYear(moved.getUTCFullYear() + years);
  return moved;
}
