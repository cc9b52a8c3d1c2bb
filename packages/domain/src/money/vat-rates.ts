import type { VatRate } from './rand.ts';

/** A rate of VAT, from an instant until the next one begins. */
export interface DatedVatRate {
  readonly from: Date;
  readonly rate: VatRate;
}

/** The standard rate of South African VAT at an instant. */
export type VatRateAt = (at: Date) => VatRate;

/**
 * What the law has had (the 15.5 % of May 2025 was withdrawn before it began). A later change of
 * the law is configured: {@link vatRates}.
 */
const STANDARD_RATES: readonly DatedVatRate[] = [
  { from: new Date('1993-04-06T22:00:00Z'), rate: 1400 },
  { from: new Date('2018-03-31T22:00:00Z'), rate: 1500 },
];

/** The standard rates, and those that begin after them. */
export function vatRates(further: readonly DatedVatRate[]): VatRateAt {
  const all = [...STANDARD_RATES, ...further];
  return (at) => all.findLast(({ from }) => from <= at)?.rate ?? 0;
}

/** The first rate that does not begin after the one before it, in the list or in the law. */
export function overlappingRate(further: readonly DatedVatRate[]): DatedVatRate | undefined {
  const all = [...STANDARD_RATES, ...further];
  return all.find(({ from }, at) => {
    const before = all[at - 1];
    return before !== undefined && from <= before.from;
  });
}
