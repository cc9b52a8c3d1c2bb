/**
 * What an HTTP answer of the carrier means, in the few kinds that the operations tell apart. Above
 * all, a refusal of our own request (a wrong path, a missing permission, a field that the carrier
 * does not take) is told apart from a refusal of the subscriber: it says nothing about anybody.
 */
import { z } from 'zod';
import { type HttpReply, retryAfter } from './camara.http.ts';
import type { Unavailable, UnavailableCause, Unknown, UnknownCause } from './carrier-outcome.ts';
import { isSubmittedBefore } from './carrier-text.ts';

export type Answer =
  /** `totalCount`: how many entries a listing has altogether, where the carrier says it. */
  | { kind: 'ok'; status: number; body: unknown; totalCount?: number }
  /** The carrier says no, in CAMARA's words. */
  | Refused
  /** `detail`, where we made a mistake: what was refused, as `422 MISSING_IDENTIFIER`. */
  | { kind: 'not_done'; cause: UnavailableCause; retryAfterSeconds?: number; detail?: string }
  | { kind: 'lost'; cause: LostCause; retryAfterSeconds?: number }
  /** The token endpoint gives no token for this number. */
  | { kind: 'number_refused' };

export interface Refused {
  kind: 'refused';
  status: number;
  code: string;
  message: string;
}

type LostCause = Exclude<UnknownCause, 'already_submitted' | 'not_as_asked'>;

const errorInfo = z.object({
  status: z.number().int(),
  code: z.string().min(1).max(128),
  message: z.string(),
});

/**
 * Codes that only a wrong request gets (CAMARA Commonalities 3.2, and of each API's definition).
 */
const OUR_CODES = new Set([
  'PERMISSION_DENIED',
  'INVALID_TOKEN_CONTEXT',
  'MISSING_IDENTIFIER',
  'UNNECESSARY_IDENTIFIER',
  'UNSUPPORTED_IDENTIFIER',
  'INVALID_SINK',
  'INVALID_CREDENTIAL',
  'INVALID_TOKEN',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'UNSUPPORTED_MEDIA_TYPE',
]);
/** So are these, but where a call says that they can be about what it asks for ({@link sorted}). */
const ARGUMENT_CODES = new Set(['INVALID_ARGUMENT', 'OUT_OF_RANGE']);
/** A gateway says these before anything has been done, with a body of its own or none. */
const OUR_STATUSES = new Set([405, 406, 415]);

/** A code without the prefix of its API: `CARRIER_BILLING.OUT_OF_RANGE` is `OUT_OF_RANGE`. */
export function bareCode(code: string): string {
  return code.slice(code.lastIndexOf('.') + 1).toUpperCase();
}

/**
 * Sorts an answer. A 401 stays `refused`: a new token may help. `theirs`: codes that say something
 * about what this call asks for (a payment that is not there, a code that a person typed) and not
 * that the request itself is wrong.
 */
export function sorted(reply: HttpReply, now: Date, theirs: readonly string[]): Answer {
  const { status } = reply;
  if (status >= 200 && status < 300)
    return { kind: 'ok', status, body: reply.body, ...totalCount(reply) };
  const wait = waitOf(reply, now);
  if (status === 429) return { kind: 'not_done', cause: 'too_many_requests', ...wait };
  if (status >= 500 || status === 408) return { kind: 'lost', cause: 'carrier_error', ...wait };
  if (status === 401) return { kind: 'refused', status, code: 'UNAUTHENTICATED', message: '' };
  const error = errorInfo.safeParse(reply.body);
  if (OUR_STATUSES.has(status)) return misconfigured(status, error.data?.code);
  if (!error.success && status === 404) return misconfigured(status);
  // Any other 4xx that is not the carrier's own error may come from something between us: it proves
  // nothing.
  if (status < 400 || !error.success) return { kind: 'lost', cause: 'unreadable_reply' };
  const { code, message } = error.data;
  return isOurMistake({ status, code, message }, theirs)
    ? misconfigured(status, code)
    : { kind: 'refused', status, code, message };
}

function isOurMistake(error: Omit<Refused, 'kind'>, theirs: readonly string[]): boolean {
  const code = bareCode(error.code);
  if (OUR_CODES.has(code)) return true;
  if (theirs.includes(code)) return false;
  if (ARGUMENT_CODES.has(code)) return !isSubmittedBefore(error);
  return error.status === 404 && code !== 'IDENTIFIER_NOT_FOUND';
}

/** Whether a page behind the end of a list was asked for, in any carrier's spelling. */
export function isOutOfRange({ status, code, message }: Omit<Refused, 'kind'>): boolean {
  return status === 416 || /out[ _-]?of[ _-]?range/i.test(`${code} ${message}`);
}

/**
 * The answer to a request of ours that no carrier would take: `detail` holds no word of the
 * carrier's but a code.
 */
export function misconfigured(
  status: number | string,
  code = '',
): Extract<Answer, { kind: 'not_done' }> {
  const word = /^[A-Za-z_.]{1,64}$/.test(code) ? code : '';
  return { kind: 'not_done', cause: 'misconfigured', detail: `${status} ${word}`.trim() };
}

function waitOf(reply: HttpReply, now: Date): { retryAfterSeconds?: number } {
  const seconds = retryAfter(reply, now);
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

function totalCount(reply: HttpReply): { totalCount?: number } {
  const value = reply.headers['x-total-count'];
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? { totalCount: Number(value) } : {};
}

type NoAnswer = Exclude<Answer, { kind: 'ok' | 'refused' }>;

/** The outcome of an operation that may have been done. */
export function notDoneOrUnknown(answer: NoAnswer): Unavailable | Unknown {
  return answer.kind === 'lost' ? { outcome: 'unknown', ...causeAndWait(answer) } : notDone(answer);
}

/** The outcome of an operation that only asks: nothing is lost with its answer. */
export function notToldYet(answer: NoAnswer): Unavailable {
  if (answer.kind !== 'lost') return notDone(answer);
  const cause = answer.cause === 'timed_out' ? 'timed_out' : 'carrier_error';
  return { outcome: 'unavailable', ...causeAndWait({ ...answer, cause }) };
}

function notDone(answer: Exclude<NoAnswer, { kind: 'lost' }>): Unavailable {
  if (answer.kind === 'number_refused') return { outcome: 'unavailable', cause: 'no_token' };
  return {
    outcome: 'unavailable',
    ...causeAndWait(answer),
    ...(answer.detail === undefined ? {} : { detail: answer.detail }),
  };
}

function causeAndWait<Cause>({
  cause,
  retryAfterSeconds,
}: {
  cause: Cause;
  retryAfterSeconds?: number;
}) {
  return { cause, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}

/** An unreadable success: it may have been done. */
export const UNREADABLE: Unknown = { outcome: 'unknown', cause: 'unreadable_reply' };
/** A refusal that has no word of its own where something is only asked. */
export const NO_ANSWER: Unavailable = { outcome: 'unavailable', cause: 'no_answer' };
/** An unreadable answer where something is only asked. */
export const CARRIER_ERROR: Unavailable = { outcome: 'unavailable', cause: 'carrier_error' };
