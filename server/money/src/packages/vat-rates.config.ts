import { type DatedVatRate, overlappingRate } from '@bonisa/domain/money/vat-rates';
import { parsedJson } from '@bonisa/kit/json';
import { z } from 'zod';

/** Days are South African. */
const MIDNIGHT = 'T00:00:00+02:00';
const PROBLEM =
  'must be a JSON list of rates with their first days, as [{"from":"2027-04-01","percent":16}]';

const rates = z
  .array(
    z.strictObject({
      from: z.iso.date(),
      percent: z.number().min(0).max(100).multipleOf(0.01),
    }),
  )
  .max(100);

/**
 * `VAT_RATES`: changes of the law since this version was made, in the order of their days. Each
 * begins after the one before, in the list and in the law.
 */
export const vatRatesVariable = z
  .string()
  .transform((text, context): readonly DatedVatRate[] => {
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    const read = rates.safeParse(parsedJson(text));
    if (!read.success) return refuse(PROBLEM);
    const dated = read.data.map(({ from, percent }) => ({
      from: new Date(`${from}${MIDNIGHT}`),
      rate: Math.round(percent * 100),
    }));
    const overlap = overlappingRate(dated);
    const day = overlap && read.data[dated.indexOf(overlap)]?.from;
    return day === undefined
      ? dated
      : refuse(`overlaps: the rate from ${day} must begin after the one before it`);
  })
  .default([]);
