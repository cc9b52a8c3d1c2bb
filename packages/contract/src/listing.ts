import { z } from 'zod';
import { absent } from './call.ts';

/** The query fields of paged lists. */

/** Interfaces 'Content': `limit` is at most 100. */
export const MAX_LIMIT = 100;
const MAX_PAGE = 100_000;

/** A whole number, also as the text of a query parameter. */
export function wholeNumber(min: number, max: number) {
  const refusal = { error: `must be a whole number from ${min} to ${max}` };
  const shape = z.union(
    [
      z.int(refusal),
      z
        .string()
        .regex(/^\d{1,9}$/, refusal)
        .transform(Number),
    ],
    refusal,
  );
  return shape.refine((value) => value >= min && value <= max, refusal);
}

/** Counted from 1. */
export const pageNumber = absent(wholeNumber(1, MAX_PAGE));
export const pageSize = absent(wholeNumber(1, MAX_LIMIT));
/** Counted from 0. */
export const offset = absent(wholeNumber(0, MAX_PAGE));
/** A catalogue id. */
export const entityId = wholeNumber(1, 999_999_999);
