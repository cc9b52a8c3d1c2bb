import type { ChargeOutcome, RefundOutcome } from './billing.port.ts';

/**
 * What a call said of the carrier: it answered (whatever), it did not, it wants fewer calls, or
 * (`misconfigured`) it refuses our requests as such, so that no further one is worth sending.
 */
export type CallVerdict =
  | 'answered'
  | 'failed'
  | 'misconfigured'
  | { readonly tooMany: true; readonly retryAfterSeconds?: number };

/**
 * What a charge's or refund's outcome says of the carrier's health. A refusal is an answer, and so
 * is one that says 'already submitted': the carrier works, and a pause would not help. Whoever says
 * when to come back is left alone until then, whatever else the answer says.
 */
export function verdictOf(outcome: ChargeOutcome | RefundOutcome): CallVerdict {
  if (outcome.outcome !== 'unknown' && outcome.outcome !== 'unavailable') return 'answered';
  const { cause, retryAfterSeconds } = outcome;
  if (retryAfterSeconds !== undefined) return { tooMany: true, retryAfterSeconds };
  switch (cause) {
    case 'too_many_requests':
      return { tooMany: true };
    case 'misconfigured':
      return 'misconfigured';
    case 'already_submitted':
    case 'not_as_asked':
      return 'answered';
    default:
      return 'failed';
  }
}
