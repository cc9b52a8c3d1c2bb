import { parseRand } from '@bonisa/domain/money/rand';
import { parseDay } from '@bonisa/domain/south-african-time';
import { isReportable, MOST_REPORT_DAYS } from '@bonisa/domain/staff/report-range';
import { z } from 'zod';
import { absent, instant, text } from '../call.ts';
import { dayInput } from '../times.ts';

const id = text(64).min(1);

/** Range and filters that every report takes. Without a range: the last 30 days. */
export const reportFields = {
  from: absent(dayInput),
  to: absent(dayInput),
  carrier: absent(id),
  package: absent(id),
};

type Range = { from?: string | undefined; to?: string | undefined };

/**
 * Whether a range with both ends is forwards and short enough; for `refine` with
 * {@link RANGE_PROBLEM}. The server judges a range with one end once it knows the other.
 */
export function isBounded({ from, to }: Range): boolean {
  const first = from && parseDay(from);
  const last = to && parseDay(to);
  return !first || !last || isReportable({ from: first, to: last });
}

export const RANGE_PROBLEM = {
  path: ['from'],
  error: `must not be after to, and at most ${MOST_REPORT_DAYS} days before it`,
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
/** What a carrier or package is called now; null for a day, and where nothing has this key. */
export const name = z.string().nullable();
