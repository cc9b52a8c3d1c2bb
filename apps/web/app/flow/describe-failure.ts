/** Shown for a malformed OTP (row V2). */
export const INVALID_OTP = 'invalid OTP';

/** Shown for insufficient airtime (row X5). */
export const INSUFFICIENT_AIRTIME = 'You have insufficient airtime to subscribe.';

export interface ShownFailure {
  /** The field with the error; `null` for a separate notice. */
  readonly field: 'otp' | null;
  readonly text: string;
}

/**
 * The text to show for the description of a refused subscribe (rows X4 to X6). Only this function
 * reads the description. 'otp' or 'timed out' in any case is the OTP error, followed by the
 * server's text; 'insufficient' has its own text; every other description is shown unchanged.
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
