import type { StudioNeed } from '@bonisa/domain/staff/studio-access';
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

type Schema = z.ZodType | undefined;

/**
 * A call of the studio (`STUDIO_PORT`). Guard, audit, OpenAPI and the table of the tests
 * (`studio-table.test.ts`) are generated from it.
 */
export interface StudioCall<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends z.ZodType,
> {
  /** Its unique name: the operation's id in OpenAPI and the action in the audit. */
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Contains `:name` for each of `params`. Never a number: an address ends up in logs. */
  readonly path: `/studio/api/${string}`;
  readonly tag: string;
  readonly summary: string;
  /** Who may call it: one scope, or what `StudioNeed` names. */
  readonly needs: StudioNeed;
  /** A person must have shown a factor within the last minutes; no API key is enough. */
  readonly stepUp: boolean;
  /**
   * Whether a successful call is written to the audit: every call that changes something, and
   * every look at a number or at what belongs to it.
   */
  readonly audited: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** Besides those that every call may answer with ({@link STUDIO_ERRORS}). */
  readonly errors: readonly ErrorCode[];
}

/** Errors of the guard and the listener, which every call may answer with. */
export const STUDIO_ERRORS = [
  'invalid_request',
  'not_signed_in',
  'api_key_invalid',
  'foreign_origin',
  'account_needed',
  'csrf_token_invalid',
  'scope_missing',
  'step_up_needed',
  'too_many_requests',
] as const satisfies readonly ErrorCode[];

type Definition<
  Params extends Schema,
  Query extends Schema,
  Body extends Schema,
  Reply extends z.ZodType,
> = Pick<
  StudioCall<Params, Query, Body, Reply>,
  'id' | 'method' | 'path' | 'tag' | 'summary' | 'needs' | 'reply'
> & {
  readonly stepUp?: boolean;
  /** Default: whatever is no GET. `true` for a GET that looks at a number. */
  readonly audited?: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly errors?: readonly ErrorCode[];
};

/** Declares a call of the studio. */
export function studioCall<
  Reply extends z.ZodType,
  Params extends Schema = undefined,
  Query extends Schema = undefined,
  Body extends Schema = undefined,
>(call: Definition<Params, Query, Body, Reply>): StudioCall<Params, Query, Body, Reply> {
  return {
    ...call,
    stepUp: call.stepUp ?? false,
    audited: call.audited ?? call.method !== 'GET',
    params: call.params as Params,
    query: call.query as Query,
    body: call.body as Body,
    errors: call.errors ?? [],
  };
}

/** Any call of the studio. */
export type AnyStudioCall = StudioCall<Schema, Schema, Schema, z.ZodType>;
