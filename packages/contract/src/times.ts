import { parseDay, parseMonth } from '@bonisa/domain/south-african-time';
import { z } from 'zod';

/**
 * Times as callers send them. Each is bounded: JavaScript's dates know years that PostgreSQL
 * refuses and the other way round, and a year of five digits sorts before one of four.
 */

const DAY_YEARS = { first: 2000, last: 2100 };
const INSTANT_YEARS = { first: 1970, last: 2200 };
const WINDOW_YEARS = { first: 1970, last: 9999 };

const yearProblem = ({ first, last }: typeof DAY_YEARS): string =>
  `must be in the years ${first} to ${last}`;

function calendar<Read extends string>(parse: (text: string) => Read | undefined, problem: string) {
  return z.string().transform((given, context) => {
    const read = parse(given);
    const year = Number(read?.slice(0, 4));
    if (read && year >= DAY_YEARS.first && year <= DAY_YEARS.last) return read;
    const message = read ? yearProblem(DAY_YEARS) : problem;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** A South African day of the calendar. */
export const dayInput = calendar(parseDay, 'must be a day as in 2026-11-20');

/** A South African month of the calendar. */
export const monthInput = calendar(parseMonth, 'must be a month as in 2026-11');

/** A point in time: ISO 8601, in UTC or with an offset from it. */
export const instantInput = instantIn(INSTANT_YEARS);

/** The beginning or the end of a window. Other systems write the year 9999 for no end. */
export const windowInstant = instantIn(WINDOW_YEARS);

function instantIn({ first, last }: typeof INSTANT_YEARS) {
  const [begin, end] = [Date.UTC(first, 0), Date.UTC(last + 1, 0)];
  return z.iso
    .datetime({ offset: true, error: 'must be a time such as 2026-11-23T08:00:00+02:00' })
    .refine(
      (text) => {
        const at = Date.parse(text);
        // What is no time has a problem of its own.
        return !(at < begin || at >= end);
      },
      { error: yearProblem({ first, last }) },
    );
}
