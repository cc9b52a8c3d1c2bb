import type { ChargeOutcome, RefundOutcome } from './billing.port.ts';

/**
 * What a call shows about the carrier: it answered (anything), it did not, it wants fewer calls, or
 * (`misconfigured`) it rejects our requests themselves, so that further ones are useless.
 */
export type CallVerdict =
  | 'answered'
  | 'failed'
  | 'misconfigured'
  | { readonly tooMany: true; readonly retryAfterSeconds?: number };

/**
 * The carrier's health by the outcome of a charge or refund. A denial is an answer, and so is
 * 'already submitted': the carrier works, and a pause would not help. If the carrier names a time
 * to wait, no calls are made until then, whatever else it answers.
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
    case 'number_moved':
    case 'not_asked':
      return 'answered';
    default:
      return 'failed';
  }
}
