// The address of a server that may move, as a virtual address or a load balancer of operators does.
import { connect, createServer, type Socket } from 'node:net';
import { freePort } from '../../scripts/free-ports.ts';

export interface Forwarder {
  readonly port: number;
  /** Ends all connections, and leads new ones to another port of this machine. */
  moveTo(port: number): void;
  close(): Promise<void>;
}

/** Leads connections to a port of this machine. */
export async function startForwarder(first: number): Promise<Forwarder> {
  let target = first;
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect({ port: target, host: '127.0.0.1' });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket);
      socket.setNoDelay(true);
      // What ends one side ends the other.
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  });
  const port = await freePort();
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen({ port, host: '127.0.0.1' }, resolve);
  await promise;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port,
    moveTo: (to) => {
      target = to;
      cut();
    },
    close: async () => {
      const closed = new Promise((done) => server.close(done));
      cut();
      await closed;
    },
  };
}
