/** The word that only the message with a one-time code has. */
const CODE_WORD = /(?<!\p{L})otp(?!\p{L})/iu;
/** A code is four digits, and the first ones of its message. */
const CODE_DIGITS = /\d{4}/;

/**
 * Why a name cannot stand in short messages: phones, apps and tests find a code by the word OTP and
 * its four digits. `undefined` where it can.
 */
export function nameLikeCode(name: string): string | undefined {
  if (CODE_WORD.test(name)) return 'must not have the word OTP, which is for codes';
  if (CODE_DIGITS.test(name)) return 'must not have four digits in a row, which are for codes';
  return undefined;
}
