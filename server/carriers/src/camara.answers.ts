/**
 * Sorts HTTP answers of the carrier into the few kinds that operations distinguish. Above all, a
 * refusal of our own request (a wrong path, a missing permission, an unknown field) differs from a
 * denial of the subscriber: it says nothing about a number.
 */
import { z } from 'zod';
import { type HttpReply, retryAfter } from './camara.http.ts';
import type { Unavailable, UnavailableCause, Unknown, UnknownCause } from './carrier-outcome.ts';
import { isSubmittedBefore } from './carrier-text.ts';

export type Answer =
  /** `totalCount`: the number of entries of a listing, if the carrier states it. */
  | { kind: 'ok'; status: number; body: unknown; totalCount?: number }
  /** The carrier refuses, with CAMARA's codes. */
  | Refused
  /** `detail` for a mistake of ours: the status and code, as `422 MISSING_IDENTIFIER`. */
  | { kind: 'not_done'; cause: UnavailableCause; retryAfterSeconds?: number; detail?: string }
  | { kind: 'lost'; cause: LostCause; retryAfterSeconds?: number }
  /** The token endpoint issues no token for this number. */
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
/** The same, unless a call declares that they can concern its subject ({@link sorted}). */
const ARGUMENT_CODES = new Set(['INVALID_ARGUMENT', 'OUT_OF_RANGE']);
/** A gateway answers these before anything was done, with its own body or none. */
const OUR_STATUSES = new Set([405, 406, 415]);

/** A code without the prefix of its API: `CARRIER_BILLING.OUT_OF_RANGE` is `OUT_OF_RANGE`. */
export function bareCode(code: string): string {
  return code.slice(code.lastIndexOf('.') + 1).toUpperCase();
}

/**
 * Sorts an answer. A 401 stays `refused`: a new token may help. `theirs`: codes about the subject
 * of this call (a payment that does not exist, a code that a person entered) and not about the
 * request itself.
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
  // Any other 4xx without the carrier's error format may come from an intermediary: it proves
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

/** Whether the answer says that the page is past the end of a list, in any carrier's spelling. */
export function isOutOfRange({ status, code, message }: Omit<Refused, 'kind'>): boolean {
  return status === 416 || /out[ _-]?of[ _-]?range/i.test(`${code} ${message}`);
}

/** The answer to an invalid request of ours: `detail` contains only a status and a code. */
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

/** The outcome of an operation that may have taken effect. */
export function notDoneOrUnknown(answer: NoAnswer): Unavailable | Unknown {
  return answer.kind === 'lost' ? { outcome: 'unknown', ...causeAndWait(answer) } : notDone(answer);
}

/** The outcome of an operation that only reads: a lost answer loses nothing. */
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

/** An unreadable success: the operation may have taken effect. */
export const UNREADABLE: Unknown = { outcome: 'unknown', cause: 'unreadable_reply' };
/** A refusal without a meaning of its own, of an operation that only reads. */
export const NO_ANSWER: Unavailable = { outcome: 'unavailable', cause: 'no_answer' };
/** An unreadable answer of an operation that only reads. */
export const CARRIER_ERROR: Unavailable = { outcome: 'unavailable', cause: 'carrier_error' };
