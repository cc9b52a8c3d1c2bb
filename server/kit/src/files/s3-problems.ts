/** Reads the errors of an S3 server and of its SDK. */
import { FileStoreError } from './file-store.ts';

interface ServerError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
}

const MISSING = new Set(['NoSuchKey', 'NotFound']);

/** Whether an error says that there is no such object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && MISSING.has(error.name);
}

/** Whether an error says that another write came first. */
export function isConflict(error: unknown): boolean {
  const status = (error as ServerError).$metadata?.httpStatusCode;
  return status === 412 || status === 409 || isMissing(error);
}

const NOT_REACHED = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'TimeoutError',
  'AbortError',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

const FULL = new Set([
  'InsufficientStorage',
  'QuotaExceeded',
  'QuotaExceededException',
  'XMinioStorageFull',
  'XMinioAdminBucketQuotaExceeded',
]);
const BUSY = new Set(['SlowDown', 'ServiceUnavailable', 'InternalError', 'RequestTimeout']);

/** Credentials that a server does not know or does not take any more. */
const NO_CREDENTIALS = new Set(['InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken']);

/**
 * Names an error of a server that does not answer, is full or refuses the service; any other error
 * is as it was. The codes are Amazon's, Ceph's and MinIO's; 507 is that of RFC 4918.
 */
export function namedProblem(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { name, code = '', $metadata } = error as ServerError;
  const status = $metadata?.httpStatusCode ?? 0;
  if (FULL.has(name) || status === 507)
    return new FileStoreError('full', `the file store is full (${name})`, { cause: error });
  if (status === 403 || status === 401 || NO_CREDENTIALS.has(name))
    return new FileStoreError('refused', `the file store refuses the service (${name})`, {
      cause: error,
    });
  const isAway =
    NOT_REACHED.has(code) ||
    NOT_REACHED.has(name) ||
    BUSY.has(name) ||
    (status >= 500 && status !== 501);
  if (!isAway && status !== 429) return error;
  const why = NOT_REACHED.has(code) ? code : `${name}${status ? `, ${status}` : ''}`;
  return new FileStoreError('away', `the file store does not answer (${why})`, { cause: error });
}

/** Names an error of a server that refuses a write for its `If-Match` or `If-None-Match`. */
export function conditionProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FileStoreError) return error;
  const { name, $metadata } = error as ServerError;
  const status = $metadata?.httpStatusCode;
  if (status !== 501 && status !== 400) return error;
  const message = `the server refuses conditional writes (${name}, ${status})`;
  return new FileStoreError('conditions', message, { cause: error });
}

/** What is wrong with a store that cannot be used, in one line for an operator. */
export function problemOf(
  error: unknown,
  { bucket, endpoint }: { readonly bucket: string; readonly endpoint: string | undefined },
): string {
  const { name, code = '', message, $metadata } = error as ServerError;
  const server = endpoint ?? "Amazon's servers";
  const status = $metadata?.httpStatusCode;
  if (name === 'CredentialsProviderError' || /credential is missing/i.test(message))
    return 'no AWS credentials were found: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or the role of the machine';
  if (/region is missing/i.test(message))
    return 'no region is known: add ?region=… or set AWS_REGION';
  if (name === 'NoSuchBucket' || (status === 404 && !isMissing(error)))
    return `there is no bucket ${bucket} at ${server}`;
  if (NO_CREDENTIALS.has(name)) return `${server} refuses the credentials (${name})`;
  if (status === 403)
    return `the credentials may not list, write and remove in ${bucket} (${name})`;
  if (status === 301 || name === 'PermanentRedirect')
    return `the bucket ${bucket} is in another region; name it in ?region=…`;
  if (NOT_REACHED.has(code) || NOT_REACHED.has(name))
    return `${server} cannot be reached (${NOT_REACHED.has(code) ? code : name})`;
  return `${server} does not answer as an S3 server does (${name}${status ? `, ${status}` : ''})`;
}
