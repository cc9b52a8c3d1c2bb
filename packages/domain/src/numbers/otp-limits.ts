/** At most `max` in any `windowMs`. */
export interface CountLimit {
  readonly max: number;
  readonly windowMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest window below. Counted rows are retained at least this long. */
export const COUNTED_FOR_MS = 30 * DAY;

/**
 * How many codes are sent. A new visit costs an attacker nothing (drop the cookie), so the limits
 * by number and by network protect; the limits by visit only stop an honest person from repeating a
 * request in vain. A network is an IPv4 address or an IPv6 /64.
 */
export const OTP_SEND_LIMITS = {
  /** A person needs one or two. Also applies to the owner. */
  visit: [{ max: 3, windowMs: 10 * MINUTE }],
  /**
   * Tighter than `number`, so that one stranger cannot use up a number's whole allowance. A
   * household behind one address has this allowance for each of its numbers.
   */
  networkAndNumber: [
    { max: 3, windowMs: 10 * MINUTE },
    { max: 5, windowMs: DAY },
    { max: 10, windowMs: 30 * DAY },
  ],
  /**
   * The limit of sends to one handset for all strangers together. The 30-day limit keeps the odds
   * of a botnet against one number low.
   */
  number: [
    { max: 6, windowMs: 10 * MINUTE },
    { max: 10, windowMs: DAY },
    { max: 30, windowMs: 30 * DAY },
  ],
  /**
   * Generous, because carriers and offices put many people behind one address (CGNAT). People on
   * the billing carrier's own network need no code and are not counted: header enrichment proves
   * their number.
   */
  network: [
    { max: 60, windowMs: 10 * MINUTE },
    { max: 1000, windowMs: DAY },
  ],
  /**
   * For a signed-in device of the number and for a visit that the carrier's network vouches for.
   * Strangers cannot use up these limits.
   */
  owner: [
    { max: 3, windowMs: 10 * MINUTE },
    { max: 10, windowMs: DAY },
  ],
} as const satisfies Record<string, readonly CountLimit[]>;

/**
 * How many wrong codes are accepted. The owner's tries (see `OTP_SEND_LIMITS.owner`) are limited
 * only per code.
 */
export const OTP_GUESS_LIMITS = {
  /** Tries of one code, the right one included. */
  triesOfCode: 5,
  /** Wrong codes in one visit for any numbers: two codes' worth. */
  visit: { max: 10, windowMs: DAY },
  /**
   * Wrong codes from one network beyond its right codes of thirty days. Many honest people behind
   * one address enter mostly right codes and never reach this limit; an attacker enters nearly
   * none.
   */
  networkBeyondRight: [
    { max: 10, windowMs: DAY },
    { max: 20, windowMs: 30 * DAY },
  ],
  /**
   * After this many wrong codes for a number in thirty days, each further code for it has one try.
   * This does not lock the owner out: the right code still counts at the first try, and codes sent
   * earlier keep their tries.
   */
  numberBeforeOneTry: { max: 20, windowMs: 30 * DAY },
} as const;

/**
 * How often a status check may be made for a number without proof; its answer reveals trial and
 * ACTIVE (interfaces 'Subscribing').
 */
export const STATUS_CHECK_LIMITS = {
  /** By everybody except the owner. */
  number: { max: 60, windowMs: 10 * MINUTE },
  /** So that one stranger cannot use up a number's status checks. */
  networkAndNumber: { max: 20, windowMs: 10 * MINUTE },
  /** A person types a number or two and returns to it a few times. */
  visit: { max: 60, windowMs: 10 * MINUTE },
  /**
   * So that one client cannot enumerate numbers; generous for the same reason as
   * `OTP_SEND_LIMITS.network`.
   */
  network: { max: 240, windowMs: 10 * MINUTE },
} as const satisfies Record<string, CountLimit>;

/**
 * Codes that are asked for and presses of Accept in pages without a script, together: a sign-up
 * needs two. No script watches the press there, so no crowd may come this way.
 */
export const PLAIN_SIGN_UP_LIMITS = {
  /** Few phones without scripts share an address, except behind a browser's own proxies. */
  network: { max: 10, windowMs: MINUTE },
  number: { max: 8, windowMs: 10 * MINUTE },
  /** By everybody. */
  service: { max: 60, windowMs: MINUTE },
} as const satisfies Record<string, CountLimit>;
