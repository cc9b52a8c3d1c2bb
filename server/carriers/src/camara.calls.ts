/**
 * One authorised call to a CAMARA API: token, correlation id, time limit, one fresh token after a
 * 401, a pause if the carrier asks for one, and the answer sorted into the few kinds that
 * operations distinguish.
 */
import { randomUUID } from 'node:crypto';
import type { Msisdn } from '@bonisa/domain/numbers/msisdn';
import { startStopwatch } from '@bonisa/kit/clock/stopwatch';
import { addFacts, childSpan } from '@bonisa/kit/tracing/spans';
import { type Answer, misconfigured, sorted } from './camara.answers.ts';
import type { ApiName, Apis } from './camara.apis.ts';
import type { CarrierHttp, HttpRequest } from './camara.http.ts';
import type { TokenResult, Tokens } from './camara.tokens.ts';

/**
 * Time limits in milliseconds. `charge` is for everything that moves money, `lookup` for everything
 * that only reads.
 */
export interface CarrierTimeouts {
  sendCode: number;
  validateCode: number;
  charge: number;
  lookup: number;
  message: number;
  token: number;
  connect: number;
}

export const DEFAULT_TIMEOUTS: CarrierTimeouts = {
  sendCode: 5000,
  validateCode: 5000,
  charge: 10_000,
  lookup: 5000,
  message: 5000,
  token: 5000,
  connect: 3000,
};

export interface Call {
  method: 'GET' | 'POST';
  api: ApiName;
  /** Below the API's name and version. */
  path: string;
  scope: string;
  /** With a number the token stands for it (3-legged), and the body must not name it. */
  forNumber?: Msisdn;
  body?: unknown;
  /** Headers beyond those of every call. */
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Our id of the call's subject, so that a dispute can be traced: sent as `x-correlator`. */
  correlator?: string | undefined;
  /** The carrier counts it against the calls that it takes in a second. */
  counted?: boolean;
  /**
   * Codes about the subject of the call, such as `NOT_FOUND` of a payment; all others mean that our
   * request is wrong.
   */
  theirs?: readonly string[];
}

export type AskCarrier = (call: Call) => Promise<Answer>;

/** What the operations of an API need to make their calls. */
export interface Caller {
  readonly ask: AskCarrier;
  readonly apis: Apis;
  readonly timeouts: CarrierTimeouts;
}

/**
 * A call is sent within this time or not at all: two tokens and one answer take less. It is longer
 * where the process stood still, and then others may have taken the work over.
 */
const SENT_WITHIN_MS = 25_000;

/** CAMARA Commonalities, x-correlator. */
const X_CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{1,256}$/;

export interface CallsOptions {
  /** The client for an origin. */
  httpOf: (origin: string) => CarrierHttp;
  apis: Apis;
  tokens: Tokens;
  /** The id of the current request, if there is one. */
  correlationId: () => string | undefined;
  now: () => Date;
  /** Waits for the carrier's next window before a counted call is sent a second time. */
  nextWindow: () => Promise<unknown>;
}

interface Base {
  readonly origin: string;
  /** With the API's name and version. */
  readonly path: string;
}

/** Makes `ask`. It never throws because of the network or the carrier. */
export function createCalls(options: CallsOptions): AskCarrier {
  const pauses = createPauses(options.now);
  const bases = new Map<ApiName, Base>();

  /** The address of an API, read once. */
  function baseOf(api: ApiName): Base {
    const known = bases.get(api);
    if (known) return known;
    const { root, version } = options.apis[api];
    const { origin, pathname } = new URL(root);
    const base = { origin, path: `${pathname.replace(/\/+$/, '')}/${api}/${version}` };
    bases.set(api, base);
    return base;
  }

  async function once(call: Call, token: string, correlator: string): Promise<Answer> {
    const { origin, path } = baseOf(call.api);
    const request: HttpRequest = {
      method: call.method,
      path: `${path}${call.path}`,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'x-correlator': correlator,
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      timeoutMs: call.timeoutMs,
    };
    // No `traceparent`: the carrier finds our call by `x-correlator`, and needs no more of us.
    const result = await childSpan(
      () => ({
        name: `${call.method} ${call.api}`,
        kind: 'client',
        facts: { 'http.request.method': call.method, 'bonisa.x_correlator': correlator },
      }),
      async (span) => {
        const result = await options.httpOf(origin).send(request);
        if (result.kind === 'reply') addFacts(span, { 'http.response.status_code': result.status });
        else addFacts(span, { 'error.type': result.kind });
        return result;
      },
    );
    if (result.kind === 'not_sent') return { kind: 'not_done', cause: 'not_connected' };
    if (result.kind === 'lost') return result;
    return sorted(result, options.now(), call.theirs ?? []);
  }

  function token(call: Call): Promise<TokenResult> {
    return call.forNumber === undefined
      ? options.tokens.forClient(call.scope)
      : options.tokens.forNumber(call.scope, call.forNumber);
  }

  return async (call) => {
    const passed = startStopwatch();
    const correlator = correlatorOf(call.correlator, options.correlationId());
    for (let attempt = 1; ; attempt++) {
      const waits = pauses.left(call.api);
      if (waits > 0)
        return { kind: 'not_done', cause: 'too_many_requests', retryAfterSeconds: waits };
      const held = await token(call);
      if (held.kind !== 'token') return withoutToken(held, call);
      if (passed() > SENT_WITHIN_MS) return { kind: 'not_done', cause: 'not_connected' };
      const answer = await once(call, held.value, correlator);
      pauses.learn(call.api, answer);
      if (answer.kind !== 'refused' || answer.status !== 401) return answer;
      // A 401 means that nothing was done: the same request may be sent once more, with a new
      // token.
      options.tokens.forget(call.scope, held.value);
      if (attempt === 2) return misconfigured(answer.status, answer.code);
      // The pace has granted one call in this window: a withdrawn token must not double the rate.
      if (call.counted) await options.nextWindow();
    }
  };
}

function withoutToken(held: Exclude<TokenResult, { kind: 'token' }>, call: Call): Answer {
  if (held.kind === 'none')
    return { kind: 'not_done', cause: 'no_token', ...waitFor(held.retryAfterSeconds) };
  // A refused token for a number concerns the number; a refused token for our client concerns us.
  if (held.because === 'grant' && call.forNumber !== undefined) return { kind: 'number_refused' };
  return misconfigured('token', held.error);
}

function waitFor(seconds: number | undefined): { retryAfterSeconds?: number } {
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

/**
 * Until when each API asks us to wait (`Retry-After` of a 429 or a 5xx): earlier calls are not
 * sent.
 */
function createPauses(now: () => Date) {
  const until = new Map<ApiName, number>();
  return {
    /** Whole seconds, 0 for none. */
    left: (api: ApiName): number =>
      Math.max(0, Math.ceil(((until.get(api) ?? 0) - now().getTime()) / 1000)),
    learn: (api: ApiName, answer: Answer): void => {
      const seconds =
        answer.kind === 'not_done' || answer.kind === 'lost' ? (answer.retryAfterSeconds ?? 0) : 0;
      if (seconds > 0)
        until.set(api, Math.max(until.get(api) ?? 0, now().getTime() + seconds * 1000));
    },
  };
}

function correlatorOf(...ids: readonly (string | undefined)[]): string {
  return ids.find((id) => id !== undefined && X_CORRELATOR.test(id)) ?? randomUUID();
}
