import { foldDigits } from './fold-digits.ts';
import { type Msisdn, parseMsisdn } from './msisdn.ts';

/**
 * National prefixes that no handset has, by the numbering plan of ICASA: 01 to 05 are landlines,
 * 080 is free to call, 086 is sharecall, 087 is a line over the internet, 088 is fax and paging, 09
 * is dear. Handsets are in the rest of 06 to 08.
 */
const NO_MOBILE = /^27(?:[0-59]|8[06-9])/;

/**
 * Reads a number wherever a person types or pastes it: in the digits of any script, with spaces,
 * dashes, dots, brackets, as a link (`tel:`), and `+27`, `0027`, `27` or `0` in front. Removes what
 * only separates digits, then applies {@link parseMsisdn}. `undefined` also for a number that no
 * handset has.
 */
export function readTypedMsisdn(text: string): Msisdn | undefined {
  const msisdn = readAnyNumber(text);
  return msisdn === undefined || NO_MOBILE.test(msisdn) ? undefined : msisdn;
}

/** Whether the text is a number of the country that no handset has, such as a landline. */
export function isTypedLandline(text: string): boolean {
  return NO_MOBILE.test(readAnyNumber(text) ?? '');
}

function readAnyNumber(text: string): Msisdn | undefined {
  const plain = foldDigits(text)
    .replace(/[^\p{L}\p{N}+]/gu, '')
    .replace(/^tel/i, '');
  const international = plain.replace(/^00(?=27)/, '+');
  // `+27 (0)82 …`: the national 0 is written in brackets and not dialled.
  return parseMsisdn(international.replace(/^(\+?27)0(?=[0-9]{9}$)/, '$1'));
}
