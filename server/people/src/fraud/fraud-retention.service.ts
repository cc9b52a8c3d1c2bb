import type { Clock } from '@bonisa/kit/clock/clock';
import type { FraudRepository } from './fraud.repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/**
 * Network addresses are cleared after this time; it is long enough to trace the source of an
 * attack.
 */
const ADDRESS_RETENTION_MS = 90 * DAY_MS;
/** Verdicts are deleted after this time. A consent record keeps its own copy of its verdict. */
const VERDICT_RETENTION_MS = 365 * DAY_MS;

/** Deletes old verdicts and clears the network addresses in them (POPIA 14). */
export function createFraudRetention({
  repository,
  maxRows,
  clock,
}: {
  repository: Pick<FraudRepository, 'clearAddresses' | 'purge'>;
  /** The most stored verdicts, whatever their age. */
  maxRows: number;
  clock: Clock;
}) {
  return {
    purge: async (): Promise<void> => {
      const now = clock.now().getTime();
      await repository.purge(new Date(now - VERDICT_RETENTION_MS), maxRows);
      await repository.clearAddresses(new Date(now - ADDRESS_RETENTION_MS));
    },
  };
}
