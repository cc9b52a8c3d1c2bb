// A client that waits to be asked for its body (`Expect: 100-continue`), on the wire.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from './raw-connection.test-kit.ts';
import { openRefusingListener } from './refused-bodies.test-kit.ts';

let listener: Awaited<ReturnType<typeof openRefusingListener>>;
let port: number;
beforeAll(async () => {
  listener = await openRefusingListener();
  port = listener.port;
});
afterAll(() => listener.close());

interface Sent {
  readonly type?: string;
  readonly length?: string;
}

/** Sends the head of a call, and waits with its body. */
function sendHead(path: string, { type = 'application/json', length = '7' }: Sent = {}) {
  const one = openConnection(port);
  const size = length === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${length}`;
  one.socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n${size}\r\nexpect: 100-continue\r\n\r\n`,
  );
  return one;
}

const ASKED = 'HTTP/1.1 100 Continue\r\n\r\n';

describe('a client that waits to be asked for its body', () => {
  it.each<[string, string, number, Sent?]>([
    ['a body that is too large', '/taken', 413, { length: '3000000' }],
    ['another type', '/taken', 415, { type: 'text/plain' }],
    ['nobody signed in', '/401', 401],
    ['another origin', '/403', 403],
    ['too many requests', '/429', 429, { length: 'chunked' }],
    ['what a handler finds out before it reads', '/raw', 403],
    ['a target that is no path', 'http://other/', 400],
  ])('gets the refusal of %s at once, and the connection closes', async (_, path, status, sent) => {
    const one = sendHead(path, sent);
    await expect.poll(one.received).toMatch(/\r\n\r\n.+/s);
    expect(one.received()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(one.received()).toMatch(/\r\nconnection: close\r\n/i);
    one.socket.end();
    expect(await one.ended).not.toContain('100 Continue');
  });

  it.each<[string, string, string, string, Sent?]>([
    ['of a known length', '/taken', '{"a":1}', '{"taken":{"a":1}}'],
    [
      'in chunks',
      '/taken',
      '7\r\n{"a":1}\r\n0\r\n\r\n',
      '{"taken":{"a":1}}',
      { length: 'chunked' },
    ],
    ['that a handler reads as it arrives', '/part', '{"a":1}', '{"bytes":7}'],
  ])('is asked for one %s, and goes on with the connection', async (_, path, body, reply, sent) => {
    const one = sendHead(path, sent);
    await expect.poll(one.received).toBe(ASKED);
    one.socket.write(body);
    await expect.poll(one.received).toContain(reply);
    expect(one.received()).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
    one.socket.write('GET /none HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    expect((await one.ended).match(/HTTP\/1\.1 \d+/g)).toEqual([
      'HTTP/1.1 100',
      'HTTP/1.1 200',
      'HTTP/1.1 404',
    ]);
  });
});
