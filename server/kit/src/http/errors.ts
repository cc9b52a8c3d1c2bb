import type { ErrorCode, FieldProblem } from '@bonisa/contract/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import {
  isDatabaseAway,
  isDatabaseBusy,
  isDatabaseFull,
  isDatabaseRefusal,
} from '../database/database-away.ts';
import { transientProblemOf } from '../files/file-store.ts';
import { addToSpan } from '../tracing/spans.ts';
import { AppError } from './app-error.ts';

/** The description of an internal error; reveals nothing of its cause. */
const UNEXPECTED = 'An error occurred.\nPlease try again or contact support';

/**
 * Answers every error in one shape, hides the cause of internal errors, and logs each once with its
 * correlation id.
 */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    if (isAborted(error, request)) return sendError(reply, request, abortedRequest(error));
    const known = error instanceof AppError ? error : translate(error);
    addToSpan({ 'error.type': known.code });
    if (isDatabaseAway(error) || isDatabaseFull(error))
      request.log.debug({ correlation_id: request.id }, 'the database is away');
    else if (transientProblemOf(error) === 'refused')
      request.log.error(
        { err: error, correlation_id: request.id },
        'the file store refuses the service',
      );
    else if (transientProblemOf(error))
      // Readiness logs once that the file store is away, and each answer has a line.
      request.log.debug({ err: error, correlation_id: request.id }, 'the file store is away');
    else if (isDatabaseBusy(error))
      request.log.warn(
        { err: error, correlation_id: request.id },
        'the database ended a statement',
      );
    else if (isDatabaseRefusal(error))
      // A schema let a value through that no column can hold: the schema is to be mended.
      request.log.warn(
        { err: error, correlation_id: request.id },
        'the database refused a value of the request',
      );
    else if (known.code === 'internal')
      request.log.error({ err: error, correlation_id: request.id }, known.code);
    // Another party's fault, such as a carrier that does not answer, has no line but the answer's.
    return sendError(reply, request, known);
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(reply, request, new AppError('not_found', 'There is nothing at this address.')),
  );
}

const sentCodes = new WeakMap<FastifyRequest, ErrorCode>();

/** The code of the error that a request was answered with, for its line of the log. */
export function sentCodeOf(request: FastifyRequest): ErrorCode | undefined {
  return sentCodes.get(request);
}

/** Sends an error as the answer. */
export function sendError(
  reply: FastifyReply,
  request: FastifyRequest,
  error: AppError,
): FastifyReply {
  sentCodes.set(request, error.code);
  if (error.retryAfter !== undefined) reply.header('retry-after', String(error.retryAfter));
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ ...oauthFields(request, error), ...error.toBody(request.id) }));
}

/** The errors of RFC 6749, 7009 and 8628, by our codes where they differ. */
const OAUTH_ERRORS: Partial<Record<ErrorCode, string>> = {
  internal: 'server_error',
  unavailable: 'temporarily_unavailable',
  too_many_requests: 'slow_down',
};
const OAUTH_CODES: ReadonlySet<ErrorCode> = new Set([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
  'invalid_client',
  'unsupported_grant_type',
]);

/** What an OAuth library reads of a refusal; our own fields stand beside it (decision 14). */
function oauthFields({ routeOptions }: FastifyRequest, { code, message }: AppError): object {
  if (!routeOptions.config.isOAuth) return {};
  const error = OAUTH_CODES.has(code) ? code : (OAUTH_ERRORS[code] ?? 'invalid_request');
  // RFC 6749 allows no quotes, no backslash and no line break in it.
  return { error, error_description: message.replace(/[^ !#-[\]-~]/g, ' ') };
}

/** Short enough for a person who waits, and long enough for a server that restarts. */
export const AWAY_RETRY_SECONDS = 5;

const ABORT_CODES = new Set([
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ABORT_ERR',
]);

/**
 * Whether the client went away before the body was complete. No party is at fault and nobody reads
 * the answer.
 */
function isAborted(error: FastifyError, { raw }: FastifyRequest): boolean {
  return (
    !raw.complete && raw.destroyed && (ABORT_CODES.has(error.code) || error.message === 'aborted')
  );
}

function abortedRequest(cause: Error): AppError {
  return new AppError('invalid_request', 'The request ended before its body did.', { cause });
}

function translate(error: FastifyError): AppError {
  if (isDatabaseAway(error) || isDatabaseBusy(error)) return databaseUnavailable(error);
  if (transientProblemOf(error)) return filesUnavailable(error);
  if (isDatabaseRefusal(error))
    return new AppError('invalid_request', 'The request has a value that cannot be stored.', {
      cause: error,
    });
  if (hasZodFastifySchemaValidationErrors(error))
    return invalidRequest(
      error.validation.map((issue) => fieldProblem(issue.instancePath, issue.message)),
    );
  switch (error.statusCode) {
    case 400:
      return new AppError('invalid_request', 'The request could not be read.', { cause: error });
    case 404:
      return new AppError('not_found', 'There is nothing at this address.', { cause: error });
    case 405:
      return new AppError('method_not_allowed', 'This address does not take that method.', {
        cause: error,
      });
    case 413:
      return new AppError('payload_too_large', 'The request is too large.', { cause: error });
    case 414:
      return new AppError('address_too_long', 'The address is too long.', { cause: error });
    case 415:
      return new AppError('unsupported_media_type', 'The request must be application/json.', {
        cause: error,
      });
    case 429:
      return new AppError('too_many_requests', error.message, { cause: error });
    default:
      return isSendersFault(error.statusCode)
        ? new AppError('invalid_request', 'The request could not be read.', { cause: error })
        : new AppError('internal', UNEXPECTED, { cause: error });
  }
}

/** The error for a call that needs the database while it is away or too busy. */
export function databaseUnavailable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'The service is not available at the moment. Please try again in a few seconds.',
    {
      retryAfter: AWAY_RETRY_SECONDS,
      cause,
    },
  );
}

/** The error for what needs the file store while it is away, slow, full or refuses the service. */
export function filesUnavailable(cause?: unknown): AppError {
  return new AppError(
    'unavailable',
    'Videos and pictures are not available at the moment. Please try again in a few seconds.',
    { retryAfter: AWAY_RETRY_SECONDS, cause },
  );
}

function isSendersFault(status: number | undefined): boolean {
  return status !== undefined && status >= 400 && status < 500;
}

/** An error that names each invalid field of a request. */
export function invalidRequest(fields: readonly FieldProblem[]): AppError {
  const first = fields[0];
  const description = first
    ? `The request is not valid: ${first.field ? `${first.field}: ` : ''}${first.problem}`
    : 'The request is not valid.';
  return new AppError('invalid_request', description, { fields: fields.slice(0, 20) });
}

function fieldProblem(path: string, message: string | undefined): FieldProblem {
  return {
    field: path.replace(/^\//, '').replaceAll('/', '.').slice(0, 100),
    problem: (message ?? 'is not valid').slice(0, 200),
  };
}
