/**
 * The circuit breaker of a carrier, pure: from the known state and the results of a few calls to
 * the next state. Fewer failures than {@link FAILURES_TO_OPEN}: closed, all calls are made. From
 * there on: open; each failure above it is a pause that did not help, so the next one is longer.
 */

/** What is known of the carrier. */
export interface Circuit {
  /** Calls in a row that failed, or the threshold and the pauses that did not help. */
  readonly failures: number;
  /** Whether a pause runs. */
  readonly paused: boolean;
}

/** What the calls of one permit came to. */
export interface Seen {
  /** Calls that the carrier answered, whatever it said. */
  readonly answered: number;
  /**
   * Calls that failed after the last answered one; where the order is not known, all that failed if
   * none was answered.
   */
  readonly failedSince: number;
  /** The carrier said 'too many requests', and perhaps for how long it wants to be left alone. */
  readonly tooMany?: { readonly retryAfterSeconds?: number };
}

/** `pauseMs`: from now on so long, 0 ends a pause, `null` leaves it as it is. */
export interface Change {
  readonly failures: number;
  readonly pauseMs: number | null;
}

/** So many failures in a row open the circuit. */
export const FAILURES_TO_OPEN = 10;
const FIRST_PAUSE_MS = 5_000;
/** A carrier that counts a second's calls is right again in a second. */
const FIRST_PAUSE_AFTER_TOO_MANY_MS = 1_000;
const LONGEST_PAUSE_MS = 120_000;

/**
 * Judges what a permit's calls came to. While another's pause runs, calls that began before it say
 * nothing new, except that a carrier may ask for more time. The probe speaks for itself: it was let
 * through a pause of its own.
 */
export function afterCalls(
  before: Circuit,
  seen: Seen,
  probe: boolean,
  random: () => number,
): Change {
  const { failedSince, tooMany } = seen;
  const retryAfterSeconds = tooMany?.retryAfterSeconds;
  const askedMs = retryAfterSeconds === undefined ? null : retryAfterSeconds * 1000;
  if (before.paused && !probe) return { failures: before.failures, pauseMs: askedMs };
  const failures = tooMany
    ? Math.max(before.failures + 1, FAILURES_TO_OPEN)
    : failuresAfter(before.failures, seen);
  // A probe that was answered closes the circuit; one that was never made leaves the next to
  // another at once.
  if (!tooMany && (failedSince === 0 || failures < FAILURES_TO_OPEN))
    return { failures, pauseMs: probe ? 0 : null };
  const firstMs = tooMany ? FIRST_PAUSE_AFTER_TOO_MANY_MS : FIRST_PAUSE_MS;
  return { failures, pauseMs: askedMs ?? pauseOf(firstMs, failures - FAILURES_TO_OPEN, random) };
}

function failuresAfter(before: number, { answered, failedSince }: Seen): number {
  if (answered > 0) return Math.min(failedSince, FAILURES_TO_OPEN);
  if (failedSince === 0) return before;
  return before >= FAILURES_TO_OPEN ? before + 1 : Math.min(before + failedSince, FAILURES_TO_OPEN);
}

/**
 * Twice as long each time, a fifth more or less: many processes shall not come back at one instant.
 */
function pauseOf(firstMs: number, level: number, random: () => number): number {
  const ms = firstMs * 2 ** Math.min(level, 20) * (0.8 + 0.4 * random());
  return Math.round(Math.min(ms, LONGEST_PAUSE_MS));
}
