/** The sink for the carrier's notifications: stores them and answers as CAMARA requires. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface SinkServer {
  url: string;
  deliveries: Delivery[];
  /** Waits for this many deliveries since the last call, and returns them. */
  take(count: number): Promise<Delivery[]>;
  close(): Promise<void>;
}

export async function startSink(): Promise<SinkServer> {
  const deliveries: Delivery[] = [];
  let arrived: () => void = () => {};
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    response.writeHead(204).end();
    deliveries.push({ headers: request.headers, body });
    arrived();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/carrier/events`,
    deliveries,
    async take(count) {
      while (deliveries.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return deliveries.splice(0, count);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
