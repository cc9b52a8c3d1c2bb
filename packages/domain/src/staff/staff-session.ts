/** How long the studio's sessions and links last, and which one-time codes count. */

/** A session ends after this time without a request. */
export const SESSION_IDLE_MS = 30 * 60_000;
/** A session ends after this time in any case: a working day. */
export const SESSION_MOST_MS = 12 * 60 * 60_000;
/** How long the second step of a sign-in may take after the password. */
export const SECOND_STEP_MS = 5 * 60_000;
/** How long the secret for another authenticator app can be used. */
export const AUTHENTICATOR_SETUP_MS = 15 * 60_000;
/** How long a one-time link works. */
export const LINK_MS = 24 * 60 * 60_000;

export interface SessionTimes {
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly endedAt: Date | null;
}

/** Whether a session still counts. */
export function isSessionLive(
  { createdAt, lastSeenAt, endedAt }: SessionTimes,
  now: Date,
): boolean {
  return (
    endedAt === null &&
    now.getTime() - lastSeenAt.getTime() < SESSION_IDLE_MS &&
    now.getTime() - createdAt.getTime() < SESSION_MOST_MS
  );
}

/** The seconds for which a code of an authenticator app is shown (RFC 6238). */
export const TOTP_PERIOD_SECONDS = 30;

/** The step of RFC 6238 at an instant. */
export function totpStepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / TOTP_PERIOD_SECONDS);
}

/**
 * The step that a code proves, or `undefined`. The code of the step before and of the step after
 * counts too, because clocks differ. A code counts once: no step up to `lastStep` counts again.
 */
export function acceptedTotpStep(
  isCodeOf: (step: number) => boolean,
  lastStep: number,
  now: Date,
): number | undefined {
  const current = totpStepAt(now);
  return [current - 1, current, current + 1].find((step) => step > lastStep && isCodeOf(step));
}
