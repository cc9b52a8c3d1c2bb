/** Half a surrogate pair is no character, and PostgreSQL refuses it in JSON. */
export const HALF_CHARACTER = { error: 'must not contain half a character' };

/** Whether a text has whole characters only; for `refine` with {@link HALF_CHARACTER}. */
export function isWellFormed(text: string): boolean {
  return !/\p{Cs}/u.test(text);
}
