// Ports for processes that tests start.
import { createServer, type Server } from 'node:net';

/**
 * Below the ports of outgoing connections: one of those may be taken before a process that was
 * given it has started.
 */
const FROM = 20_000;
const TO = 32_000;
const TRIES = 100;

/** The first of `count` consecutive free ports. */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = FROM + Math.floor(Math.random() * (TO - FROM - count));
    const servers = await Promise.all(
      Array.from({ length: count }, (_, index) => listening(first + index)),
    );
    await Promise.all(
      servers.map((server) => server && new Promise((resolve) => server.close(resolve))),
    );
    if (servers.every((server) => server)) return first;
  }
  throw new Error(`there are no ${count} free ports side by side`);
}

/** Whether a port is free. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listening(port);
  if (server) await new Promise((resolve) => server.close(resolve));
  return server !== undefined;
}

function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
