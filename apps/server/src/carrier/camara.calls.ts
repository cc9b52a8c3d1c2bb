/**
 * One authorised call to a CAMARA API: token, correlation id, time limit, one fresh token after a 401, and the answer
 * sorted into the few kinds that the operations tell apart.
 */
import { randomUUID } from 'node:crypto';
import type { Msisdn } from '@bonisa/domain/msisdn';
import { z } from 'zod';
import { type CarrierHttp, type HttpReply, retryAfter } from './camara.http.ts';
import type { TokenResult, Tokens } from './camara.tokens.ts';
import type { Unavailable, UnavailableCause, Unknown, UnknownCause } from './carrier.port.ts';

/** Time limits in milliseconds. `charge` holds for everything that moves money, `lookup` for everything that only asks. */
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
  /** Below the API root: base path and operation. */
  path: string;
  scope: string;
  /** With a number the token stands for it (3-legged), and the body must not name it. */
  forNumber?: Msisdn;
  body?: unknown;
  /** Headers beyond those of every call. */
  headers?: Readonly<Record<string, string>>;
  timeoutMs: number;
}

export type Answer =
  /** `totalCount`: how many entries a listing has altogether, where the carrier says it. */
  | { kind: 'ok'; status: number; body: unknown; totalCount?: number }
  /** The carrier says no, in CAMARA's words. */
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'not_done'; cause: UnavailableCause; retryAfterSeconds?: number }
  | { kind: 'lost'; cause: Exclude<UnknownCause, 'already_submitted'> }
  /** The token endpoint gives no token for this number; `unknown`: it says so of the number and not of tokens for numbers at all. */
  | { kind: 'number_refused'; unknown: boolean };

export type AskCarrier = (call: Call) => Promise<Answer>;

const errorInfo = z.object({ status: z.number().int(), code: z.string().min(1).max(128), message: z.string() });

/** CAMARA Commonalities, x-correlator. */
const X_CORRELATOR = /^[a-zA-Z0-9\-_:;./<>{}]{1,256}$/;

export interface CallsOptions {
  http: CarrierHttp;
  tokens: Tokens;
  /** The path of the API root, without a slash at its end. */
  rootPath: string;
  /** The id of the request that is being served, where there is one. */
  correlationId: () => string | undefined;
  now: () => Date;
}

/** Makes `ask`. It never throws for what the network or the carrier does. */
export function createCalls(options: CallsOptions): AskCarrier {
  async function once(call: Call, token: string): Promise<Answer> {
    const result = await options.http.send({
      method: call.method,
      path: options.rootPath + call.path,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        'x-correlator': correlator(options.correlationId()),
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      timeoutMs: call.timeoutMs,
    });
    if (result.kind === 'not_sent') return { kind: 'not_done', cause: 'not_connected' };
    return result.kind === 'lost' ? result : sorted(result, options.now());
  }

  function token(call: Call): Promise<TokenResult> {
    return call.forNumber === undefined ? options.tokens.forClient(call.scope) : options.tokens.forNumber(call.scope, call.forNumber);
  }

  return async (call) => {
    for (let attempt = 1; ; attempt++) {
      const held = await token(call);
      if (held.kind === 'refused' && call.forNumber !== undefined) return { kind: 'number_refused', unknown: held.because === 'grant' };
      if (held.kind !== 'token') return { kind: 'not_done', cause: 'no_token' };
      const answer = await once(call, held.value);
      if (answer.kind !== 'refused' || answer.status !== 401) return answer;
      // A 401 says that nothing was done: the same request may be made once more, with a new token.
      options.tokens.forget(call.scope, held.value);
      if (attempt === 2) return { kind: 'not_done', cause: 'not_permitted' };
    }
  };
}

function correlator(id: string | undefined): string {
  return id !== undefined && X_CORRELATOR.test(id) ? id : randomUUID();
}

function sorted(reply: HttpReply, now: Date): Answer {
  const { status } = reply;
  if (status >= 200 && status < 300) return { kind: 'ok', status, body: reply.body, ...totalCount(reply) };
  if (status === 429) {
    const seconds = retryAfter(reply, now);
    return { kind: 'not_done', cause: 'too_many_requests', ...(seconds === undefined ? {} : { retryAfterSeconds: seconds }) };
  }
  if (status >= 500 || status === 408) return { kind: 'lost', cause: 'carrier_error' };
  if (status === 401) return { kind: 'refused', status, code: 'UNAUTHENTICATED', message: '' };
  const error = errorInfo.safeParse(reply.body);
  // A 4xx that is not the carrier's own error may come from something between us: it proves nothing.
  if (status < 400 || !error.success) return { kind: 'lost', cause: 'unreadable_reply' };
  if (error.data.code === 'PERMISSION_DENIED') return { kind: 'not_done', cause: 'not_permitted' };
  return { kind: 'refused', status, code: error.data.code, message: error.data.message };
}

function totalCount(reply: HttpReply): { totalCount?: number } {
  const value = reply.headers['x-total-count'];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? { totalCount: Number(value) } : {};
}

/** The outcome of an operation that may have been done. */
export function notDoneOrUnknown(answer: Exclude<Answer, { kind: 'ok' | 'refused' }>): Unavailable | Unknown {
  return answer.kind === 'lost' ? { outcome: 'unknown', cause: answer.cause } : notDone(answer);
}

/** The outcome of an operation that only asks: nothing is lost with its answer. */
export function notToldYet(answer: Exclude<Answer, { kind: 'ok' | 'refused' }>): Unavailable {
  if (answer.kind !== 'lost') return notDone(answer);
  return { outcome: 'unavailable', cause: answer.cause === 'timed_out' ? 'timed_out' : 'carrier_error' };
}

function notDone(
  answer: { kind: 'not_done'; cause: UnavailableCause; retryAfterSeconds?: number } | { kind: 'number_refused'; unknown: boolean },
): Unavailable {
  if (answer.kind === 'number_refused') return { outcome: 'unavailable', cause: 'no_token' };
  const { cause, retryAfterSeconds } = answer;
  return { outcome: 'unavailable', cause, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** An unreadable success: it may have been done. */
export const UNREADABLE: Unknown = { outcome: 'unknown', cause: 'unreadable_reply' };
/** A refusal that has no word of its own where something is only asked. */
export const NO_ANSWER: Unavailable = { outcome: 'unavailable', cause: 'no_answer' };
/** An unreadable answer where something is only asked. */
export const CARRIER_ERROR: Unavailable = { outcome: 'unavailable', cause: 'carrier_error' };
