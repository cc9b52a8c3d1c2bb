/** The source of time. Code that needs the time receives a clock, so that tests can move it. */
export interface Clock {
  now(): Date;
}

/** A clock that runs ahead of another one by an offset. The offset can only grow. */
export interface MovableClock extends Clock {
  /** The other clock, which nobody moves. */
  readonly base?: Clock;
  /** Milliseconds ahead of the other clock. */
  readonly offset: number;
  /**
   * Sets the clock to an instant, from which it runs on. Throws a RangeError for an earlier
   * instant: time never goes back.
   */
  moveTo(instant: Date): void;
}

export const systemClock: Clock = { now: () => new Date() };

/** A {@link MovableClock} that starts with `offset` milliseconds ahead of another clock. */
export function createMovableClock(offset = 0, base: Clock = systemClock): MovableClock {
  let ahead = offset;
  const below = (): number => base.now().getTime();
  return {
    base,
    get offset() {
      return ahead;
    },
    now: () => new Date(below() + ahead),
    moveTo(instant) {
      const next = instant.getTime() - below();
      if (next < ahead - 1000) throw new RangeError('the clock cannot be moved back');
      ahead = Math.max(next, ahead);
    },
  };
}

/** The clock below one that a test moves, else the clock itself: what devices elsewhere go by. */
export function unmovedClock(clock: Clock | MovableClock): Clock {
  return 'base' in clock && clock.base ? clock.base : clock;
}
