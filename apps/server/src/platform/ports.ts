import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ListeningPlace {
  readonly host: string;
  readonly port: number;
}

/**
 * Rejects with the system's own error (its `code` EADDRINUSE, its `port`) where a port cannot be
 * listened on. Another program can still take it before it is: who listens has to expect the same
 * error.
 */
export async function refusePortsInUse(places: readonly ListeningPlace[]): Promise<void> {
  await Promise.all(places.map(tryToListen));
}

async function tryToListen(place: ListeningPlace): Promise<void> {
  const server = createServer().listen(place);
  // Rejects where an error comes first.
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
