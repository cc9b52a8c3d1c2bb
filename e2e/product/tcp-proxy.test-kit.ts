/**
 * A TCP connection to a server that a test can cut, refuse or silence, as networks and servers do.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type LineState = 'open' | 'refusing' | 'silent';

export interface Line {
  readonly port: number;
  /**
   * `refusing`: the server and its connections are gone. `silent`: no data passes, and nothing is
   * closed.
   */
  set(state: LineState): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy on a free local port to `host:port`. */
export async function openLine(host: string, port: number): Promise<Line> {
  let state: LineState = 'open';
  const sockets = new Set<Socket>();
  const pairs = new Set<[Socket, Socket]>();

  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => undefined);
    client.on('close', () => sockets.delete(client));
    // A connection that is accepted and never answered.
    if (state === 'silent') return;
    const upstream = connect(port, host);
    const pair: [Socket, Socket] = [client, upstream];
    pairs.add(pair);
    sockets.add(upstream);
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => {
      sockets.delete(upstream);
      pairs.delete(pair);
      client.destroy();
    });
    client.on('close', () => upstream.destroy());
    client.on('data', (bytes) => void (state === 'silent' || upstream.write(bytes)));
    upstream.on('data', (bytes) => void (state === 'silent' || client.write(bytes)));
  });
  const listen = async (on: number): Promise<void> => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  const stopListening = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    if (!server.listening) return;
    server.close();
    await once(server, 'close');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;

  return {
    port: own,
    set: async (next) => {
      const before = state;
      state = next;
      if (next === 'refusing') await stopListening();
      else if (before === 'refusing') await listen(own);
      // Lost data is not sent again, so connections from the silent time are closed.
      else if (before === 'silent') for (const socket of sockets) socket.destroy();
    },
    close: stopListening,
  };
}
