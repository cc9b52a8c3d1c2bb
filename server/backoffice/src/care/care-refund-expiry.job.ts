import type { Clock } from '@bonisa/kit/clock/clock';
import type { ScheduledJob } from '@bonisa/kit/jobs/scheduler';
import type { CareRefundRepository } from './care-refund.repository.ts';
import type { DisputeRefunds } from './dispute-refund.ts';

/** Requests of one run, each in a transaction. */
const BATCH = 100;

export interface CareRefundExpiryDependencies {
  readonly careRefunds: CareRefundRepository;
  readonly disputeRefunds: Pick<DisputeRefunds, 'openAgain'>;
  readonly clock: Clock;
}

/**
 * Ends requests for a refund that no second person decided in time, and opens their disputes again:
 * an upheld dispute whose money never went back would be on nobody's list.
 */
export function createCareRefundExpiry({
  careRefunds,
  disputeRefunds,
  clock,
}: CareRefundExpiryDependencies): ScheduledJob {
  const expireNext = (): Promise<boolean> =>
    careRefunds.db.transaction(async (tx) => {
      const within = careRefunds.within(tx);
      const row = await within.claimExpired(clock.now());
      if (!row) return false;
      await within.write(row.id, { state: 'expired' });
      await disputeRefunds.openAgain(tx, row);
      return true;
    });
  return {
    name: 'care-refund-expiry',
    nextDue: () => careRefunds.firstExpiry(),
    run: async () => {
      let ended = 0;
      while (ended < BATCH && (await expireNext())) ended += 1;
      return ended;
    },
  };
}
