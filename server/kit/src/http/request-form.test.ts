// A request target that is not a path is a 400 in the shape of every error, also
// where a cached response exists.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { encodeBody, sendBody } from './encoded-body.ts';
import { createHttpApp } from './http-app.ts';
import { createResponseFastPath } from './response-fast-path.ts';

const page = encodeBody(Buffer.from('the page'), { effort: 1 });
const counted: string[] = [];
const fastPath = createResponseFastPath();
let app: Awaited<ReturnType<typeof createHttpApp>>;
let port: number;
beforeAll(async () => {
  app = await createHttpApp({
    logger: createLogger('silent'),
    trustProxy: [],
    fastPath,
    onAnswer: ({ method, route, status }) => void counted.push(`${method} ${route} ${status}`),
  });
  // A source that would answer a target with a host.
  fastPath.addSource((url) => (url === '/' || url === 'http://other.example/' ? page : undefined));
  app.get('/*', async (request, reply) => {
    fastPath.remember(page, request, reply);
    return sendBody(request, reply, page);
  });
  app.post('/json', async ({ body }) => ({ hasBody: body !== undefined }));
  port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => app.close());

function ask(lines: string): Promise<{ status: number; head: string; body: string }> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(lines));
    let answer = '';
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text;
    });
    socket.on('error', reject).on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body });
    });
  });
}

describe('a request whose target is not a path', () => {
  it.each([
    ['the absolute form', 'GET http://other.example/ HTTP/1.1'],
    ['the absolute form of this site', 'GET http://localhost/ HTTP/1.1'],
    ['https', 'GET https://other.example/api/viewer HTTP/1.1'],
    ['another method', 'POST http://other.example/api/subscribe HTTP/1.1'],
    ['another scheme', 'GET ftp://other.example/ HTTP/1.1'],
    ['the authority form', 'GET other.example:443 HTTP/1.1'],
    ['a tunnel', 'CONNECT other.example:443 HTTP/1.1'],
    ['the asterisk form', 'OPTIONS * HTTP/1.1'],
    ['no slash', 'GET index.html HTTP/1.1'],
  ])('%s is refused by name', async (_what, line) => {
    // The response is cached now.
    expect((await ask('GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')).body).toBe(
      'the page',
    );
    const { status, head, body } = await ask(
      `${line}\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`,
    );
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({
      code: 'invalid_request',
      description: expect.any(String),
      correlation_id: expect.any(String),
    });
    for (const header of [
      'x-content-type-options: nosniff',
      "frame-ancestors 'none'",
      'cache-control: no-store',
      'connection: close',
    ])
      expect(head).toContain(header);
    expect(body).not.toContain('other.example');
  });

  it('is counted, and closes the connection: what follows on it is not read', async () => {
    counted.length = 0;
    const answer = await ask(
      'GET http://other.example/ HTTP/1.1\r\nhost: localhost\r\n\r\nGET / HTTP/1.1\r\nhost: localhost\r\n\r\n',
    );
    expect([answer.status, answer.body.includes('the page')]).toEqual([400, false]);
    expect(counted).toEqual(['GET unmatched 400']);
  });
});

it('a request without a host is refused by name, and an unknown expectation is ignored', async () => {
  const without = await ask('GET / HTTP/1.1\r\n\r\n');
  expect([without.status, JSON.parse(without.body).code]).toEqual([400, 'invalid_request']);
  const old = await ask('GET / HTTP/1.0\r\n\r\n');
  expect([old.status, old.body]).toEqual([200, 'the page']);
  const more = 'expect: a-wonder\r\nconnection: close\r\n';
  const expecting = await ask(`GET / HTTP/1.1\r\nhost: localhost\r\n${more}\r\n`);
  expect([expecting.status, expecting.body]).toEqual([200, 'the page']);
});

it('a request that announces a type and has no body is answered at once', async () => {
  // Fastify would wait for the end of a body that Node has ended before it began.
  const { status } = await ask(
    'POST /json HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nconnection: close\r\n\r\n',
  );
  expect(status).toBe(200);
});
