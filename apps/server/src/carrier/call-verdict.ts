import type { ChargeOutcome, RefundOutcome } from './carrier.port.ts';

/** What a call said of the carrier: it answered (whatever), it did not, or it wants fewer calls. */
export type CallVerdict = 'answered' | 'failed' | { readonly tooMany: true; readonly retryAfterSeconds?: number };

/**
 * What a charge's or refund's outcome says of the carrier's health. A refusal is an answer, and so is one that says 'already submitted' or 'not permitted':
 * the carrier works, and a pause would not help.
 */
export function verdictOf(outcome: ChargeOutcome | RefundOutcome): CallVerdict {
  if (outcome.outcome === 'unknown') return outcome.cause === 'already_submitted' ? 'answered' : 'failed';
  if (outcome.outcome !== 'unavailable') return 'answered';
  if (outcome.cause === 'too_many_requests') {
    return { tooMany: true, ...(outcome.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: outcome.retryAfterSeconds }) };
  }
  return outcome.cause === 'not_permitted' ? 'answered' : 'failed';
}
