import type { Logger } from 'pino';

/** Above this difference the log has a warning. */
export const WARNING_SECONDS = 5;
/** Above this difference leases, codes and tokens of different machines do not fit together. */
export const REFUSED_SECONDS = 60;

export type OtherClock = 'database' | 'carrier';

export interface ClockCheck {
  /** Logs a difference once until it changes; returns the seconds that our clock is ahead. */
  measured(other: OtherClock, offsetMs: number): number;
}

/** Compares the system's clock with others and logs each difference once. */
export function createClockCheck(
  logger: Pick<Logger, 'warn' | 'error' | 'info'>,
  onMeasured: (other: OtherClock, seconds: number) => void,
): ClockCheck {
  const logged = new Map<OtherClock, string>();
  return {
    measured: (other, offsetMs) => {
      const seconds = Math.round(offsetMs / 100) / 10;
      onMeasured(other, seconds);
      const judged = judge(seconds);
      if (logged.get(other) === judged || (!logged.has(other) && judged === 'right'))
        return seconds;
      logged.set(other, judged);
      if (judged === 'right') logger.info({ against: other, seconds }, 'the clock is right again');
      else
        logger[judged === 'far' ? 'error' : 'warn'](
          { against: other, seconds },
          wordsFor(other, seconds),
        );
      return seconds;
    },
  };
}

function judge(seconds: number): 'right' | 'off' | 'far' {
  if (Math.abs(seconds) > REFUSED_SECONDS) return 'far';
  return Math.abs(seconds) > WARNING_SECONDS ? 'off' : 'right';
}

/** `this machine's clock is 75 seconds ahead of the database's`. */
export function wordsFor(other: OtherClock, seconds: number): string {
  return `this machine's clock is ${Math.abs(Math.round(seconds))} seconds ${seconds > 0 ? 'ahead of' : 'behind'} the ${other}'s: set both by NTP`;
}

/**
 * How far our clock is ahead of another clock that was read between two of our instants, in
 * milliseconds.
 */
export function offsetOf({
  before,
  after,
  other,
}: {
  before: number;
  after: number;
  other: number;
}): number {
  return (before + after) / 2 - other;
}
