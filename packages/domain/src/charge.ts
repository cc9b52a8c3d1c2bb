/**
 * Why a carrier said no, in our words; its own words are read in the carrier's adapter only.
 * `spending_limit` covers the number's own cap and an amount that is not allowed;
 * `billing_blocked`: content billing is switched off or does not apply; `refused`: anything else.
 */
export type DenialReason =
  | 'insufficient_airtime'
  | 'spending_limit'
  | 'billing_blocked'
  | 'not_on_network'
  | 'refused';

/**
 * Where one attempt to take money stands. `intended`: written before the carrier is called, so a
 * crash leaves a trace. `unknown`: asked, no answer; it is looked up and never asked again. The
 * carrier's `processing` is also `unknown` to us.
 */
export type ChargeState = 'intended' | 'unknown' | 'succeeded' | 'denied' | 'refunded';

/**
 * What an attempt can become. Success is final but for a refund; so is a denial by the carrier. One
 * that we took for never asked or never taken may turn out to be taken after all.
 */
const NEXT: Record<ChargeState, readonly ChargeState[]> = {
  intended: ['unknown', 'succeeded', 'denied'],
  unknown: ['unknown', 'succeeded', 'denied'],
  succeeded: ['refunded'],
  denied: [],
  refunded: [],
};

/**
 * Whether a charge may move from one state to another, `reason` being why it was denied; the
 * repository refuses the rest.
 */
export function canBecome(
  from: ChargeState,
  to: ChargeState,
  reason: string | null = null,
): boolean {
  return (
    NEXT[from].includes(to) || (from === 'denied' && to === 'succeeded' && isTechnical(reason))
  );
}

/**
 * Our own two reasons for a denial: the carrier could not be asked, or it never knew of the charge.
 * Neither says anything of the subscriber.
 */
export type TechnicalReason = 'carrier_unavailable' | 'not_taken';

/**
 * Whether a denial says nothing of the subscriber; only such a one can turn out to be a success.
 */
export function isTechnical(reason: string | null): reason is TechnicalReason {
  return reason === 'carrier_unavailable' || reason === 'not_taken';
}

/** After this a charge that is still unknown goes to people; it is looked up all the same. */
export const PEOPLE_DECIDE_AFTER_MS = 48 * 60 * 60_000;

/**
 * How long after asking an unanswered charge is looked up, by how often it was already: soon at
 * first, since a person is waiting, then slower. After the last step it stays at an hour until
 * people decide.
 */
const LOOKUP_STEPS_S = [5, 15, 60, 300, 900, 3600] as const;

/** Seconds until the next look-up of an unknown charge, `lookups` being how many were made. */
export function lookupDelaySeconds(lookups: number): number {
  return LOOKUP_STEPS_S[Math.min(Math.max(lookups, 0), LOOKUP_STEPS_S.length - 1)] ?? 3600;
}

/**
 * How long a charge is held that the carrier refused for a mistake of ours, by how often it was
 * held. The first time it waits only until the carrier takes our requests again. One that is
 * refused alone waits longer each time, so that it does not stop everybody's charges again and
 * again.
 */
const HOLD_STEPS_S = [0, 3600, 4 * 3600, 24 * 3600] as const;

/**
 * Seconds until a held charge may be asked for again, `times` being how often it was looked up or
 * held before.
 */
export function holdSeconds(times: number): number {
  return HOLD_STEPS_S[Math.min(Math.max(times, 0), HOLD_STEPS_S.length - 1)] ?? 0;
}

/**
 * For how long a charge that the carrier does not list may still turn up: a request that was lost
 * on the way in can be processed late. Only after that is 'not listed' read as 'never taken'.
 */
export const SETTLING_TIME_MS = 60_000;

/**
 * A payment is made when it is asked for, or when a request that was lost on the way in arrives:
 * within hours. All that came after is left out of a search: where the carrier gives no list of a
 * number alone it would be everybody's payments of days, at each look-up.
 */
export const MADE_WITHIN_MS = 5 * 60 * 60_000;

/**
 * What counts as never taken is looked for once more when this is over: by then whatever was on its
 * way has arrived.
 */
const LAST_LOOK_AFTER_MS = MADE_WITHIN_MS + 60 * 60_000;

/**
 * When a charge that counts as never taken is looked for a last time, though nobody has news of it:
 * the news can be lost, and the carrier's daily list can leave it out. `null` where it is settled
 * so late that this look was that one.
 */
export function lastLookAt(createdAt: Date, decidedAt: Date): Date | null {
  const at = new Date(createdAt.getTime() + LAST_LOOK_AFTER_MS);
  return at > decidedAt ? at : null;
}

/**
 * What a person is told of each denial; the words of the reference, inside the specification's own
 * rules (rows X4 to X6).
 */
export const DENIAL_WORDS: Record<DenialReason, string> = {
  insufficient_airtime: 'Insufficient airtime',
  spending_limit: 'Spending limit reached',
  billing_blocked: 'Content billing is not available for this number',
  refused: 'Content billing is not available for this number',
  not_on_network: "This number is not on the carrier's network",
};

/**
 * Said while an answer is outstanding. Must not contain 'timed out': the specification would show
 * it as an OTP error (row X4).
 */
export const PAYMENT_BEING_CONFIRMED = 'Payment is being confirmed';
