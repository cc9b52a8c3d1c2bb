import type { ChargeState } from './charge.ts';
import type { Cents } from './rand.ts';

/**
 * Where one attempt to give money back stands. `intended`: written, and the carrier has not been
 * asked or has done nothing for sure. `unknown`: it is being asked, or its answer is outstanding;
 * written before the call, so that a crash leaves something to look up rather than something to
 * send.
 */
export type RefundState = 'intended' | 'unknown' | 'succeeded' | 'denied';

const NEXT: Record<RefundState, readonly RefundState[]> = {
  intended: ['unknown'],
  unknown: ['unknown', 'intended', 'succeeded', 'denied'],
  succeeded: [],
  denied: [],
};

/** Whether a refund may move from one state to another; what is settled stays. */
export function refundCanBecome(from: RefundState, to: RefundState): boolean {
  return NEXT[from].includes(to);
}

/** An amount with the VAT inside it. */
export interface WithVat {
  readonly amount: Cents;
  readonly vat: Cents;
}

/**
 * Why nothing can be given back: there is no money, all of it is given back already or on its way,
 * or it is less than what was asked for.
 */
export type RefundRefusal = 'not_taken' | 'nothing_left' | 'more_than_left';
export type RefundDecision =
  | ({ readonly ok: true } & WithVat)
  | { readonly ok: false; readonly refusal: RefundRefusal };

/**
 * Decides what is given back of a charge. `setAside`: the sum of what was given back and of what is
 * on its way, refused ones left out. `asked` in cents, above nothing; all that is left where it is
 * absent.
 */
export function decideRefund(
  charge: WithVat & { readonly state: ChargeState },
  setAside: WithVat,
  asked?: Cents,
): RefundDecision {
  const left = charge.amount - setAside.amount;
  if (charge.state !== 'succeeded' && charge.state !== 'refunded')
    return { ok: false, refusal: 'not_taken' };
  if (left <= 0) return { ok: false, refusal: 'nothing_left' };
  const amount = asked ?? left;
  if (amount > left) return { ok: false, refusal: 'more_than_left' };
  return { ok: true, amount, vat: vatOfPart(charge, setAside, amount) };
}

/**
 * The VAT in a part of a charge, in proportion to the cent. Together with what was set aside it is
 * the proportion of their sum, so that roundings do not gather, and the parts' VAT is the charge's
 * exactly when all of it is given back, whichever parts were refused in between.
 */
export function vatOfPart(charge: WithVat, setAside: WithVat, part: Cents): Cents {
  const sum = setAside.amount + part;
  const vatLeft = charge.vat - setAside.vat;
  const proportion =
    Math.floor((2 * charge.vat * sum + charge.amount) / (2 * charge.amount)) - setAside.vat;
  // Never more VAT than money, neither in this part nor in what is left after it.
  return Math.min(Math.max(proportion, vatLeft - (charge.amount - sum), 0), part, vatLeft);
}
