import { CamaraError } from '../camara/errors.ts';
import type { Faults } from '../sim/fault-desk.ts';
import type { FaultOperation } from '../sim/fault-operations.ts';
import type { Clock } from '../store/clock.ts';

const WINDOW_MS = 1_000;
const RETRY_AFTER_SECONDS = 1;

/** The operations that move money. */
const MOVES_MONEY: readonly FaultOperation[] = ['charge', 'confirm-charge', 'refund'];

/**
 * Limits a carrier's operations: accepts `perSecond` calls that move money in any second and
 * answers the others with 429 and `Retry-After`. A refused call uses up no fault.
 */
export function atPace(
  faults: Faults,
  { perSecond, clock }: { perSecond: number | null; clock: Pick<Clock, 'now'> },
): Faults {
  if (perSecond === null) return faults;
  let taken: number[] = [];

  function take(): void {
    const now = clock.now().getTime();
    // Times in the future remain after the clock was set back; they do not count.
    taken = taken.filter((time) => time <= now && now - time < WINDOW_MS);
    if (taken.length >= Number(perSecond))
      throw new CamaraError('TOO_MANY_REQUESTS', undefined, {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    taken.push(now);
  }

  return {
    async apply(operation, reply, act, refuse) {
      if (MOVES_MONEY.includes(operation)) take();
      return faults.apply(operation, reply, act, refuse);
    },
  };
}
