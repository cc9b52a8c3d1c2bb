declare const brand: unique symbol;

/**
 * A South African number as digits without the plus: `27821234567`. Only {@link parseMsisdn} makes
 * one.
 */
export type Msisdn = string & { readonly [brand]: 'Msisdn' };

/** The message for a number that does not fit (specification row V1). */
export const INVALID_MSISDN = 'Please enter a valid carrier Number in the specified format';

/**
 * Reads a number as a person types it: trims it, replaces a leading 0 by +27, adds a plus to a
 * leading 27, then requires +27 and exactly nine digits (row V1). The result has no plus (row F1);
 * `undefined` for any other text.
 */
export function parseMsisdn(text: string): Msisdn | undefined {
  const trimmed = text.trim();
  const international = trimmed.startsWith('0')
    ? `+27${trimmed.slice(1)}`
    : trimmed.startsWith('27')
      ? `+${trimmed}`
      : trimmed;
  return /^\+27[0-9]{9}$/.test(international) ? (international.slice(1) as Msisdn) : undefined;
}

/** The number in CAMARA's format: `+27821234567`. */
export function toE164(msisdn: Msisdn): string {
  return `+${msisdn}`;
}

/** The number in the national format: `082 123 4567`. */
export function formatMsisdn(msisdn: Msisdn): string {
  const national = `0${msisdn.slice(2)}`;
  return `${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}

/** The number with its middle digits hidden: `082 *** **67`. */
export function maskMsisdn(msisdn: Msisdn): string {
  return `0${msisdn.slice(2, 4)} *** **${msisdn.slice(-2)}`;
}
