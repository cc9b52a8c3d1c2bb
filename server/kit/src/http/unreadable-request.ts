import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { newId } from '../ids.ts';
import { AppError } from './app-error.ts';
import type { Connections } from './connections.ts';

/** The safety headers of a response that is sent before any hook has run. */
export const BARE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
} as const;

type AnswersOn = Pick<Connections, 'answersOn'>;

/**
 * Makes the answer to a request that cannot be read as HTTP (headers that are too large, a broken
 * request line, a body that never came), in the shape of all errors.
 */
export function createUnreadableAnswer(connections: AnswersOn) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (!socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else refuseInTurn(socket, connections, refusalFor(error.code));
  };
}

/**
 * Writes a refusal to a connection for which Node made no response, and closes the connection.
 * Where answers to requests before it are under way, a client would take it for a part of them: the
 * connection closes after the last of them. Returns the correlation id of a refusal that was sent.
 */
export function refuseInTurn(
  socket: Socket,
  { answersOn }: AnswersOn,
  refusal: AppError,
): string | undefined {
  const last = answersOn(socket).at(-1);
  // The refused request is the last one itself where its body is what cannot be read.
  if (!last || (!last.req.complete && !last.headersSent)) return writeRefusal(socket, refusal);
  if (!last.req.complete) socket.destroy();
  else {
    socket.pause();
    last.once('finish', () => socket.destroySoon());
  }
  return undefined;
}

function writeRefusal(socket: Socket, refusal: AppError): string {
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
