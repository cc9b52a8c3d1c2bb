import { type CountLimit, OTP_GUESS_LIMITS, OTP_SEND_LIMITS } from './otp-limits.ts';

/** Codes have four digits (row V2). */
export const CODES = 10_000;
const YEAR_MS = 365 * 24 * 60 * 60_000;

export interface Attacker {
  /**
   * How many networks (IPv4 addresses, IPv6 /64s) they have. Visits cost nothing, so they do not
   * count.
   */
  readonly networks: number;
  /** Against one number, or against whichever number gives in. */
  readonly against: 'one_number' | 'anybody';
}

export interface Odds {
  /** Wrong codes that the limits let through in a year, at most. */
  readonly triesAYear: number;
  /** Codes that are guessed right in a year, on average. */
  readonly guessedAYear: number;
  /** The chance that at least one is. */
  readonly chanceAYear: number;
}

/**
 * How often a year an attacker guesses a code right who uses every limit up to its end all year
 * long, and never has a right code of their own. Every bound is taken as if it alone held, and the
 * smallest counts.
 */
export function guessingOdds({ networks, against }: Attacker): Odds {
  const byNetworks = networks * mostInAYear(OTP_GUESS_LIMITS.networkBeyondRight);
  const triesAYear =
    against === 'anybody' ? byNetworks : Math.min(byNetworks, triesAtOneNumber(networks));
  const guessedAYear = triesAYear / CODES;
  return { triesAYear, guessedAYear, chanceAYear: 1 - Math.exp(-guessedAYear) };
}

/**
 * Codes that strangers can have sent to one number, and the tries that these have. In each window
 * all tries until the number has had its wrong ones go with full tries, those of codes that were
 * asked for at once included; every later code has one.
 */
function triesAtOneNumber(networks: number): number {
  const sendsAYear = Math.min(
    mostInAYear(OTP_SEND_LIMITS.number),
    networks * mostInAYear(OTP_SEND_LIMITS.networkAndNumber),
  );
  const { triesOfCode, numberBeforeOneTry } = OTP_GUESS_LIMITS;
  const windows = YEAR_MS / numberBeforeOneTry.windowMs;
  const sendsAWindow = sendsAYear / windows;
  const atOnce = OTP_SEND_LIMITS.number[0].max;
  const withFullTries = Math.min(
    sendsAWindow,
    Math.ceil(numberBeforeOneTry.max / triesOfCode) - 1 + atOnce,
  );
  return windows * (withFullTries * triesOfCode + (sendsAWindow - withFullTries));
}

/** The most that all of these limits together let through in a year. */
function mostInAYear(limits: readonly CountLimit[]): number {
  return Math.min(...limits.map(({ max, windowMs }) => (max * YEAR_MS) / windowMs));
}
