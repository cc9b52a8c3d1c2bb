import type { MovableClock } from '@bonisa/kit/clock/clock';

/**
 * A clock that is moved by hand: everything between two moves happens at one instant.
 */
export interface VirtualClock extends MovableClock {
  /** Milliseconds since 1970. */
  at(): number;
}

export function createVirtualClock(start: Date): VirtualClock {
  let at = start.getTime();
  return {
    offset: 0,
    now: () => new Date(at),
    at: () => at,
    moveTo(instant) {
      if (instant.getTime() < at) throw new RangeError('the clock cannot be moved back');
      at = instant.getTime();
    },
  };
}
