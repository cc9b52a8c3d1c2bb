import { foldDigits } from './fold-digits.ts';

/**
 * Reads a code as a person types or pastes it: with spaces or dashes, in the digits of any script,
 * as `OTP: 5922` or within the whole message. The code is the only run of exactly four digits, also
 * where it is there twice; `undefined` where there is none, or more than one (row V2: a code has
 * four characters).
 */
export function readTypedCode(text: string): string | undefined {
  const folded = foldDigits(text);
  // In a text without letters everything else only separates: `5 9 2 2`, `(59-22)`.
  if (!/\p{L}/u.test(folded)) return /^([0-9]{4})\1?$/.exec(folded.replace(/[^0-9]/g, ''))?.[1];
  const joined = folded.replace(/([0-9])[\s\p{Pd}]+(?=[0-9])/gu, '$1');
  return onlyRunOfFour(joined) ?? onlyRunOfFour(folded);
}

function onlyRunOfFour(text: string): string | undefined {
  const runs = new Set(text.match(/[0-9]+/g)?.filter(({ length }) => length === 4));
  return runs.size === 1 ? [...runs][0] : undefined;
}
