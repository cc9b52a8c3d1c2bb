declare const brand: unique symbol;

/**
 * A South African number as digits without the plus: `27821234567`. Only {@link parseMsisdn} makes
 * one.
 */
export type Msisdn = string & { readonly [brand]: 'Msisdn' };

/** What a person is told when a number does not fit (specification row V1). */
export const INVALID_MSISDN = 'Please enter a valid carrier Number in the specified format';

/**
 * Reads a number as a person types it: trimmed, a leading 0 becomes +27, a leading 27 gets its
 * plus, then it must be +27 and exactly nine digits (row V1). The answer drops the plus (row F1);
 * `undefined` where it does not fit.
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

/** The number as CAMARA wants it: `+27821234567`. */
export function toE164(msisdn: Msisdn): string {
  return `+${msisdn}`;
}

/** The number as its owner reads it: `082 123 4567`. */
export function formatMsisdn(msisdn: Msisdn): string {
  const national = `0${msisdn.slice(2)}`;
  return `${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}`;
}

/** The number as a hint that gives nothing away: `082 *** **67`. */
export function maskMsisdn(msisdn: Msisdn): string {
  return `0${msisdn.slice(2, 4)} *** **${msisdn.slice(-2)}`;
}
