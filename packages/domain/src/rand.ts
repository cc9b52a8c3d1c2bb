/** Money in cents, a safe integer. Amounts in rand exist only at the edges. */
export type Cents = number;

const MAX_CENTS = 1_000_000_000_00;

/** `500` -> `"5.00"`. Throws a RangeError for anything but whole cents. */
export function formatRand(cents: Cents): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError('money must be whole cents');
  const sign = cents < 0 ? '-' : '';
  const absolute = Math.abs(cents);
  return `${sign}${Math.floor(absolute / 100)}.${String(absolute % 100).padStart(2, '0')}`;
}

/**
 * `"5.00"`, `"5"`, `"12.5"` -> cents; `undefined` for anything else (signs, exponents, more than
 * two decimals, over a thousand million).
 */
export function parseRand(text: string): Cents | undefined {
  const match = /^([0-9]{1,10})(?:\.([0-9]{1,2}))?$/.exec(text);
  if (!match) return undefined;
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return cents <= MAX_CENTS ? cents : undefined;
}

/** South African VAT, included in every price shown (VAT Act s65). */
export const VAT_PERCENT = 15;

/** The VAT inside a price, rounded half up to the cent: R5.00 -> R0.65. */
export function vatInside(price: Cents): Cents {
  return Math.floor((2 * price * VAT_PERCENT + 100 + VAT_PERCENT) / (2 * (100 + VAT_PERCENT)));
}
