import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '../ids.ts';
import { AppError } from './app-error.ts';

/** The safety headers of a response that is sent before any hook has run. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

/**
 * Answers a request that cannot be read as HTTP (headers that are too large, a broken request line,
 * a body that never came) in the shape of all errors.
 */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  writeRefusal(socket, refusalFor(error.code));
}

/**
 * Writes a refusal to a connection for which Node made no response, and closes the connection.
 * Returns the correlation id of the refusal.
 */
export function writeRefusal(socket: Duplex, refusal: AppError): string {
  const id = newId();
  const body = JSON.stringify(refusal.toBody(id));
  const headers = {
    ...BARE_HEADERS,
    'x-correlation-id': id,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? 'Error'}\r\n${head.join('\r\n')}\r\n\r\n${body}`,
  );
  return id;
}

function refusalFor(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('headers_too_large', 'The headers of the request are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request_timeout', 'The request did not arrive in time.');
  return new AppError('invalid_request', 'The request could not be read.');
}
