import type { Clock } from '../platform/clock.ts';
import type { FraudRepository } from './fraud.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Long enough to find out where an attack came from; after that the network address is cleared. */
const ADDRESS_KEPT_MS = 90 * DAY_MS;
/** A consent holds a copy of the verdict that allowed it for as long as it is kept itself. */
const VERDICT_KEPT_MS = 365 * DAY_MS;
/** However many are made within that year. */
const VERDICTS_IN_ALL = 1_000_000;

/** Lets go of verdicts on presses, and of the network addresses in them (POPIA 14). */
export function createFraudRetention({
  repository,
  clock,
}: {
  repository: Pick<FraudRepository, 'clearAddresses' | 'purge'>;
  clock: Clock;
}) {
  return {
    purge: async (): Promise<void> => {
      const now = clock.now().getTime();
      await repository.purge(new Date(now - VERDICT_KEPT_MS), VERDICTS_IN_ALL);
      await repository.clearAddresses(new Date(now - ADDRESS_KEPT_MS));
    },
  };
}
