/** What a password of the studio must be, after NIST SP 800-63B: long, and not easily guessed. */

export const PASSWORD_LEAST = 12;
export const PASSWORD_MOST = 128;
const LEAST_DIFFERENT = 6;

/** What an attacker tries first, as whole passwords and as their larger part. */
const WELL_KNOWN = [
  'password',
  'passw0rd',
  'letmein',
  'welcome',
  'administrator',
  'changeme',
  'qwerty',
  '123456',
  'abcdef',
  'iloveyou',
];

/** Why a password is refused, as the end of 'The password …'; `undefined` if it is good. */
export function passwordProblem(
  password: string,
  about: { readonly email: string; readonly name: string },
): string | undefined {
  const length = [...password].length;
  if (length < PASSWORD_LEAST) return `must have at least ${PASSWORD_LEAST} characters`;
  if (length > PASSWORD_MOST) return `must have at most ${PASSWORD_MOST} characters`;
  const lower = password.toLowerCase();
  if (new Set(lower).size < LEAST_DIFFERENT) return 'must have more different characters';
  const personal = [about.email.split('@', 1)[0] ?? '', ...about.name.split(/\s+/)];
  const known = [...WELL_KNOWN, ...personal.map((word) => word.toLowerCase())];
  const isEasy = known.some(
    (word) => word.length >= 4 && lower.includes(word) && length - word.length < 8,
  );
  return isEasy
    ? 'is too easy to guess: it is mostly a well-known word or your own name'
    : undefined;
}
