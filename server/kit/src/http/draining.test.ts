// Interfaces 'Start and stop': a process that was asked to stop answers what arrives, closes its
// listener, and then ends each connection with its answer: no proxy sends a request into a
// connection that closes.
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import { createDrain, type Drain } from '../drain.ts';
import { createLogger } from '../logger.ts';
import { createHttpApp } from './http-app.ts';

let drain: Drain;
let lastRequests: MockInstance<Drain['lastRequests']>;
let app: Awaited<ReturnType<typeof createHttpApp>>;
let port: number;
/** A proxy's connections: it uses one again as long as it may. */
let agent: Agent;
let slow = Promise.withResolvers<void>();
beforeEach(async () => {
  drain = createDrain(60_000);
  lastRequests = vi.spyOn(drain, 'lastRequests');
  slow = Promise.withResolvers();
  app = await createHttpApp({
    logger: createLogger('silent'),
    trustProxy: [],
    drain,
    fastPath: {
      addSource: () => undefined,
      addFiles: () => undefined,
      remember: () => undefined,
      before: (next) => (request, response) => {
        if (request.url === '/cached') response.writeHead(200, ['content-length', '2']).end('ok');
        else next(request, response);
      },
    },
  });
  app.get('/slow', async () => {
    await slow.promise;
    return 'done';
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
});
afterEach(async () => {
  agent.destroy();
  await app.close();
});

async function ask(path: string, by = agent) {
  const began = Promise.withResolvers<IncomingMessage>();
  get({ port, path, agent: by }, began.resolve).on('error', began.reject);
  const answer = await began.promise;
  const { statusCode: status, headers } = answer;
  return { status, connection: headers.connection, body: await text(answer) };
}

it('keeps connections until its listener has closed, and then ends each with its answer', async () => {
  expect(await ask('/cached')).toEqual({ status: 200, connection: 'keep-alive', body: 'ok' });
  const inFlight = ask('/slow');
  await new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  drain.begin();
  const other = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask('/cached', other)).toMatchObject({ status: 200, connection: 'keep-alive' });
  expect(await ask('/absent', other)).toMatchObject({ status: 404, connection: 'keep-alive' });
  const closed = app.close();
  await vi.waitFor(() => expect(app.server.listening).toBe(false));
  expect(await ask('/cached', other)).toMatchObject({ status: 200, connection: 'close' });
  await expect(ask('/cached', other)).rejects.toThrow('ECONNREFUSED');
  slow.resolve();
  expect(await inFlight).toMatchObject({ status: 200, connection: 'close', body: 'done' });
  await closed;
});

it('closes connections without a last request some seconds later', async () => {
  expect(await ask('/cached')).toMatchObject({ connection: 'keep-alive' });
  const over = Promise.withResolvers<void>();
  lastRequests.mockReturnValueOnce(over.promise);
  const ends = new Promise<void>((resolve) =>
    Object.values(agent.freeSockets)[0]?.[0]?.once('close', () => resolve()),
  );
  const closed = app.close();
  await vi.waitFor(() => expect(lastRequests).toHaveBeenCalledOnce());
  app.server.closeIdleConnections();
  expect(Object.values(agent.freeSockets)[0]?.[0]?.destroyed).toBe(false);
  over.resolve();
  await Promise.all([ends, closed]);
});
