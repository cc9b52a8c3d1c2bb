import { z } from 'zod';

/** A CAMARA correlation id (Commonalities, x-correlator). */
export const CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{0,256}$/;

/** An E.164 number with its plus sign. */
export const phoneNumber = z
  .string()
  .regex(/^\+[1-9][0-9]{4,14}$/, 'must be a number in E.164 form, with the +');

/** RFC 3339 with a time zone, parsed as a Date. */
export const dateTime = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/**
 * An integer in a query. The service checks the range, because a range error has a code of its own.
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

/** A stored text of a request, limited in length. */
export const shortText = z.string().max(512);
export const identifier = z.string().min(1).max(256);

/** The query fields of all CAMARA lists: the page, the order and the merchant. */
export const listQueryFields = {
  page: queryInteger.default(1),
  perPage: queryInteger.default(10),
  order: z.enum(['desc', 'asc']).default('desc'),
  merchantIdentifier: shortText.optional(),
};
