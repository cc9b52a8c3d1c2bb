import { parseRand } from '@bonisa/domain/money/rand';
import { daysAfter, parseDay } from '@bonisa/domain/south-african-time';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';

/** The longest range of a report: a leap year. */
export const MOST_DAYS = 366;

/** A South African day of the calendar. */
export const reportDay = z.string().transform((given, context) => {
  const day = parseDay(given);
  if (day) return day;
  context.addIssue({ code: 'custom', message: 'must be a day as in 2026-11-20' });
  return z.NEVER;
});

const id = text(64).min(1);

/** Range and filters that every report takes. Without a range: the last 30 days. */
export const reportFields = {
  from: absent(reportDay),
  to: absent(reportDay),
  carrier: absent(id),
  package: absent(id),
};

type Range = { from?: string | undefined; to?: string | undefined };

/** Whether a range is forwards and short enough; for `refine` with {@link RANGE_PROBLEM}. */
export function isBounded({ from, to }: Range): boolean {
  const first = from && parseDay(from);
  const last = to && parseDay(to);
  return !first || !last || (first <= last && last <= daysAfter(first, MOST_DAYS - 1));
}

export const RANGE_PROBLEM = {
  path: ['from'],
  error: `must not be after to, and at most ${MOST_DAYS} days before it`,
};

export const reportQuery = z.strictObject(reportFields).refine(isBounded, RANGE_PROBLEM);

/** What every report says besides its figures. */
export const reportHead = {
  from: z.string().meta({ example: '2026-11-01' }),
  to: z.string().meta({ example: '2026-11-30' }),
  /** Everything that had happened by then is in the figures; null before the first count. */
  counted_until: instant.nullable(),
};

/** An amount in rand as people write it, at least so many cents. */
export const cents = (least: number) =>
  z.string().transform((given, context) => {
    const read = parseRand(given);
    if (read !== undefined && read >= least) return read;
    context.addIssue({ code: 'custom', message: 'must be rand as in "5.00"' });
    return z.NEVER;
  });
export const rand = z.string().meta({ example: '5.00', description: 'rand' });
export const count = z.int();
/** What a row is about: a day, a carrier, a package. */
export const key = z.string();
