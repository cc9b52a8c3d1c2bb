/** What is shown for a code that does not fit (row V2). */
export const INVALID_OTP = 'invalid OTP';

/** Row X5. */
export const INSUFFICIENT_AIRTIME = 'You have insufficient airtime to subscribe.';

export interface ShownFailure {
  /** The field that it belongs to; `null` for a notice of its own. */
  readonly field: 'otp' | null;
  readonly text: string;
}

/**
 * What a person is shown for the description of a refused subscribe, and the only place that reads
 * it (rows X4 to X6): 'otp' or 'timed out' in any case is the OTP error, with what the server says
 * about it; 'insufficient' has words of its own; all else is the description itself.
 */
export function describeFailure(description: string): ShownFailure {
  const lower = description.toLowerCase();
  if (lower.includes('otp') || lower.includes('timed out'))
    return { field: 'otp', text: otpError(description) };
  if (lower.includes('insufficient')) return { field: null, text: INSUFFICIENT_AIRTIME };
  return { field: null, text: description };
}

function otpError(description: string): string {
  const plain = description.trim();
  return plain.toLowerCase().replace(/\.$/, '') === INVALID_OTP.toLowerCase()
    ? INVALID_OTP
    : `${INVALID_OTP}: ${plain}`;
}
