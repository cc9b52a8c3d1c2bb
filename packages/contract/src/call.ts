import { z } from 'zod';
import { ADDRESSES, type CallName } from './addresses.ts';
import type { ErrorCode } from './errors.ts';
import { OPERATION_IDS } from './operation-ids.ts';
import { HALF_CHARACTER, isWellFormed } from './well-formed.ts';

/**
 * The required rights of a call: none; the CSRF token of the visit; a signed-in session; a session
 * with its CSRF token; a bearer token of the content API. With `+device` a device that was signed
 * in by code may make the call, too, with its access token: these calls are all that a device may.
 */
export type CallAuth =
  | 'anyone'
  | 'anyone+device'
  | 'csrf'
  | 'session'
  | 'session+device'
  | 'session+csrf'
  | 'bearer';

/**
 * One call: its address, its auth, its body and reply, and the errors that it can return. OpenAPI
 * and the typed client are generated from it.
 */
export interface Call<Body extends z.ZodType | undefined, Reply extends z.ZodType> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** The stable name of the call in the OpenAPI document: a verb and a noun. */
  readonly operationId: string;
  readonly tag: string;
  readonly summary: string;
  readonly auth: CallAuth;
  readonly body: Body;
  readonly reply: Reply;
  /** `true` where the call may also return 204 without a body. */
  readonly mayBeEmpty?: boolean;
  readonly errors: readonly ErrorCode[];
  /** The answers to refusals have the fields of RFC 6749 (`error`), too. */
  readonly isOAuth?: true;
}

type Definition<Body extends z.ZodType | undefined, Reply extends z.ZodType> = Omit<
  Call<Body, Reply>,
  'method' | 'path' | 'operationId'
>;

/** Declares a same-origin call whose address is listed in `addresses.ts`. */
export function defineCall<Body extends z.ZodType | undefined, Reply extends z.ZodType>(
  name: CallName,
  definition: Definition<Body, Reply>,
): Call<Body, Reply> {
  return { ...ADDRESSES[name], operationId: OPERATION_IDS[name], ...definition };
}

const NUL = '\u0000';

/**
 * Text of at most `max` characters. NUL is rejected because PostgreSQL cannot store it, and half a
 * surrogate pair because it cannot store that in JSON.
 */
export function text(max: number) {
  return z
    .string()
    .max(max)
    .refine((value) => !value.includes(NUL), { error: 'must not contain NUL' })
    .refine(isWellFormed, HALF_CHARACTER);
}

/**
 * A field that may be absent, null or '' (interfaces 'The site'); all three are read as
 * `undefined`.
 */
export function absent<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    schema.optional(),
  );
}

/** A text that a change may leave out or give as null, and that '' clears. */
export function clearable<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === null ? undefined : value), schema.optional());
}

/** A flag as a page may send it: a boolean, 'yes', 'no', 'true', 'false', '1' or '0'. */
export const flag = z.union([
  z.boolean(),
  z
    .enum(['yes', 'no', 'true', 'false', '1', '0'])
    .transform((value) => value === 'yes' || value === 'true' || value === '1'),
]);

/** The id that a page gives to one run of the opt-in flow. */
export const transactionId = text(128);

/** A point in time on the wire: ISO 8601 in UTC. */
export const instant = z.iso.datetime();

/** The name of a package as a page showed it. */
export const shownName = text(80).min(1);

/** A price as a page showed it. */
export const shownPrice = z
  .string()
  .regex(/^[0-9]{1,4}\.[0-9]{2}$/, { error: 'must be an amount such as 5.00' });
