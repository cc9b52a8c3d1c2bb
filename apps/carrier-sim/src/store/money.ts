/**
 * Money at the carrier: integer cents internally, `"12.50"` in the simulator's own calls, a float
 * of rand in CAMARA's.
 */

/**
 * The maximum airtime of a handset and the maximum of one payment, in cents: R100,000.00 and
 * R1,000.00.
 */
export const AIRTIME_CEILING_CENTS = 10_000_000;
export const PAYMENT_CEILING_CENTS = 100_000;

const RAND = /^(\d{1,7})(?:\.(\d{1,2}))?$/;

/**
 * Parses rand in the simulator's own calls: `"12"`, `"12.5"`, `"12.50"`, or a JSON number of rand.
 * @returns integer cents, or undefined for other texts, fractions of a cent, negative and absurdly
 * large amounts.
 */
export function centsFromRand(rand: string | number): number | undefined {
  const match = RAND.exec(typeof rand === 'number' ? String(rand) : rand);
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= AIRTIME_CEILING_CENTS ? cents : undefined;
}

/** Writes cents as rand: 1250 -> `"12.50"`. */
export function randFromCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.abs(cents);
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`;
}

/**
 * An amount as CAMARA describes it: a float of rand in steps of 0.001, with tax included or
 * separate.
 */
export interface TaxedAmount {
  amount: number;
  isTaxIncluded?: boolean | undefined;
  taxAmount?: number | undefined;
}

/**
 * The amount that a CAMARA amount takes from the line, tax included.
 * @returns integer cents, or undefined when the sum is no whole number of cents, the smallest unit
 * of airtime.
 */
export function centsFromCamara(taxed: TaxedAmount): number | undefined {
  const mills = millsOf(taxed.amount) + (taxed.isTaxIncluded ? 0 : millsOf(taxed.taxAmount ?? 0));
  return mills % 10 === 0 ? mills / 10 : undefined;
}

/** Cents as a CAMARA float of rand. */
export function camaraFromCents(cents: number): number {
  return cents / 100;
}

/**
 * Whether a float is one of CAMARA's steps of 0.001. Floats such as 0.07 are inexact, so the
 * nearest step is compared.
 */
export function isCamaraStep(amount: number): boolean {
  const mills = amount * 1000;
  return Number.isFinite(mills) && Math.abs(mills - Math.round(mills)) < 1e-6;
}

function millsOf(amount: number): number {
  return Math.round(amount * 1000);
}
