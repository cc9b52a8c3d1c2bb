import type { JobGates } from '../jobs/job-gates.ts';
import type { ScheduledJob } from '../jobs/scheduler.ts';
import type { ClockAgreement } from './clock-agreement.ts';

/** So long a person waits at most until a carrier was heard, after a start. */
const PATIENCE_MS = 3000;

/**
 * Adds to the gates of scheduled jobs: no money is moved at a carrier whose own clock differs from
 * the product's. A charge that is early by our mistake would be early by the carrier's clock. And
 * nothing is ended or deleted by a time that every carrier contradicts.
 */
export function gatesByClock(
  gates: Omit<JobGates, 'byTime'>,
  { holdsCarrier, holdsByTime }: Pick<ClockAgreement, 'holdsCarrier' | 'holdsByTime'>,
): JobGates {
  return {
    ...gates,
    byTime: (job) => whileNot(holdsByTime, job),
    at: (carrierId) => ({
      ...gates.at(carrierId),
      whileOpen: (job) =>
        whileNot(() => holdsCarrier(carrierId), gates.at(carrierId).whileOpen(job)),
    }),
  };
}

/** Whether money may be moved now for a person who waits: the same, and what `others` say. */
export function moneyByClock(
  { holdsCarrier, carrierRead }: Pick<ClockAgreement, 'holdsCarrier' | 'carrierRead'>,
  others: (carrierId: string) => Promise<boolean>,
): (carrierId: string) => Promise<boolean> {
  return async (carrierId) => {
    const { promise: patience, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, PATIENCE_MS);
    await Promise.race([carrierRead(carrierId), patience]);
    clearTimeout(timer);
    return !holdsCarrier(carrierId) && (await others(carrierId));
  };
}

/** A job that does not begin while `isHeld`. */
export function whileNot(isHeld: () => boolean, job: ScheduledJob): ScheduledJob {
  return { ...job, nextDue: async () => (isHeld() ? null : await job.nextDue()) };
}
