import type { Logger } from 'pino';

/** Clocks that differ by more do not agree. NTP keeps machines within milliseconds. */
export const MOST_SECONDS = 5;

export type OtherClock = 'database' | 'carrier';

/** This machine's clock beside another one, as of the last measurement. */
export interface ClockCheck {
  /** @param offsetMs milliseconds by which our clock is ahead ({@link offsetOf}). */
  measured(offsetMs: number): void;
  /** Seconds by which our clock is ahead. */
  offset(): number;
  agrees(): boolean;
}

/** Compares this machine's clock with another one; logs once when they begin or end to differ. */
export function createClockCheck(
  logger: Pick<Logger, 'warn' | 'error' | 'info'>,
  against: OtherClock,
): ClockCheck {
  let seconds = 0;
  const agrees = (): boolean => Math.abs(seconds) <= MOST_SECONDS;
  return {
    offset: () => seconds,
    agrees,
    measured: (offsetMs) => {
      const agreed = agrees();
      seconds = Math.round(offsetMs / 100) / 10;
      if (agrees() === agreed) return;
      if (agrees()) logger.info({ against, seconds }, 'the clock is right again');
      else if (against === 'carrier') logger.warn({ against, seconds }, wordsFor(against, seconds));
      else logger.error({ against, seconds }, wordsFor(against, seconds) + HELD);
    },
  };
}

const HELD = '; until they agree this process is not ready and runs no jobs';

/** `this machine's clock is 75 seconds ahead of the database's: set both by NTP`. */
export function wordsFor(other: OtherClock, seconds: number): string {
  return `this machine's clock is ${Math.abs(Math.round(seconds))} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the ${other}'s: set both by NTP`;
}

/**
 * How far our clock is ahead of another one that was read between two of our instants, at the
 * least, in milliseconds: 0 where the other one lies between them.
 */
export function offsetOf({
  before,
  after,
  other,
}: {
  readonly before: number;
  readonly after: number;
  readonly other: number;
}): number {
  if (other < before) return before - other;
  return other > after ? after - other : 0;
}
