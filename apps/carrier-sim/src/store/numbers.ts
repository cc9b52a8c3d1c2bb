/**
 * Numbers in the carrier's forms. Internally digits, `27821234567`; in CAMARA's calls E.164,
 * `+27821234567`. The numbering plan is closed: 27 and nine digits.
 */

const MSISDN = /^27\d{9}$/;

/** The numbers that this network serves, by their prefixes. */
export interface NumberRanges {
  /** Mobile numbers of this network. */
  mobile: readonly string[];
  /** Landlines of any network; they receive no short messages. */
  landline: readonly string[];
}

/**
 * By default all mobile numbers of the country are this network's, and the geographic numbers are
 * landlines.
 */
export const DEFAULT_RANGES: NumberRanges = {
  mobile: ['276', '277', '278'],
  landline: ['271', '272', '273', '274', '275'],
};

/** `elsewhere`: neither of this network nor a landline. */
export type NumberKind = 'mobile' | 'landline' | 'elsewhere';

export function kindOf(msisdn: string, { mobile, landline }: NumberRanges): NumberKind {
  if (mobile.some((prefix) => msisdn.startsWith(prefix))) return 'mobile';
  return landline.some((prefix) => msisdn.startsWith(prefix)) ? 'landline' : 'elsewhere';
}

/**
 * Parses a number in the forms that people type: `0821234567`, `27821234567`, `+27821234567`,
 * spaces allowed.
 * @returns the digits, or undefined for anything but a South African number.
 */
export function msisdnFrom(text: string): string | undefined {
  const compact = text.replace(/[\s-]/g, '');
  const digits = compact.startsWith('+') ? compact.slice(1) : compact.replace(/^0(?=\d{9}$)/, '27');
  return MSISDN.test(digits) ? digits : undefined;
}

/** The digits of an E.164 number of this country; undefined for other countries. */
export function msisdnFromE164(phoneNumber: string): string | undefined {
  const digits = phoneNumber.slice(1);
  return phoneNumber.startsWith('+') && MSISDN.test(digits) ? digits : undefined;
}

/** A number in CAMARA's form. */
export function e164(msisdn: string): string {
  return `+${msisdn}`;
}
