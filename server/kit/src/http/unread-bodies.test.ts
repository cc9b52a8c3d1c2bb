import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection, writeAll } from './raw-connection.test-kit.ts';
import { openRefusingListener } from './refused-bodies.test-kit.ts';

let listener: Awaited<ReturnType<typeof openRefusingListener>>;
let port: number;
beforeAll(async () => {
  listener = await openRefusingListener();
  port = listener.port;
});
afterAll(() => listener.close());

const BODY = Buffer.alloc(3_000_000, 'x');

interface Sent {
  readonly method?: string;
  readonly type?: string;
  readonly more?: string;
  readonly chunked?: boolean;
}

/** Writes a whole request of 3 MB before it reads anything, as simple clients do. */
async function writeFirst(path: string, sent: Sent = {}): Promise<string> {
  const { method = 'POST', type = 'application/json', more = '', chunked = false } = sent;
  const one = openConnection(port, { paused: true });
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${BODY.length}`;
  await writeAll(
    one,
    `${method} ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\n${more}${length}\r\n\r\n`,
  );
  for (let from = 0; from < BODY.length; from += 50_000) {
    const part = BODY.subarray(from, from + 50_000);
    await writeAll(one, chunked ? Buffer.concat([size(part), part, Buffer.from('\r\n')]) : part);
  }
  if (chunked) await writeAll(one, '0\r\n\r\n');
  one.socket.end();
  one.socket.resume();
  return await one.ended;
}

const size = (part: Buffer): Buffer => Buffer.from(`${part.length.toString(16)}\r\n`);
const statusOf = (answer: string): number => Number(answer.split(' ')[1]);

describe('a client that writes all of a large body and then reads', () => {
  it.each<[string, string, number, Sent?]>([
    ['a body that is too large', '/taken', 413],
    ['one of unknown length', '/taken', 413, { chunked: true }],
    ['one that waits to be asked for', '/taken', 413, { more: 'expect: 100-continue\r\n' }],
    ['another type', '/taken', 415, { type: 'text/plain' }],
    ['nobody signed in', '/401', 401],
    ['another origin', '/403', 403],
    ['too many requests', '/429', 429, { chunked: true }],
    ['no such address', '/nothing', 413],
    ['no such address, and no type', '/nothing', 415, { type: 'film' }],
    ['another method', '/taken', 413, { method: 'PUT', chunked: true }],
    ['what only a handler finds out', '/raw', 403],
    ['what a handler finds out in the middle of it', '/part', 413, { chunked: true }],
    ['a target that is no path', 'http://other/', 400],
  ])('gets the refusal of %s, each of twelve times', async (_what, path, status, sent) => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => writeFirst(path, sent)));
    const last = answers.map((answer) => statusOf(answer.replace(/^HTTP\/1.1 100 .*\r\n\r\n/, '')));
    expect(last).toEqual(Array.from({ length: 12 }, () => status));
  });
});

it('goes on with the connection after a refused body that is small', async () => {
  const one = openConnection(port);
  one.socket.write(
    'POST /401 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 7\r\n\r\n',
  );
  await expect.poll(one.received).toContain('not_signed_in');
  one.socket.write('{"a":1}GET /read HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
  expect(await one.ended).toMatch(/read$/);
});

it('reads what a pipe holds back after its refusal, more than systems buffer', async () => {
  const length = 16 * BODY.length;
  const one = openConnection(port);
  await writeAll(
    one,
    `POST /raw HTTP/1.1\r\nhost: localhost\r\ncontent-type: video/mp4\r\ncontent-length: ${length}\r\n\r\n`,
  );
  for (let written = 0; written < length; written += BODY.length) await writeAll(one, BODY);
  one.socket.end();
  expect(statusOf(await one.ended)).toBe(403);
}, 20_000);

it('ends a body without an end after a bound', async () => {
  const one = openConnection(port);
  const part = Buffer.concat([size(BODY), BODY, Buffer.from('\r\n')]);
  await writeAll(
    one,
    'POST /401 HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n',
  );
  let written = 0;
  while (!one.socket.destroyed && written < 200) {
    await writeAll(one, part);
    written += 1;
  }
  expect(statusOf(await one.ended)).toBe(401);
  expect(written * BODY.length).toBeLessThan(150_000_000);
});
