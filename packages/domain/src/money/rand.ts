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

/** A part of an amount in hundredths of a percent: 1500 is 15 %. */
export type VatRate = number;

/**
 * The VAT inside a price that includes it (VAT Act s65), rounded half up to the cent: at 15 %,
 * R5.00 has R0.65.
 */
export function vatInside(price: Cents, rate: VatRate): Cents {
  const whole = 10_000 + rate;
  return Math.floor((2 * price * rate + whole) / (2 * whole));
}
