// Ports for processes that tests start.
import { createServer, type Server } from 'node:net';

/**
 * Below the ports of outgoing connections: one of those may be taken before a process that was
 * given it has started.
 */
const FROM = 20_000;
const TO = 32_000;
/**
 * Ports go out from blocks of this many. Who listens on the first port of a block owns the block as
 * long as it lives: nobody else is given a port between its choice and its use.
 */
const BLOCK = 8;
const TRIES = 200;

/** The first of `count` (at most seven) consecutive free ports, which only this process gets. */
export async function freePort(count = 1): Promise<number> {
  for (let tries = 0; tries < TRIES; tries++) {
    const first = FROM + BLOCK * Math.floor((Math.random() * (TO - FROM)) / BLOCK);
    const owner = await listening(first);
    if (!owner) continue;
    owner.unref();
    const ports = Array.from(
      { length: Math.min(count, BLOCK - 1) },
      (_, index) => first + 1 + index,
    );
    if ((await Promise.all(ports.map(isFree))).every(Boolean)) return first + 1;
    await closed(owner);
  }
  throw new Error(`there are no ${count} free ports side by side`);
}

/** Whether a port is free. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listening(port);
  if (server) await closed(server);
  return server !== undefined;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
