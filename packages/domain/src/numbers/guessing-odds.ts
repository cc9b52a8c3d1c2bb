import { type CountLimit, OTP_GUESS_LIMITS, OTP_SEND_LIMITS } from './otp-limits.ts';

/** The number of possible codes: four digits (row V2). */
export const CODES = 10_000;
const YEAR_MS = 365 * 24 * 60 * 60_000;

export interface Attacker {
  /**
   * How many networks (IPv4 addresses, IPv6 /64s) the attacker controls. Visits cost nothing, so
   * the model does not limit them.
   */
  readonly networks: number;
  /** Whether the attacker targets one number or any number. */
  readonly against: 'one_number' | 'anybody';
}

export interface Odds {
  /** The most wrong codes that the limits allow in a year. */
  readonly triesAYear: number;
  /** The mean number of right guesses in a year. */
  readonly guessedAYear: number;
  /** The probability of at least one right guess in a year. */
  readonly chanceAYear: number;
}

/**
 * The odds of an attacker who uses every limit in full all year and never receives a right code.
 * Each limit is computed as if it were the only one; the smallest result counts.
 */
export function guessingOdds({ networks, against }: Attacker): Odds {
  const byNetworks = networks * mostInAYear(OTP_GUESS_LIMITS.networkBeyondRight);
  const triesAYear =
    against === 'anybody' ? byNetworks : Math.min(byNetworks, triesAtOneNumber(networks));
  const guessedAYear = triesAYear / CODES;
  return { triesAYear, guessedAYear, chanceAYear: 1 - Math.exp(-guessedAYear) };
}

/**
 * The tries that strangers have at one number in a year. In each window, codes carry full tries
 * until the number has reached its limit of wrong codes; codes sent at once count with full tries
 * as well. Every later code has one try.
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

/** The most that all of these limits together allow in a year. */
function mostInAYear(limits: readonly CountLimit[]): number {
  return Math.min(...limits.map(({ max, windowMs }) => (max * YEAR_MS) / windowMs));
}
