/**
 * Sign-in of a device without a keyboard (RFC 8628): the device shows a user code, its viewer types
 * the code on a phone and agrees, and the device, which polls meanwhile, gets its tokens.
 */

/**
 * The letters of user codes: consonants that no screen shows like another letter, and that form no
 * word (RFC 8628, section 6.1).
 */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
/** 20 letters at eight places: 34.5 bits. */
export const USER_CODE_LENGTH = 8;

/** How long a user code can be answered. */
export const DEVICE_CODE_LIFE_MS = 15 * 60_000;
/** The seconds between two polls of a device. */
export const POLL_SECONDS = 5;
/** What each poll that comes too early adds to the interval (RFC 8628, section 3.5). */
const SLOW_DOWN_SECONDS = 5;
const SLOWEST_POLL_SECONDS = 60;
/** A timer or a network may be early by this much. */
const POLL_TOLERANCE_MS = 1000;
/** A device that lost the answer to its last poll or refresh gets the same answer for this time. */
export const REPEAT_MS = 60_000;

/** The life of an access token. */
export const DEVICE_ACCESS_SECONDS = 600;
/** A device that was not used for this time signs in again. */
export const DEVICE_SESSION_DAYS = 90;
/** How many devices one number may have signed in, besides its browsers. */
export const MOST_DEVICES = 10;
/** How many sign-ins of devices a number is sent a message about in one South African day. */
export const MOST_DEVICE_NOTICES = 3;
/** How many requests of all devices may wait for an answer at once. */
export const MOST_DEVICE_REQUESTS = 50_000;

/** How many codes may be typed or answered, right and wrong ones together. */
export const USER_CODE_LIMITS = {
  subscriber: { max: 30, windowMs: 60 * 60_000 },
  network: { max: 300, windowMs: 60 * 60_000 },
} as const;
/** How many devices of one network may ask: one that waits unattended asks four times an hour. */
export const DEVICE_REQUEST_LIMIT = { max: 600, windowMs: 60 * 60_000 } as const;

/**
 * A user code of random bytes, at least two for each letter, such as `WDJB-MJHT`. Throws a
 * `RangeError` for fewer bytes.
 */
export function userCodeOf(random: Uint8Array): string {
  if (random.length < USER_CODE_LENGTH * 2) throw new RangeError('a user code needs 16 bytes');
  const letters = Array.from({ length: USER_CODE_LENGTH }, (_, i) => {
    // 65,536 values for 20 letters: no letter is likelier than another by more than 0.03 %.
    const value = (random[i * 2] ?? 0) * 256 + (random[i * 2 + 1] ?? 0);
    return USER_CODE_LETTERS.charAt(value % USER_CODE_LETTERS.length);
  });
  return shownUserCode(letters.join(''));
}

/** The code as a screen shows it: two groups of four letters. */
export function shownUserCode(letters: string): string {
  return `${letters.slice(0, USER_CODE_LENGTH / 2)}-${letters.slice(USER_CODE_LENGTH / 2)}`;
}

/** A code as a person typed it, as a screen shows it; `undefined` if it can be none. */
export function readUserCode(typed: string): string | undefined {
  const letters = typed.toUpperCase().replace(/[\s\p{Pd}_.]/gu, '');
  const isCode =
    letters.length === USER_CODE_LENGTH &&
    [...letters].every((letter) => USER_CODE_LETTERS.includes(letter));
  return isCode ? shownUserCode(letters) : undefined;
}

/** What is known of a device's request to sign in. */
export interface DeviceRequest {
  readonly state: 'waiting' | 'approved' | 'refused' | 'used';
  readonly expiresAt: Date;
  readonly intervalSeconds: number;
  readonly polledAt: Date | null;
  readonly usedAt: Date | null;
}

/** The answer to a poll, by the error codes of RFC 8628; `again` repeats a lost answer. */
export type PollDecision =
  | { readonly answer: 'tokens' | 'again' }
  | { readonly answer: 'access_denied' | 'expired_token' | 'invalid_grant' }
  | { readonly answer: 'authorization_pending' | 'slow_down'; readonly intervalSeconds: number };

/** Decides what a device that polls is answered. */
export function decidePoll(request: DeviceRequest, now: Date): PollDecision {
  const { state, expiresAt, usedAt, polledAt, intervalSeconds } = request;
  if (state === 'used')
    return usedAt && now.getTime() - usedAt.getTime() < REPEAT_MS
      ? { answer: 'again' }
      : { answer: 'invalid_grant' };
  if (state === 'refused') return { answer: 'access_denied' };
  if (expiresAt <= now) return { answer: 'expired_token' };
  if (state === 'approved') return { answer: 'tokens' };
  const since = polledAt ? now.getTime() - polledAt.getTime() : Number.POSITIVE_INFINITY;
  if (since >= intervalSeconds * 1000 - POLL_TOLERANCE_MS)
    return { answer: 'authorization_pending', intervalSeconds };
  const slower = Math.min(intervalSeconds + SLOW_DOWN_SECONDS, SLOWEST_POLL_SECONDS);
  return { answer: 'slow_down', intervalSeconds: slower };
}

/** Whether a viewer can still answer a request. */
export function isAnswerable(
  { state, expiresAt }: Pick<DeviceRequest, 'state' | 'expiresAt'>,
  now: Date,
): boolean {
  return state === 'waiting' && expiresAt > now;
}

/** Whether a viewer gives a request the answer that they gave it before, while its code lives. */
export function isRepeatedAnswer(
  request: Pick<DeviceRequest, 'state' | 'expiresAt'> & { readonly subscriberId: number | null },
  { subscriberId, isApproved }: { readonly subscriberId: number; readonly isApproved: boolean },
  now: Date,
): boolean {
  const { state, expiresAt, subscriberId: answeredBy } = request;
  if (state === 'waiting' || answeredBy !== subscriberId || expiresAt <= now) return false;
  return isApproved === (state !== 'refused');
}

/** How often a device's refresh token was exchanged, and when the last time. */
export interface Rotation {
  readonly count: number;
  readonly at: Date;
}

/**
 * Decides about a refresh token by its number. `rotate`: the next one replaces it. `again`: the
 * answer with the next one was lost. `stolen`: a token that was replaced long ago, so that two hold
 * the device's tokens and both lose them (RFC 9700, section 4.14.2).
 */
export function decideRefresh(
  { count, at }: Rotation,
  presented: number,
  now: Date,
): 'rotate' | 'again' | 'stolen' {
  if (presented === count) return 'rotate';
  const isLatest = presented === count - 1;
  return isLatest && now.getTime() - at.getTime() < REPEAT_MS ? 'again' : 'stolen';
}
