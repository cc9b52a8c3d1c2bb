import { ApiError, type ErrorAnswer, NoAnswerError } from './errors.ts';

/**
 * How a call is made: method, path with `{name}` places, whether it takes the bearer token, and the
 * media types of a body that is sent as it is (without them the body is JSON).
 */
export type Address = readonly [
  method: string,
  path: string,
  auth?: 'bearer' | '',
  bytes?: readonly string[],
];

/** A body that is sent as it is: the bytes of a file. */
export type Bytes = Blob | Uint8Array | ReadableStream<Uint8Array>;

export interface ClientOptions {
  /** The address of the service, as `https://watch.example`; of the studio for its calls. */
  readonly baseUrl: string;
  /** The bearer token or API key, or what gets one. Sent with the calls that take one. */
  readonly token?: string | (() => string | Promise<string>);
  /** Default: the platform's own `fetch`. */
  readonly fetch?: typeof fetch;
  /** The longest wait for a whole answer, in milliseconds. Default: 30 seconds. */
  readonly timeoutMs?: number;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  /** Sent with this call, such as `x-csrf-token` or `idempotency-key`. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a call takes and answers, as the generated table of calls names it. */
export interface CallType {
  readonly input: object;
  readonly reply: unknown;
}

interface Input {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

type Arguments<Call extends CallType> =
  Record<never, never> extends Call['input']
    ? [input?: Call['input'], options?: CallOptions]
    : [input: Call['input'], options?: CallOptions];

/**
 * Makes a call by its `operationId`. Throws {@link ApiError} where the service refuses it, {@link
 * NoAnswerError} where there is no readable answer, and the signal's own reason where it aborts.
 */
export type Client<Calls extends Record<keyof Calls, CallType>> = <Name extends keyof Calls>(
  name: Name,
  ...rest: Arguments<Calls[Name]>
) => Promise<Calls[Name]['reply']>;

const TIMEOUT_MS = 30_000;

/** Creates a client of the calls of a table. Needs `fetch` and no browser. */
export function createClientOf<Calls extends Record<keyof Calls, CallType>>(
  addresses: { readonly [Name in keyof Calls]: Address },
  { baseUrl, token, fetch: given, timeoutMs: usual = TIMEOUT_MS, headers: always }: ClientOptions,
): Client<Calls> {
  const base = readBase(baseUrl);
  const fetcher = given ?? globalThis.fetch;
  const cookies = createCookies();
  return async (name, ...[input = {}, options = {}]) => {
    const operation = String(name);
    const [method, path, auth, bytes] = addresses[name] ?? unknownCall(operation);
    const { params = {}, query = {}, body } = input as Input;
    const bearer =
      auth && token ? await (typeof token === 'function' ? token() : token) : undefined;
    const sent = bytes ? bytesBody(operation, bytes, body) : jsonBody(method, body);
    const address = `${base}${placed(path, params)}${queryOf(query)}`;
    const headers = {
      accept: 'application/json',
      ...sent.headers,
      ...cookies.header(),
      ...always,
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...options.headers,
    };
    const deadline = createDeadline(options.timeoutMs ?? usual, options.signal);
    const { signal } = deadline;
    // A redirect would carry the token, or the body, to another address.
    const init = { method, headers, redirect: 'error', signal, ...sent.init } as const;
    let response: Response;
    let text: string;
    try {
      response = await fetcher(address, init);
      text = await response.text();
    } catch (cause) {
      // The caller aborted it: that is no failure of the call. Not every platform has a reason.
      if (options.signal?.aborted) throw options.signal.reason ?? cause;
      throw new NoAnswerError(operation, deadline.isOver() ? 'timeout' : 'network', 0, cause);
    } finally {
      deadline.end();
    }
    cookies.keep(response);
    return readAnswer(operation, response, text) as never;
  };
}

/**
 * A signal that aborts when the time is over or the caller's own signal does. By hand, because
 * React Native and the browsers of older televisions lack `AbortSignal.timeout` and
 * `AbortSignal.any`. `end` it once the answer is there.
 */
function createDeadline(timeoutMs: number, outer: AbortSignal | undefined) {
  const controller = new AbortController();
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, timeoutMs);
  const pass = (): void => controller.abort(outer?.reason);
  if (outer?.aborted) pass();
  else outer?.addEventListener('abort', pass);
  return {
    signal: controller.signal,
    isOver: (): boolean => isOver,
    end: (): void => {
      clearTimeout(timer);
      outer?.removeEventListener('abort', pass);
    },
  };
}

interface SentBody {
  readonly headers: Readonly<Record<string, string>>;
  readonly init: RequestInit & { readonly duplex?: 'half' };
}

function jsonBody(method: string, body: unknown): SentBody {
  if (method === 'GET' || method === 'DELETE') return { headers: {}, init: {} };
  return {
    headers: { 'content-type': 'application/json' },
    init: { body: JSON.stringify(body ?? {}) },
  };
}

/** The bytes of a file as they are: with the type of a Blob that the call takes, or the first. */
function bytesBody(operation: string, types: readonly string[], body: unknown): SentBody {
  const isStream = typeof ReadableStream === 'function' && body instanceof ReadableStream;
  if (!isStream && !(body instanceof Blob) && !(body instanceof Uint8Array))
    throw new TypeError(`${operation} takes a Blob, a Uint8Array or a ReadableStream as its body`);
  const own = body instanceof Blob ? types.find((type) => type === body.type) : undefined;
  return {
    headers: { 'content-type': own ?? types[0] ?? 'application/octet-stream' },
    // The platform sends a stream only if it is told not to wait for the answer meanwhile.
    init: { body: body as BodyInit, ...(isStream ? { duplex: 'half' } : {}) },
  };
}

function unknownCall(operation: string): never {
  throw new TypeError(`there is no call named ${operation}`);
}

/**
 * The base without a trailing slash. Throws unless it is http or https without credentials. By
 * hand: the `URL` of React Native has no parts.
 */
function readBase(baseUrl: string): string {
  const [, host, rest = ''] = /^https?:\/\/([^/?#\\\s]+)([^\\\s]*)$/i.exec(baseUrl) ?? [];
  if (host === undefined) throw new TypeError('baseUrl must be http or https');
  if (host.includes('@')) throw new TypeError('baseUrl must hold no credentials');
  if (/[?#]/.test(rest)) throw new TypeError('baseUrl must have no query and no fragment');
  return baseUrl.replace(/\/+$/, '');
}

/** Puts parameters into a path. Throws where one is missing or would be another path. */
function placed(path: string, params: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{([^}]+)\}/g, (_place, name: string) => {
    const value = String(params[name] ?? '');
    if (value === '' || value === '.' || value === '..')
      throw new TypeError(`the parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}

/** By hand: the `URLSearchParams` of React Native takes no list of pairs. */
function queryOf(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`],
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function readAnswer(operation: string, response: Response, text: string): unknown {
  if (response.ok && text === '') return undefined;
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new NoAnswerError(operation, 'unreadable', response.status, cause);
  }
  if (response.ok) return read;
  if (isError(read)) throw new ApiError(operation, response.status, read);
  throw new NoAnswerError(operation, 'unreadable', response.status);
}

function isError(read: unknown): read is ErrorAnswer {
  const { code, description } = (read ?? {}) as Partial<ErrorAnswer>;
  return typeof code === 'string' && typeof description === 'string';
}

/**
 * The cookies of the service, where the platform shows them (Node; a browser and React Native keep
 * their own): a session lives in one. They go to this service only, because redirects are not
 * followed.
 */
function createCookies() {
  const kept = new Map<string, string>();
  return {
    header: (): Record<string, string> =>
      kept.size === 0 ? {} : { cookie: [...kept].map((pair) => pair.join('=')).join('; ') },
    keep(response: Response): void {
      for (const line of response.headers.getSetCookie?.() ?? []) {
        const [pair = ''] = line.split(';', 1);
        const at = pair.indexOf('=');
        if (at <= 0) continue;
        const [name, value] = [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
        if (value === '' || /;\s*max-age=0\b/i.test(line)) kept.delete(name);
        else kept.set(name, value);
      }
    },
  };
}
