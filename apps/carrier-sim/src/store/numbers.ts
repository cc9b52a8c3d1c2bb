/**
 * Numbers as the carrier writes them. Inside: digits, `27821234567`. On CAMARA's wire: E.164, `+27821234567`.
 * The numbering plan is closed: 27 and nine digits.
 */

const MSISDN = /^27\d{9}$/;

/**
 * Reads a number in the forms a person types: `0821234567`, `27821234567`, `+27821234567`, spaces allowed.
 * @returns the digits, or undefined where it is no South African number.
 */
export function msisdnFrom(text: string): string | undefined {
  const compact = text.replace(/[\s-]/g, '');
  const digits = compact.startsWith('+') ? compact.slice(1) : compact.replace(/^0(?=\d{9}$)/, '27');
  return MSISDN.test(digits) ? digits : undefined;
}

/** The digits of an E.164 number of this country; undefined for any other country's. */
export function msisdnFromE164(phoneNumber: string): string | undefined {
  const digits = phoneNumber.slice(1);
  return phoneNumber.startsWith('+') && MSISDN.test(digits) ? digits : undefined;
}

/** A number as CAMARA wants it. */
export function e164(msisdn: string): string {
  return `+${msisdn}`;
}
