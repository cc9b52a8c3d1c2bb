import { type Msisdn, parseMsisdn } from './msisdn.ts';

/**
 * Reads a number wherever a person types it: with spaces, dashes, dots, brackets, and `+27`, `27`
 * or `0` in front. Removes what only separates digits, then applies {@link parseMsisdn}.
 */
export function readTypedMsisdn(text: string): Msisdn | undefined {
  const plain = text.replace(/[\s\p{Pd}\p{Cf}().[\]/]/gu, '');
  // `+27 (0)82 …`: the national 0 is written in brackets and not dialled.
  return parseMsisdn(plain.replace(/^(\+?27)0(?=[0-9]{9}$)/, '$1'));
}
