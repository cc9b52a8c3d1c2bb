import { z } from 'zod';

/** Correlation id of CAMARA (Commonalities, x-correlator). */
export const CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{0,256}$/;

/** An E.164 number with its plus. */
export const phoneNumber = z
  .string()
  .regex(/^\+[1-9][0-9]{4,14}$/, 'must be a number in E.164 form, with the +');

/** RFC 3339 with a time zone, read as a Date. */
export const dateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/**
 * A whole number in a query; its range is judged by the service, as a range has an error of its
 * own.
 */
export const queryInteger = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform(Number);

/** A query parameter that may be repeated. */
export function queryList<T extends readonly [string, ...string[]]>(values: T) {
  return z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(z.enum(values)).max(values.length).optional(),
  );
}

/** Texts of a request are kept; none is longer than anybody needs. */
export const shortText = z.string().max(512);
export const identifier = z.string().min(1).max(256);
