import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * A read of the content APIs (rows C1 to C9). An entity answers as itself, a list as `{data: […]}`
 * (a paged one also `page`, `lastPage`, `total`), slugs as `{data: ["…"]}`. Every read answers to
 * GET, with its fields as query parameters (`ETag`, `Cache-Control: public`, 304); those that the
 * specification makes a POST answer to POST as well, with the same fields in a JSON body.
 */
export interface ContentCall<
  Params extends z.ZodObject | undefined,
  Fields extends z.ZodObject | undefined,
  Reply extends z.ZodType,
> {
  /** With `:name` for each of `params`. */
  readonly path: `/content/${'v1' | 'v2'}/${string}`;
  readonly summary: string;
  /** `true` where POST answers beside GET. */
  readonly post: boolean;
  /** What stands in the path. */
  readonly params: Params;
  /** What stands in the query or in the body. */
  readonly fields: Fields;
  readonly reply: Reply;
  readonly errors: readonly ErrorCode[];
  /** One whole answer's worth of fields, for the documents. */
  readonly example?: Readonly<Record<string, unknown>>;
}

type Definition<
  Params extends z.ZodObject | undefined,
  Fields extends z.ZodObject | undefined,
  Reply extends z.ZodType,
> = Omit<ContentCall<Params, Fields, Reply>, 'params' | 'fields'> & {
  readonly params?: Params;
  readonly fields?: Fields;
};

/** Declares a read; without `params` or `fields` it has none. */
export function contentCall<
  Reply extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Fields extends z.ZodObject | undefined = undefined,
>(call: Definition<Params, Fields, Reply>): ContentCall<Params, Fields, Reply> {
  return { ...call, params: call.params as Params, fields: call.fields as Fields };
}
