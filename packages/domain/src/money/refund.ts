import type { ChargeState } from './charge.ts';
import type { Cents } from './rand.ts';

/**
 * The state of one attempt to give money back. `intended`: written; the carrier has not been asked,
 * or certainly did nothing. `unknown`: the request is under way or its answer is outstanding. It is
 * written before the call, so that after a crash the refund is looked up and not sent again.
 */
export type RefundState = 'intended' | 'unknown' | 'succeeded' | 'denied';

const NEXT: Record<RefundState, readonly RefundState[]> = {
  intended: ['unknown'],
  unknown: ['unknown', 'intended', 'succeeded', 'denied'],
  succeeded: [],
  denied: [],
};

/** Whether a refund may move from one state to another. Succeeded and denied are final. */
export function refundCanBecome(from: RefundState, to: RefundState): boolean {
  return NEXT[from].includes(to);
}

/** An amount and the VAT inside it. */
export interface WithVat {
  readonly amount: Cents;
  readonly vat: Cents;
}

/**
 * Why nothing can be refunded: no money was taken (`not_taken`), all of it is refunded already or
 * about to be (`nothing_left`), or less is left than was asked for (`more_than_left`).
 */
export type RefundRefusal = 'not_taken' | 'nothing_left' | 'more_than_left';
export type RefundDecision =
  | ({ readonly ok: true } & WithVat)
  | { readonly ok: false; readonly refusal: RefundRefusal };

/**
 * Decides how much of a charge to refund. `setAside`: the sum of refunds that succeeded or are
 * under way, without denied ones. `requested`: cents, above zero; when absent, all that is left.
 */
export function decideRefund(
  charge: WithVat & { readonly state: ChargeState },
  setAside: WithVat,
  requested?: Cents,
): RefundDecision {
  const left = charge.amount - setAside.amount;
  if (charge.state !== 'succeeded' && charge.state !== 'refunded')
    return { ok: false, refusal: 'not_taken' };
  if (left <= 0) return { ok: false, refusal: 'nothing_left' };
  const amount = requested ?? left;
  if (amount > left) return { ok: false, refusal: 'more_than_left' };
  return { ok: true, amount, vat: vatOfPart(charge, setAside, amount) };
}

/**
 * The VAT in a part of a charge, in proportion, rounded to the cent. Together with the VAT set
 * aside it is the proportion of their sum, so rounding errors do not add up. When all of the charge
 * is refunded, the parts' VAT equals the charge's VAT, whichever parts were denied in between.
 */
export function vatOfPart(charge: WithVat, setAside: WithVat, part: Cents): Cents {
  const sum = setAside.amount + part;
  const vatLeft = charge.vat - setAside.vat;
  const proportion =
    Math.floor((2 * charge.vat * sum + charge.amount) / (2 * charge.amount)) - setAside.vat;
  // The VAT never exceeds the money, neither in this part nor in the remainder.
  return Math.min(Math.max(proportion, vatLeft - (charge.amount - sum), 0), part, vatLeft);
}
