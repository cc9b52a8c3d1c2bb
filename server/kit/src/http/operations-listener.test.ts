// Interfaces 'Operations': where operators' calls are taken, and how they end.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { freePort } from '../../../../scripts/free-ports.ts';
import { listenForOperations } from './operations-listener.ts';

it('a call over the loopback address that is in flight ends before the listener does', async () => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const closed: string[] = [];
  const operations = {
    listen: async () => undefined,
    server: {
      emit: (_event: 'request', _request: IncomingMessage, response: ServerResponse) =>
        arrived.resolve(response),
    },
    close: async () => void closed.push('the address of the network'),
  } as unknown as FastifyInstance;
  const port = await freePort(1);
  const close = await listenForOperations(operations, { host: '192.0.2.1', port });
  const answer = fetch(`http://127.0.0.1:${port}/ops/refunds`, { method: 'POST' });
  const response = await arrived.promise;
  const closing = close().then(() => closed.push('both'));
  await expect(fetch(`http://127.0.0.1:${port}/healthz/live`)).rejects.toThrow();
  expect(closed).toEqual(['the address of the network']);
  response.end('{"refunded":true}');
  expect(await (await answer).json()).toEqual({ refunded: true });
  await closing;
  expect(closed).toEqual(['the address of the network', 'both']);
});
