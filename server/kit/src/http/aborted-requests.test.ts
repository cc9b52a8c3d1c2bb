// Aborted uploads are not logged as errors; a broken connection of our own is.
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttpApp } from './http-app.ts';

const log: string[] = [];
let app: Awaited<ReturnType<typeof createHttpApp>>;
let port: number;
/** Resolves with the status of the answer, even when the client is gone. */
let ended = Promise.withResolvers<number>();
beforeAll(async () => {
  app = await createHttpApp({
    logger: createLogger('trace', { write: (line) => void log.push(line) }),
    trustProxy: [],
  });
  app.addHook('onSend', async (_request, reply) => ended.resolve(reply.statusCode));
  app.post('/json', async () => 'read');
  app.post('/ours', async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  });
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // As pages read an unwanted form, and as an operator's file is read.
    scope.addContentTypeParser('text/plain', (_request, payload, done) => {
      payload
        .on('error', done)
        .on('end', () => done(null))
        .resume();
    });
    scope.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));
    scope.post('/form', async () => 'read');
    scope.post('/file', async (request) => {
      let bytes = 0;
      for await (const chunk of request.body as Readable) bytes += chunk.length;
      return { bytes };
    });
  });
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
beforeEach(() => {
  log.length = 0;
  ended = Promise.withResolvers();
});
afterAll(() => app.close());

const levels = () => log.map((line) => (JSON.parse(line) as { level: string }).level);

it.each([
  ['/json', 'application/json', 'reset'],
  ['/json', 'application/json', 'closed'],
  ['/form', 'text/plain', 'reset'],
  ['/form', 'text/plain', 'closed'],
  ['/file', 'text/csv', 'reset'],
  ['/file', 'text/csv', 'closed'],
])('a body for %s as %s that is %s half way is no error', async (path, type, how) => {
  const began = new Promise<void>((resolve) => app.server.once('request', () => resolve()));
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => socket.destroy());
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: 1000\r\n\r\n{"a":`,
  );
  await began;
  if (how === 'reset') socket.resetAndDestroy();
  else socket.destroy();
  expect(await ended.promise).toBe(400);
  expect(levels().filter((level) => level !== 'debug' && level !== 'trace')).toEqual([]);
});

it('a connection of ours that breaks during a request is an error', async () => {
  const answer = await app.inject({ method: 'POST', url: '/ours' });
  expect([answer.statusCode, levels().includes('error')]).toEqual([500, true]);
});
