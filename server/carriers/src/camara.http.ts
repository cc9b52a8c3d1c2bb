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

async function send(pool: Pool, request: HttpRequest): Promise<HttpResult> {
  const limit = new AbortController();
  let left = false;
  const passed = startStopwatch();
  const client = pool.compose(
    noticeDeparture((controller) => {
      // A process that stood still, or whose machine was paused, finds an open connection before
      // its timer: what was to be sent then must not be sent now, because others have taken the
      // work over.
      if (passed() > request.timeoutMs) controller.abort(new Error('too late'));
      // undici gives a waiting request up only when its turn comes, before it is written.
      left ||= !(limit.signal.aborted || controller.aborted);
    }),
  );
  const { promise: tooLate, resolve } = Promise.withResolvers<HttpResult>();
  const timer = setTimeout(() => {
    limit.abort();
    if (!left) resolve({ kind: 'not_sent' });
  }, request.timeoutMs);

  const answer = async (): Promise<HttpResult> => {
    try {
      const reply = await client.request({
        method: request.method,
        path: request.path,
        headers: request.headers,
        signal: limit.signal,
        ...(request.body === undefined ? {} : { body: request.body }),
      });
      const text = await reply.body.text();
      return {
        kind: 'reply',
        status: reply.statusCode,
        headers: reply.headers,
        // A body that is not JSON is sorted later: the caller's schema makes it 'unreadable'.
        body: parsedJson(text),
      };
    } catch {
      // Whether the first byte was written says more than the kind of error: a refused connection,
      // an unresolved name and a time limit in the queue all end before that.
      if (!left) return { kind: 'not_sent' };
      return { kind: 'lost', cause: limit.signal.aborted ? 'timed_out' : 'connection_lost' };
    } finally {
      clearTimeout(timer);
    }
  };
  return Promise.race([answer(), tooLate]);
}

/** undici tells a handler `onRequestStart` right before it writes the request to a socket. */
function noticeDeparture(
  departed: (controller: Dispatcher.DispatchController) => void,
): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        departed(controller);
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });
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
