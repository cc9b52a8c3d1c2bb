import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newId } from '../ids.ts';
import { AppError } from './app-error.ts';
import type { Connections } from './connections.ts';
import type { AnsweredRequest, RequestHandler } from './response-fast-path.ts';
import { BARE_HEADERS, refuseInTurn } from './unreadable-request.ts';

/** Called with each request that was refused. */
type OnRefusal = (refused: Pick<AnsweredRequest, 'method' | 'status' | 'correlationId'>) => void;

/**
 * Refuses requests without a host, and those whose target is not a path: `GET http://other/
 * HTTP/1.1`, `OPTIONS *` (RFC 9112, 3.2). Only proxies receive such requests, and a reader could
 * take the name in the target for another site's. Makes a handler that hands every other request to
 * `next`.
 */
export function acceptPathsOnly(next: RequestHandler, onRefusal: OnRefusal): RequestHandler {
  // Its connection closes, so no answer to a request behind it would ever be sent.
  const closing = new WeakSet<Socket>();
  return (request, response) => {
    if (closing.has(request.socket)) return;
    const refusal = refusalOf(request);
    if (!refusal) {
      next(request, response);
      return;
    }
    closing.add(request.socket);
    const correlationId = newId();
    const body = JSON.stringify(refusal.toBody(correlationId));
    onRefusal({ method: request.method ?? '', status: refusal.status, correlationId });
    response
      .writeHead(refusal.status, {
        ...BARE_HEADERS,
        'x-correlation-id': correlationId,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        // A body may follow that nothing reads.
        connection: 'close',
      })
      .end(body);
  };
}

/** Refuses tunnels (`CONNECT other:443`), which Node reports as an event of their own. */
export function refuseTunnels(
  server: Server,
  connections: Pick<Connections, 'answersOn'>,
  onRefusal: OnRefusal,
): void {
  server.on('connect', (request: IncomingMessage, stream: Duplex) => {
    const socket = stream as Socket;
    // The client may have disconnected already.
    socket.on('error', () => socket.destroy());
    const refusal = notAPath();
    const correlationId = refuseInTurn(socket, connections, refusal) ?? '';
    onRefusal({ method: request.method ?? '', status: refusal.status, correlationId });
  });
}

function refusalOf({ url, headers, httpVersion }: IncomingMessage): AppError | undefined {
  if (!url?.startsWith('/')) return notAPath();
  if (headers.host !== undefined || httpVersion === '1.0') return undefined;
  return new AppError('invalid_request', 'The request must name its host (RFC 9112, 3.2).');
}

function notAPath(): AppError {
  return new AppError(
    'invalid_request',
    'The request must name a path on this site, such as /docs.',
  );
}
