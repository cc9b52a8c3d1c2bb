import { once } from 'node:events';
import { createServer } from 'node:net';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Rejects with the system's error (`code` EADDRINUSE, `port`) for a port that is in use. Another
 * program can still take the port afterwards, so the later `listen` must expect the same error.
 */
export async function refusePortsInUse(addresses: readonly ListenAddress[]): Promise<void> {
  await Promise.all(addresses.map(tryToListen));
}

async function tryToListen(address: ListenAddress): Promise<void> {
  const server = createServer().listen(address);
  // Rejects when an error comes first.
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}
