import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.ts';
import { createHttpApp } from './http-app.ts';
import { openConnection, type RawConnection, writeAll } from './raw-connection.test-kit.ts';

/** More than the buffers of a connection hold. */
const LARGE = 'x'.repeat(12_000_000);

let app: FastifyInstance;
let port: number;
let open: RawConnection[];
/** The requests that were handled, and how many at once. */
let handled: string[];
let atWork: number;
let most: number;
let slow: PromiseWithResolvers<void>;
beforeEach(async () => {
  [open, handled, atWork, most] = [[], [], 0, 0];
  slow = Promise.withResolvers();
  app = await createHttpApp({ logger: createLogger('silent'), trustProxy: [] });
  const handle = async (name: string, answer: string | Promise<string>): Promise<string> => {
    handled.push(name);
    most = Math.max(most, ++atWork);
    await new Promise(setImmediate);
    atWork -= 1;
    return answer;
  };
  app.get<{ Params: { name: string } }>('/small/:name', ({ params: { name } }) =>
    handle(name, `[${name}]`),
  );
  app.post<{ Params: { name: string } }>('/small/:name', ({ params: { name } }) =>
    handle(name, `[${name}]`),
  );
  app.get('/large', () => handle('large', LARGE));
  app.get('/slow', () =>
    handle(
      'slow',
      slow.promise.then(() => '[slow]'),
    ),
  );
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterEach(async () => {
  slow.resolve();
  for (const { socket } of open) socket.destroy();
  await app.close();
});

function client(options?: { paused: boolean }): RawConnection {
  const one = openConnection(port, options);
  open.push(one);
  return one;
}

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`;
const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);
const answersIn = (text: string): string[] =>
  [...text.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name);

it('answers 1,500 requests at once in their order to a client that reads', async () => {
  const reader = client();
  const asked = names(1500);
  await writeAll(reader, asked.map((name) => get(`/small/${name}`)).join(''));
  await vi.waitFor(() => expect(answersIn(reader.received())).toHaveLength(1500), 100_000);
  expect(answersIn(reader.received())).toEqual(asked);
  expect(handled).toEqual(asked);
  expect(most).toBeLessThanOrEqual(8);
  // The connection goes on.
  reader.socket.write(get('/small/again'));
  await vi.waitFor(() => expect(reader.received()).toContain('[again]'));
});

it('keeps the order of requests with bodies that arrive in pieces', async () => {
  const reader = client();
  const asked = names(200);
  const bytes = asked
    .map(
      (name) =>
        `POST /small/${name} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n{"a":1}`,
    )
    .join('');
  for (let from = 0; from < bytes.length; from += 1777)
    await writeAll(reader, bytes.slice(from, from + 1777));
  await vi.waitFor(() => expect(answersIn(reader.received())).toEqual(asked), 30_000);
  expect(most).toBeLessThanOrEqual(8);
});

it('makes eight answers for a client that sends thousands of requests and reads nothing', async () => {
  const hostile = client({ paused: true });
  const connected = once(app.server, 'connection') as Promise<[Socket]>;
  hostile.socket.write(get('/large').repeat(100_000));
  await vi.waitFor(() => expect(handled.length).toBeGreaterThan(0));
  // Others are answered meanwhile, and the hostile client gets no further.
  const other = client();
  for (const name of names(200)) {
    other.socket.write(get(`/small/${name}`));
    await vi.waitFor(() => expect(answersIn(other.received())).toContain(name), { interval: 1 });
  }
  expect(handled.filter((name) => name === 'large')).toHaveLength(8);
  const [connection] = await connected;
  expect(connection.bytesRead).toBeLessThan(200_000);
});

it('begins few of the requests in a turn that fifty clients have sent behind others', async () => {
  for (const _ of names(50)) client().socket.write(get('/small/hostile').repeat(1000));
  await vi.waitFor(() => expect(handled.length).toBeGreaterThan(500), { timeout: 20_000 });
  const begun: number[] = [];
  for (let turn = 0; turn < 50; turn++) {
    const before = handled.length;
    await new Promise(setImmediate);
    begun.push(handled.length - before);
  }
  expect(Math.max(...begun)).toBeLessThan(10);
}, 40_000);

it('does not handle what waits behind an answer when its client has gone', async () => {
  const gone = client();
  gone.socket.write(get('/slow') + get('/small/behind').repeat(50));
  await vi.waitFor(() => expect(handled).toHaveLength(8));
  gone.socket.resetAndDestroy();
  await gone.ended;
  slow.resolve();
  const other = client();
  other.socket.write(get('/small/other'));
  await vi.waitFor(() => expect(other.received()).toContain('[other]'));
  expect(handled).toHaveLength(9);
});

it('does not handle what follows an answer that closes the connection', async () => {
  const one = client();
  one.socket.write(
    `GET /small/last HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n${get('/small/behind')}`,
  );
  expect(answersIn(await one.ended)).toEqual(['last']);
  expect(handled).toEqual(['last']);
});

it.each([
  ['HTTP', 'no HTTP\r\n\r\n'],
  ['a connection that goes on', get('/small/behind')],
  ['a path', 'CONNECT other:443 HTTP/1.1\r\nhost: other\r\n\r\n'],
])(
  'sends the whole answer to a request with something behind it that is not %s',
  async (what, behind) => {
    const one = client();
    const close = what === 'a connection that goes on' ? 'connection: close\r\n' : '';
    one.socket.write(`GET /slow HTTP/1.1\r\nhost: localhost\r\n${close}\r\n${behind}`);
    await vi.waitFor(() => expect(handled).toEqual(['slow']));
    slow.resolve();
    const answer = await one.ended;
    expect(answer).toMatch(/^HTTP\/1.1 200 OK/);
    expect(answer).toMatch(/\[slow\]$/);
    expect(handled).toEqual(['slow']);
  },
);

it('ends a connection that takes nothing of its answer, and leaves a slow handler alone', async () => {
  app.server.timeout = 1000;
  const waiting = client();
  waiting.socket.write(get('/slow'));
  await vi.waitFor(() => expect(handled).toEqual(['slow']));
  const closed = new Promise<void>((resolve) =>
    app.server.once('connection', (socket) => socket.once('close', () => resolve())),
  );
  client({ paused: true }).socket.write(get('/large'));
  await closed;
  slow.resolve();
  await vi.waitFor(() => expect(waiting.received()).toContain('[slow]'));
});
