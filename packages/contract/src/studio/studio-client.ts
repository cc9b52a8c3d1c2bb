import type { z } from 'zod';
import { CallError } from '../client.ts';
import type { ErrorBody, ErrorCode, FieldProblem } from '../errors.ts';
import type { AnyStudioCall, StudioCall } from './studio-call.ts';

/**
 * What a call of the studio is given: the parameters of its address, its query and its body, as
 * they go over the wire.
 */
export type StudioInputOf<Call> =
  Call extends StudioCall<infer Params, infer Query, infer Body, z.ZodType>
    ? Part<'params', Params> & Part<'query', Query> & Part<'body', Body>
    : never;

type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { readonly [Key in Name]?: z.input<Schema> }
    : { readonly [Key in Name]: z.input<Schema> }
  : Record<never, never>;

/** What a call of the studio answers. */
export type StudioReplyOf<Call> =
  Call extends StudioCall<infer _Params, infer _Query, infer _Body, infer Reply>
    ? z.output<Reply>
    : never;

/** Calls the studio by the contract's own declarations. */
export type StudioClient = <Call extends AnyStudioCall>(
  call: Call,
  input?: StudioInputOf<Call>,
  options?: { readonly signal?: AbortSignal | undefined },
) => Promise<StudioReplyOf<Call>>;

/** A request whose body is no JSON, or whose answer has more than a body. */
export interface StudioRequest {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Blob | string;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a call of the studio as it is given, and answers the response of a call that succeeded. */
export type StudioSender = <Call extends AnyStudioCall>(
  call: Call,
  input: StudioInputOf<Call> | undefined,
  request: StudioRequest,
) => Promise<Response>;

export interface StudioClientOptions {
  /** The page's `fetch`. */
  readonly fetch: typeof fetch;
  /** The token that a call which changes something shows; `me` tells it. */
  readonly csrfToken: () => string | undefined;
}

/** A refused call of the studio, with its code and the fields at fault. */
export class StudioCallError extends CallError {
  /** `undefined` where no readable answer came. */
  get code(): ErrorCode | undefined {
    return this.body?.code;
  }

  get fields(): readonly FieldProblem[] {
    return this.body?.fields ?? [];
  }
}

/** Creates the sender of files and other bodies. A refusal throws {@link StudioCallError}. */
export function createStudioSender({ fetch, csrfToken }: StudioClientOptions): StudioSender {
  return async (call, given, { headers, body, signal }) => {
    const token = call.method === 'GET' ? undefined : csrfToken();
    const init: RequestInit = {
      method: call.method,
      credentials: 'same-origin',
      headers: { ...headers, ...(token ? { 'x-csrf-token': token } : {}) },
      ...(body === undefined ? {} : { body }),
      ...(signal ? { signal } : {}),
    };
    const response = await send(fetch, addressOf(call, given ?? {}), init);
    if (response.ok) return response;
    const read: unknown = await response.json().catch(() => undefined);
    if (signal?.aborted) throw signal.reason;
    throw new StudioCallError(response.status, errorIn(read));
  };
}

/** Creates the typed client of the studio's calls. A refusal throws {@link StudioCallError}. */
export function createStudioClient(options: StudioClientOptions): StudioClient {
  const sender = createStudioSender(options);
  return async (call, given, { signal } = {}) => {
    const request: StudioRequest =
      call.body === undefined
        ? { signal }
        : {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify((given as LooseInput | undefined)?.body ?? {}),
            signal,
          };
    const response = await sender(call, given, request);
    const read: unknown = await response.json().catch(() => undefined);
    if (signal?.aborted) throw signal.reason;
    if (typeof read !== 'object' || read === null)
      throw new StudioCallError(response.status, undefined);
    return read as never;
  };
}

interface LooseInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The address of a call with its parameters and its query filled in. */
export function addressOf(
  { path }: Pick<AnyStudioCall, 'path'>,
  { params, query }: LooseInput,
): string {
  const given = (params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => {
    const value = given[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

async function send(fetcher: typeof fetch, path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetcher(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new StudioCallError(0, undefined);
  }
}

function errorIn(value: unknown): ErrorBody | undefined {
  const isError =
    typeof value === 'object' &&
    value !== null &&
    'description' in value &&
    typeof value.description === 'string';
  return isError ? (value as ErrorBody) : undefined;
}
