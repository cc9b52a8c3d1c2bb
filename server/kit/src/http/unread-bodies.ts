import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import type { RequestHandler } from './response-fast-path.ts';

/** The bytes of a refused body that are read and dropped: more than any body that is taken. */
const MOST_DROPPED = 64 * 1024 * 1024;
const DROP_FOR_MS = 30_000;

/**
 * Lets a client that writes first and reads later read a refusal: what is left of a body when its
 * answer has been sent is read and dropped, within bounds, before the connection goes on or closes.
 * The system answers bytes for a closed connection by a reset, which discards the answer.
 */
export function dropUnreadBodies(handle: RequestHandler): RequestHandler {
  return (request, response) => {
    if (!request.readableEnded)
      response.prependOnceListener('finish', () => {
        if (!request.complete && !request.socket.destroyed) drop(request);
      });
    handle(request, response);
  };
}

function drop(request: IncomingMessage): void {
  const { socket } = request;
  let left = MOST_DROPPED;
  const tooLong = setTimeout(() => socket.destroy(), DROP_FOR_MS);
  const forget = (): void => {
    clearTimeout(tooLong);
    socket.off('close', forget);
  };
  socket.on('close', forget);
  // What the body was handed on to reads no more, and a pipe waits for it.
  request
    .unpipe()
    .on('data', (bytes: Buffer) => {
      left -= bytes.length;
      if (left < 0) socket.destroy();
    })
    .resume();
  // Node calls it next where the answer says that the connection closes.
  const { destroySoon } = socket;
  let closes = false;
  socket.destroySoon = () => {
    closes = true;
    socket.end();
  };
  request.once('end', () => {
    forget();
    socket.destroySoon = destroySoon;
    if (closes) socket.destroySoon();
  });
}

/**
 * A body as it arrives, for a handler that may stop in the middle of it: an iteration that ends
 * early destroys its stream, and Node then ends the connection of a request without an answer.
 * Nothing is read before the handler does.
 */
export function bodyAsItArrives(payload: Readable): Readable {
  // Whoever reads it afterwards gets the error, also where nobody read when it came.
  const body = new PassThrough().on('error', () => undefined);
  payload.once('error', (error) => body.destroy(error));
  const { _read: read } = body;
  body._read = (size) => {
    body._read = read;
    payload.pipe(body);
    read.call(body, size);
  };
  return body;
}
