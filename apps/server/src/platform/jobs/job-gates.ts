import type { ScheduledJob } from './scheduler.ts';

/**
 * Gates that hold scheduled jobs back while this database may be older than a carrier's list, or
 * while a carrier's clock contradicts ours. Recovery and the clock decide when; the capabilities
 * below them put their jobs behind the gates.
 */
export interface JobGates {
  /** A job that serves the numbers of all carriers. */
  readonly whileNoneHeld: (job: ScheduledJob) => ScheduledJob;
  /** A job that ends or deletes something for good because of the time alone. */
  readonly byTime: (job: ScheduledJob) => ScheduledJob;
  /** The gates of one carrier. */
  readonly at: (carrierId: string) => {
    /** A job that moves money. */
    readonly whileOpen: (job: ScheduledJob) => ScheduledJob;
    /** A job that needs what the carrier's list says, but not an operator's decision. */
    readonly onceWritten: (job: ScheduledJob) => ScheduledJob;
  };
}
