import type { JobGates } from '../jobs/job-gates.ts';
import type { ClockAgreement } from './clock-agreement.ts';

/**
 * Adds to the gates of scheduled jobs: no money is moved at a carrier whose own clock differs from
 * the product's. A charge that is early by our mistake would be early by the carrier's clock.
 */
export function moneyByClock(
  gates: JobGates,
  { holdsCarrier }: Pick<ClockAgreement, 'holdsCarrier'>,
): JobGates {
  return {
    ...gates,
    at: (carrierId) => ({
      ...gates.at(carrierId),
      whileOpen: (job) => {
        const open = gates.at(carrierId).whileOpen(job);
        return {
          ...open,
          nextDue: async () => (holdsCarrier(carrierId) ? null : await open.nextDue()),
        };
      },
    }),
  };
}
