/**
 * HTTP to the carrier: one pool of kept-alive connections, a time limit for each call, and a plain
 * result. It distinguishes a request that never left us (`not_sent`) from one that may have taken
 * effect (`lost`).
 */

import { startStopwatch } from '@bonisa/kit/clock/stopwatch';
import { parsedJson } from '@bonisa/kit/json';
import { type Dispatcher, Pool } from 'undici';

export interface HttpRequest {
  method: 'GET' | 'POST';
  /** From the origin on, query included. */
  path: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

/** `body` is the parsed JSON; `undefined` if there is none. */
export interface HttpReply {
  kind: 'reply';
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  body: unknown;
}

export type HttpResult =
  | HttpReply
  | { kind: 'not_sent' }
  | { kind: 'lost'; cause: 'timed_out' | 'connection_lost' };

export interface HttpOptions {
  /** The most concurrent requests; the rest wait. */
  connections: number;
  connectTimeoutMs: number;
  /** A longer answer is treated as lost. */
  maxReplyBytes: number;
}

export interface CarrierHttp {
  send(request: HttpRequest): Promise<HttpResult>;
  close(): Promise<void>;
}

export const HTTP_DEFAULTS: HttpOptions = {
  connections: 64,
  connectTimeoutMs: 3000,
  maxReplyBytes: 4 * 1024 * 1024,
};

/** Makes the client for one origin. `send` never throws. */
export function createCarrierHttp(
  origin: string,
  options: HttpOptions = HTTP_DEFAULTS,
): CarrierHttp {
  const pool = new Pool(origin, {
    connections: options.connections,
    connect: { timeout: options.connectTimeoutMs },
    maxResponseSize: options.maxReplyBytes,
    // Shorter than any sensible server's own limit, so that a request seldom meets a closing
    // connection.
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 60_000,
  });

  return {
    send: (request) => send(pool, request),
    close: async () => {
      if (!pool.closed) await pool.close();
    },
  };
}

/**
 * Sends one request by undici's lowest interface: a stream, a signal and an interceptor for each
 * call would cost a job process more than the call itself.
 */
function send(pool: Pool, request: HttpRequest): Promise<HttpResult> {
  const { promise, resolve } = Promise.withResolvers<HttpResult>();
  const passed = startStopwatch();
  const chunks: Buffer[] = [];
  let [left, late] = [false, false];
  let [status, headers]: [number, Headers] = [0, {}];
  let sending: Dispatcher.DispatchController | undefined;

  const finish = (result: HttpResult): void => {
    clearTimeout(timer);
    resolve(result);
  };
  // Whether the first byte was written says more than the kind of error: a refused connection, an
  // unresolved name and a time limit in the queue all end before that.
  const fail = (): void =>
    finish(
      left ? { kind: 'lost', cause: late ? 'timed_out' : 'connection_lost' } : { kind: 'not_sent' },
    );
  const timer = setTimeout(() => {
    late = true;
    if (left) sending?.abort(new Error('too late'));
    else fail();
  }, request.timeoutMs);

  const handler: Dispatcher.DispatchHandler = {
    /** undici calls it right before it writes the request to a socket. */
    onRequestStart: (controller) => {
      sending = controller;
      // A process that stood still, or whose machine was paused, finds an open connection before
      // its timer: what was to be sent then must not be sent now, because others have taken the
      // work over.
      if (late || passed() > request.timeoutMs) controller.abort(new Error('too late'));
      left ||= !controller.aborted;
    },
    onResponseStart: (_, code, given) => {
      [status, headers] = [code, given];
    },
    onResponseData: (_, chunk) => {
      chunks.push(chunk);
    },
    onResponseEnd: () =>
      // A body that is not JSON is sorted later: the caller's schema makes it 'unreadable'.
      finish({ kind: 'reply', status, headers, body: parsedJson(textOf(chunks)) }),
    onResponseError: fail,
  };
  const { method, path, headers: sent, body = null } = request;
  try {
    pool.dispatch({ method, path, headers: sent, body }, handler);
  } catch {
    fail();
  }
  return promise;
}

type Headers = HttpReply['headers'];

/** Removes the mark of UTF-8, with which some carriers begin. */
const UTF_8 = new TextDecoder();

function textOf(chunks: readonly Buffer[]): string {
  const [first] = chunks;
  return UTF_8.decode(chunks.length === 1 ? first : Buffer.concat(chunks));
}

const LONGEST_WAIT_S = 86_400;

/**
 * `Retry-After` in whole seconds, at most a day: both of its forms (RFC 9110 10.2.3), a number of
 * seconds and an HTTP date. A date counts from when the carrier says that it answered, since its
 * clock may differ from ours, else from `now`. `undefined` for anything else.
 */
export function retryAfter({ headers }: HttpReply, now: Date): number | undefined {
  const value = headers['retry-after'];
  if (typeof value !== 'string') return undefined;
  if (/^\d{1,9}$/.test(value)) return Math.min(Number(value), LONGEST_WAIT_S);
  const at = httpDate(value);
  if (at === undefined) return undefined;
  const answered = httpDate(headers.date) ?? now.getTime();
  return Math.min(Math.max(Math.ceil((at - answered) / 1000), 0), LONGEST_WAIT_S);
}

/** `Date` alone accepts many texts that are no date. */
function httpDate(value: string | string[] | undefined): number | undefined {
  const at =
    typeof value === 'string' && /^[A-Z][a-z]+, .* GMT$/.test(value)
      ? Date.parse(value)
      : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
