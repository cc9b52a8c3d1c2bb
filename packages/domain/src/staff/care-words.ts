import type { ChargeState, DenialReason, TechnicalReason } from '../money/charge.ts';
import { type Cents, formatRand } from '../money/rand.ts';
import type { RefundState } from '../money/refund.ts';
import { dayOf, MONTH_NAMES } from '../south-african-time.ts';

/** What the studio says about a number, in words for a person who talks to the caller. */

const AHEAD_MS = 2 * 60 * 60 * 1000;

/** The South African day of an instant: `20 Nov 2026`. */
export function careDay(instant: Date): string {
  const [year = '', month = '', day = ''] = dayOf(instant).split('-');
  return `${Number(day)} ${MONTH_NAMES[Number(month) - 1] ?? ''} ${year}`;
}

/** An instant in South African time, to the second: `20 Nov 2026, 14:05:09`. */
export function careTime(instant: Date): string {
  const time = new Date(instant.getTime() + AHEAD_MS).toISOString().slice(11, 19);
  return `${careDay(instant)}, ${time}`;
}

/** A charge as far as its words depend on it. */
export interface ToldCharge {
  readonly state: ChargeState;
  readonly reason: string | null;
  readonly amount: Cents;
  /** Refunds that succeeded or are under way, in cents. */
  readonly refunded: Cents;
  /** Taken, but it bought no time: it is refunded by itself. */
  readonly isOverpayment: boolean;
  readonly onHoldUntil: Date | null;
  /** The end of the time that it bought, if it bought time. */
  readonly boughtUntil: Date | null;
  /** When the payment is tried again after a denial; `undefined` where nothing is known of that. */
  readonly nextTryAt: Date | null | undefined;
}

/** The carrier's answer to a charge in plain words: what it is, what it means, what comes next. */
export interface ChargeWords {
  readonly answer: string;
  readonly means: string;
  readonly next: string;
}

const DENIED: Record<DenialReason | TechnicalReason, readonly [answer: string, means: string]> = {
  insufficient_airtime: [
    'The carrier refused: not enough airtime.',
    'The number had less airtime than the price at that moment. Nothing was taken.',
  ],
  spending_limit: [
    'The carrier refused: a spending limit.',
    "The number's own limit, or the carrier's limit for such payments, was reached. Nothing was taken.",
  ],
  billing_blocked: [
    'The carrier refused: content billing is switched off.',
    'The owner or the carrier does not allow payments to services from this number. Nothing was taken.',
  ],
  not_on_network: [
    'The carrier refused: the number is not on its network.',
    'The number moved to another network or is no longer in use. Nothing was taken.',
  ],
  refused: [
    'The carrier refused without a reason that we know.',
    'The carrier does not allow this payment. Nothing was taken.',
  ],
  not_asked: [
    'We did not ask the carrier.',
    'Our own limits, a hold or a mistake of ours kept us from it. It says nothing about the caller or the network. Nothing was taken.',
  ],
  carrier_unavailable: [
    'The carrier could not be asked.',
    'The network did not answer us. It says nothing about the caller. Nothing was taken.',
  ],
  not_taken: [
    'The carrier never had this payment.',
    'Our request did not reach the carrier. Nothing was taken.',
  ],
};

/** Puts the carrier's answer to a charge into plain words. */
export function chargeWords(charge: ToldCharge): ChargeWords {
  const price = `R${formatRand(charge.amount)}`;
  switch (charge.state) {
    case 'intended':
      return {
        answer: 'The carrier has not been asked yet.',
        means: `${price} is about to be asked for. Nothing is taken yet.`,
        next: charge.onHoldUntil
          ? `It is held until ${careTime(charge.onHoldUntil)}, then asked for.`
          : 'It is asked for at once, as soon as the carrier takes requests.',
      };
    case 'unknown':
      return {
        answer: 'The outcome is not known yet.',
        means: `It is not known whether ${price} was taken.`,
        next: 'We look it up at the carrier until it is known. It is never asked for twice.',
      };
    case 'denied':
      return deniedWords(charge);
    case 'succeeded':
    case 'refunded':
      return {
        answer: `The carrier took ${price}.`,
        means: charge.isOverpayment
          ? 'The money was taken but bought no time, so it is given back by itself.'
          : boughtWords(charge.boughtUntil),
        next: refundedWords(charge),
      };
  }
}

function deniedWords({ reason, nextTryAt }: ToldCharge): ChargeWords {
  const [answer, means] = DENIED[reason as DenialReason] ?? DENIED.refused;
  return {
    answer,
    means,
    next: nextTryAt
      ? `It is tried again at ${careTime(nextTryAt)}.`
      : 'It is not tried again for this period.',
  };
}

function boughtWords(until: Date | null): string {
  return until
    ? `It paid for the service until ${careTime(until)}.`
    : 'It paid for the service of its period.';
}

function refundedWords({ amount, refunded }: ToldCharge): string {
  if (refunded <= 0) return 'Nothing more happens with this payment.';
  return refunded >= amount
    ? 'All of it is given back, or on its way back.'
    : `R${formatRand(refunded)} of it is given back, or on its way back.`;
}

const REFUND: Record<Exclude<RefundState, 'unknown'>, string> = {
  intended: 'The carrier is asked for it as soon as it takes requests.',
  succeeded: 'The carrier gave the money back to the airtime of the number.',
  denied: 'The carrier refused to give the money back. A person must decide.',
};

/** Why a refund is unknown, by its reason. Without one it was marked as sent before the call. */
const UNKNOWN_REFUND: Readonly<Record<string, string>> = {
  '': 'It was about to be sent to the carrier.',
  processing: 'The carrier has it and is not done with it.',
  already_submitted: 'The carrier had this request before.',
  not_as_asked: 'The carrier made another refund than we asked for. A person must decide.',
};

/** How far a refund is, in plain words. `reason`: why its outcome is unknown. */
export function refundWords(state: RefundState, reason: string | null): string {
  if (state !== 'unknown') return REFUND[state];
  const cause = UNKNOWN_REFUND[reason ?? ''] ?? 'The carrier was asked; no readable answer came.';
  return `${cause} We look it up until it is known.`;
}

/** The state of a number in words for an agent. */
export const STATE_WORDS = {
  none: 'Never subscribed',
  pending: 'Accepted; the first payment is not confirmed',
  trial: 'On the free first day',
  active: 'Subscribed and paid',
  grace: 'Payment is due; still served',
  parked: 'Not paid; not served, still tried',
  cancelled: 'Stopped',
  expired: 'Ended',
  blocked: 'Blocked: cannot subscribe',
} as const;

export type CareState = keyof typeof STATE_WORDS;
