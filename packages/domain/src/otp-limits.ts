/** At most `max` in any `windowMs`. */
export interface CountLimit {
  readonly max: number;
  readonly windowMs: number;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest window below: rows that are counted are kept at least this long. */
export const COUNTED_FOR_MS = 30 * DAY;

/**
 * How many codes are sent. A visit costs an attacker nothing (drop the cookie), so the limits of
 * numbers and networks carry; those of visits keep an honest person from asking in vain. A network
 * is an IPv4 address or an IPv6 /64.
 */
export const OTP_SEND_LIMITS = {
  /** A person needs one or two. Also holds for the owner. */
  visit: [{ max: 3, windowMs: 10 * MINUTE }],
  /**
   * One stranger must not use up what a number gets in all, so these are tighter than `number`. A
   * household behind one address shares them for each of its numbers, not in all.
   */
  networkAndNumber: [
    { max: 3, windowMs: 10 * MINUTE },
    { max: 5, windowMs: DAY },
    { max: 10, windowMs: 30 * DAY },
  ],
  /**
   * What strangers together can have sent to one handset. The last line is what keeps the odds of a
   * botnet against one number low.
   */
  number: [
    { max: 6, windowMs: 10 * MINUTE },
    { max: 10, windowMs: DAY },
    { max: 30, windowMs: 30 * DAY },
  ],
  /**
   * Carriers and offices put many people behind one address (CGNAT), so this is generous; who is on
   * the billing carrier's own network is vouched for by it, needs no code and is not counted.
   */
  network: [
    { max: 60, windowMs: 10 * MINUTE },
    { max: 1000, windowMs: DAY },
  ],
  /**
   * For a signed-in device of the number and a visit that the carrier's network vouches for: nobody
   * else can touch these.
   */
  owner: [
    { max: 3, windowMs: 10 * MINUTE },
    { max: 10, windowMs: DAY },
  ],
} as const satisfies Record<string, readonly CountLimit[]>;

/**
 * How many wrong codes are taken. Those of the number's owner (see `OTP_SEND_LIMITS.owner`) are
 * limited by code only.
 */
export const OTP_GUESS_LIMITS = {
  /** Tries of one code, the right one included. */
  triesOfCode: 5,
  /** Wrong codes in one visit, whatever the numbers: two codes' worth. */
  visit: { max: 10, windowMs: DAY },
  /**
   * Wrong codes from one network beyond the right ones of thirty days. Where many honest people
   * share an address most codes are right, so they never meet it; who guesses has nearly no right
   * ones.
   */
  networkBeyondRight: [
    { max: 10, windowMs: DAY },
    { max: 20, windowMs: 30 * DAY },
  ],
  /**
   * Once so many wrong codes were tried at a number in thirty days, each further code for it has
   * one try. The owner is not locked out by that: the right code still counts at the first try, and
   * codes that were sent before keep theirs.
   */
  numberBeforeOneTry: { max: 20, windowMs: 30 * DAY },
} as const;

/**
 * How often a number can be asked about without proof; the answer tells trial and ACTIVE (seams).
 */
export const LOOK_LIMITS = {
  /** By everybody but the owner. */
  number: { max: 60, windowMs: 10 * MINUTE },
  /** One stranger must not use up the looks of a number. */
  networkAndNumber: { max: 20, windowMs: 10 * MINUTE },
  /** A person types a number or two, and comes back to it a few times. */
  visit: { max: 60, windowMs: 10 * MINUTE },
  /** So that one client cannot walk through numbers; generous for the same reason as above. */
  network: { max: 240, windowMs: 10 * MINUTE },
} as const satisfies Record<string, CountLimit>;
