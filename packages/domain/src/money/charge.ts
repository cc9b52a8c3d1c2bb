/**
 * Why a carrier denied a charge, in our words. Only the carrier's adapter reads the carrier's own
 * words. `spending_limit` covers the number's own cap and an amount that the carrier does not
 * allow. `billing_blocked`: content billing is switched off or does not apply. `refused`: any other
 * reason.
 */
export type DenialReason =
  | 'insufficient_airtime'
  | 'spending_limit'
  | 'billing_blocked'
  | 'not_on_network'
  | 'refused';

/**
 * The state of one attempt to take money. `intended`: written before the carrier is called, so that
 * a crash leaves a trace. `unknown`: the carrier may have taken the money: it is about to be asked,
 * it gave no readable answer, or it is still processing; the charge is looked up and never sent
 * again.
 */
export type ChargeState = 'intended' | 'unknown' | 'succeeded' | 'denied' | 'refunded';

/**
 * The states that a charge can move to. A success is final, except for a refund. A denial by the
 * carrier is final. A charge that was denied for a technical reason may later turn out to have
 * succeeded.
 */
const NEXT: Record<ChargeState, readonly ChargeState[]> = {
  intended: ['unknown', 'succeeded', 'denied'],
  unknown: ['unknown', 'succeeded', 'denied'],
  succeeded: ['refunded'],
  denied: [],
  refunded: [],
};

/**
 * Whether a charge may move from one state to another; `reason` says why the charge was denied. The
 * repository rejects every other move.
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
 * Our own reasons for a denial: our limits, a hold or a mistake of ours kept us from asking
 * (`not_asked`), the carrier could not be reached (`carrier_unavailable`), or it never received the
 * charge (`not_taken`). None says anything about the subscriber.
 */
export type TechnicalReason = (typeof TECHNICAL_REASONS)[number];
export const TECHNICAL_REASONS = ['not_asked', 'carrier_unavailable', 'not_taken'] as const;

/**
 * Whether a denial says nothing about the subscriber. Only such a denial can turn into a success.
 */
export function isTechnical(reason: string | null): reason is TechnicalReason {
  return TECHNICAL_REASONS.some((technicalReason) => technicalReason === reason);
}

/** The instants at which a carrier was asked for a charge. */
export interface ChargeInstants {
  /** When its intent was written. */
  readonly createdAt: Date;
  /** When a charge on hold was last sent again; `null` for one that was sent once. */
  readonly sentAt: Date | null;
}

/**
 * When the carrier was last asked for a charge. Whatever it may still do is measured from here: a
 * charge on hold can be sent again days after its intent.
 */
export function lastSentAt({ createdAt, sentAt }: ChargeInstants): Date {
  return sentAt ?? createdAt;
}

/**
 * After this time an unknown charge becomes a reconciliation exception for an operator. Look-ups
 * continue.
 */
export const OPERATOR_DECIDES_AFTER_MS = 48 * 60 * 60_000;

/**
 * How long after the request an unanswered charge is looked up, by the number of look-ups so far.
 * The first steps are short because a person is waiting. After the last step look-ups repeat hourly
 * until an operator decides.
 */
const LOOKUP_STEPS_S = [5, 15, 60, 300, 900, 3600] as const;

/**
 * Seconds until the next look-up of an unknown charge; `lookups` is the number of look-ups so far.
 */
export function lookupDelaySeconds(lookups: number): number {
  return LOOKUP_STEPS_S[Math.min(Math.max(lookups, 0), LOOKUP_STEPS_S.length - 1)] ?? 3600;
}

/**
 * How long a charge is put on hold that the carrier rejected because of our own mistake, by the
 * number of earlier holds. The first hold ends as soon as the carrier accepts our requests again. A
 * charge that is rejected alone waits longer each time, so that it does not stop all other charges
 * repeatedly.
 */
const HOLD_STEPS_S = [0, 3600, 4 * 3600, 24 * 3600] as const;

/**
 * Seconds until a charge on hold may be sent again; `times` is the number of earlier look-ups or
 * holds.
 */
export function onHoldSeconds(times: number): number {
  return HOLD_STEPS_S[Math.min(Math.max(times, 0), HOLD_STEPS_S.length - 1)] ?? 0;
}

/**
 * How long a charge that the carrier does not list may still appear: the carrier can process a
 * delayed request late. Only after this time does 'not listed' mean 'never taken'.
 */
export const LATE_LISTING_MS = 60_000;

/**
 * The carrier makes a payment when it is asked, or when a delayed request arrives: within hours. A
 * search stops at this limit. A carrier without a list for one number would otherwise return
 * several days of all payments at each look-up.
 */
export const MADE_WITHIN_MS = 5 * 60 * 60_000;

/**
 * A charge that counts as never taken is looked up once more after this time: by then every delayed
 * request has arrived.
 */
const LAST_LOOK_UP_AFTER_MS = MADE_WITHIN_MS + 60 * 60_000;

/**
 * When a charge that counts as never taken is looked up a last time, even if no callback came: a
 * callback can be lost, and the carrier's daily list can omit the payment. `null` where the charge
 * was denied so late that the deciding look-up was already the last one.
 */
export function lastLookUpAt(charge: ChargeInstants, decidedAt: Date): Date | null {
  const at = new Date(lastSentAt(charge).getTime() + LAST_LOOK_UP_AFTER_MS);
  return at > decidedAt ? at : null;
}

/**
 * The text that the subscriber sees for each denial. The wording follows the specification's rules
 * (rows X4 to X6).
 */
export const DENIAL_WORDS: Record<DenialReason, string> = {
  insufficient_airtime: 'Insufficient airtime',
  spending_limit: 'Spending limit reached',
  billing_blocked: 'Content billing is not available for this number',
  refused: 'Content billing is not available for this number',
  not_on_network: "This number is not on the carrier's network",
};

/**
 * Shown while the carrier's answer is outstanding. The text must not contain 'timed out': the
 * specification would show it as an OTP error (row X4).
 */
export const PAYMENT_BEING_CONFIRMED = 'Payment is being confirmed';
