import type { ScheduledJob } from './scheduler.ts';

/**
 * Gates that hold scheduled jobs back while this database may be older than a carrier's list.
 * Recovery decides when; the capabilities before it put their jobs behind the gates.
 */
export interface JobGates {
  /** A job that serves the numbers of all carriers. */
  readonly unlessFrozen: (job: ScheduledJob) => ScheduledJob;
  /** The gates of one carrier. */
  readonly at: (carrierId: string) => {
    /** A job that moves money. */
    readonly requireBillingEnabled: (job: ScheduledJob) => ScheduledJob;
    /** A job that needs what the carrier's list says, but not an operator's decision. */
    readonly afterCarrierSync: (job: ScheduledJob) => ScheduledJob;
  };
}
