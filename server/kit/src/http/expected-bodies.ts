import type { RequestHandler } from './response-fast-path.ts';

/**
 * Asks a client that waits to be asked for its body (`Expect: 100-continue`) when something begins
 * to read it. A call that is refused before that has its refusal alone, and Node closes the
 * connection, because the client may send the body or not (RFC 9110, 10.1.1).
 */
export function askForBodies(handle: RequestHandler): RequestHandler {
  return (request, response) => {
    const { _read: read } = request;
    request._read = (size) => {
      request._read = read;
      if (!response.headersSent) response.writeContinue();
      read.call(request, size);
    };
    handle(request, response);
  };
}
