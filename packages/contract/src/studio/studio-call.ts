import type { StudioNeed } from '@bonisa/domain/staff/studio-access';
import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

type Schema = z.ZodType | undefined;

/**
 * The longest parameter of an address of the studio: the id of a passkey, which has at most 1,023
 * bytes (WebAuthn), in base64url.
 */
export const LONGEST_STUDIO_PARAM = 1400;

/** What a call of a protocol, such as tus, says in headers; a success has no body. */
export interface StudioProtocol {
  /** An object of the request's headers, by names in small letters. */
  readonly headers: z.ZodType;
  readonly status: 201 | 204;
  readonly answerHeaders: Readonly<
    Record<string, { readonly type: 'string' | 'integer'; readonly description: string }>
  >;
}

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
  /**
   * The media types of a body that is sent as it is: the bytes of a file. Such a call has no
   * `body`, and its handler reads the stream.
   */
  readonly takes?: readonly string[];
  readonly reply: Reply;
  /** The media types of an answer that is a file, which `reply` describes. */
  readonly answers?: readonly string[];
  /** Of a call that speaks a protocol in headers: its handler reads them and answers by itself. */
  readonly protocol?: StudioProtocol;
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
  | 'id'
  | 'method'
  | 'path'
  | 'tag'
  | 'summary'
  | 'needs'
  | 'takes'
  | 'reply'
  | 'answers'
  | 'protocol'
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
