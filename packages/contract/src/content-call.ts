import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * A read of the content APIs (rows C1 to C9). An entity is returned as itself, a list as `{data:
 * […]}` (a paged list also with `page`, `lastPage`, `total`), slugs as `{data: ["…"]}`. Every read
 * accepts GET with its fields as query parameters (`ETag`, `Cache-Control: public`, 304). The reads
 * that the specification defines as POST also accept POST, with the same fields in a JSON body.
 */
export interface ContentCall<
  Params extends z.ZodObject | undefined,
  Fields extends z.ZodObject | undefined,
  Reply extends z.ZodType,
> {
  /** Contains `:name` for each of `params`. */
  readonly path: `/content/${'v1' | 'v2'}/${string}`;
  /** What is read, for the names of its operations (`getHomeSlides`, `queryHomeSlides`). */
  readonly noun: string;
  readonly summary: string;
  /** `true` where the read accepts POST as well as GET. */
  readonly post: boolean;
  /** The path parameters. */
  readonly params: Params;
  /** The fields of the query or the body. */
  readonly fields: Fields;
  readonly reply: Reply;
  readonly errors: readonly ErrorCode[];
  /** A complete set of field values, for the API documents. */
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

/** Declares a read; without `params` or `fields` it takes none. */
export function contentCall<
  Reply extends z.ZodType,
  Params extends z.ZodObject | undefined = undefined,
  Fields extends z.ZodObject | undefined = undefined,
>(call: Definition<Params, Fields, Reply>): ContentCall<Params, Fields, Reply> {
  return { ...call, params: call.params as Params, fields: call.fields as Fields };
}
