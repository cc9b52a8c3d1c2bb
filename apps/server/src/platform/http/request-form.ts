import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { newId } from '../ids.ts';
import { AppError } from './app-error.ts';
import { BARE_HEADERS, writeRefusal } from './unreadable-request.ts';

/**
 * Refuses requests whose target is not a path: `GET http://other/ HTTP/1.1`, `OPTIONS *`, `CONNECT
 * other:443` (RFC 9112, 3.2). Only proxies are asked like that, and the name in such a target could
 * be taken for another site's by whatever reads it. Stands in front of everything else that the
 * server does, prepared answers too.
 */
export function acceptPathsOnly(
  server: Server,
  onRefusal: (answer: { method: string; status: number }) => void,
): void {
  const others = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/')) {
      for (const other of others) other.call(server, request, response);
      return;
    }
    const refusal = notAPath();
    const id = newId();
    const body = JSON.stringify(refusal.toBody(id));
    onRefusal({ method: request.method ?? '', status: refusal.status });
    response
      .writeHead(refusal.status, {
        ...BARE_HEADERS,
        'x-correlation-id': id,
        'content-type': 'application/json; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        // A body may follow that nobody wants.
        connection: 'close',
      })
      .end(body);
  });
  server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    // The sender may be gone already: there is nobody to tell.
    socket.on('error', () => socket.destroy());
    onRefusal({ method: request.method ?? '', status: notAPath().status });
    writeRefusal(socket, notAPath());
  });
}

function notAPath(): AppError {
  return new AppError(
    'invalid_request',
    'The request must name a path on this site, such as /docs.',
  );
}
