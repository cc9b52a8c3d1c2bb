// Bad input that only a real connection shows: large bodies, large headers, broken HTTP.
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProduct, rowCounts, type TestProduct } from './app.test-kit.ts';

let product: TestProduct;
let port: number;
beforeAll(async () => {
  product = await createTestProduct({ LIMITS: 'off' });
  port = Number(new URL(await product.site.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => product.close());

/** Sends these very bytes, and reads until the connection ends or `enough` has arrived. */
function send(
  parts: readonly (string | Buffer)[],
  enough: (answer: string) => boolean = () => false,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (text) => {
      answer += text;
      if (enough(answer)) socket.destroy();
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // The server may close the connection while an unwanted body is still being sent.
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    for (const part of parts) socket.write(part);
  });
}

const read = (answer: string) => {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return {
    status: Number(head.split(' ')[1]),
    head: head.toLowerCase(),
    body: body === '' ? undefined : JSON.parse(body),
  };
};
const hasBody = (answer: string): boolean =>
  answer.includes('\r\n\r\n') && answer.trimEnd().endsWith('}');

function expectRefusal(answer: string, status: number, code: string): void {
  const { head, body, ...rest } = read(answer);
  expect(rest.status).toBe(status);
  expect(body).toMatchObject({ code, description: expect.any(String) });
  for (const header of [
    'x-content-type-options: nosniff',
    "frame-ancestors 'none'",
    'x-correlation-id: ',
    'cache-control: no-store',
  ])
    expect(head).toContain(header);
  expect(head).not.toContain('x-powered-by');
}

describe('on a real connection', () => {
  it('a body of 5 MB is refused by each call, and nothing is written', async () => {
    const before = await rowCounts(product.open);
    const body = Buffer.alloc(5 * 1024 * 1024, 'x');
    for (const path of [
      '/api/auth/status_check',
      '/api/auth/status',
      '/api/auth/enrich',
      '/api/dcbprotect/getDCBProtectScript',
      '/carrier/messages',
    ]) {
      const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
      const answer = await send([head, body], hasBody);
      expect([path, read(answer).status]).toEqual([path, path === '/carrier/messages' ? 401 : 413]);
      if (path !== '/carrier/messages') expectRefusal(answer, 413, 'payload_too_large');
    }
    const chunked =
      'POST /api/auth/status HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
    expectRefusal(
      await send([chunked, `${body.length.toString(16)}\r\n`, body, '\r\n0\r\n\r\n'], hasBody),
      413,
      'payload_too_large',
    );
    expect(await rowCounts(product.open)).toEqual(before);
  });

  it('headers of 100 kB are refused in the shape of every error', async () => {
    expectRefusal(
      await send([
        `GET /api/viewer HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(100_000)}\r\n\r\n`,
      ]),
      431,
      'headers_too_large',
    );
  });

  it.each([
    ['no HTTP', 'hello\r\n\r\n'],
    ['a broken header', 'GET / HTTP/1.1\r\nhost: localhost\r\nbad header\r\n\r\n'],
    ['NUL in a header', 'GET / HTTP/1.1\r\nhost: localhost\r\nx: a\0b\r\n\r\n'],
    [
      'two lengths',
      'POST /api/auth/status HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab',
    ],
  ])('%s is refused in the shape of every error', async (_what, bytes) => {
    expectRefusal(await send([bytes]), 400, 'invalid_request');
  });

  it('bytes that are not UTF-8 are no number', async () => {
    const body = Buffer.concat([
      Buffer.from('{"msisdn":"'),
      Buffer.from([0xff, 0xfe, 0xc0]),
      Buffer.from('"}'),
    ]);
    const head = `POST /api/auth/status HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    expectRefusal(await send([head, body], hasBody), 400, 'invalid_msisdn');
  });

  it('a repeated enrichment header, or one in two spellings, proves no number', async () => {
    const secret = 'x-enrichment-secret: the-shared-secret-of-the-proxy';
    const ask = (headers: string) =>
      send([
        `POST /api/auth/enrich HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${headers}\r\ncontent-length: 22\r\nconnection: close\r\n\r\n{"transaction_id":"t"}`,
      ]);
    expect(read(await ask(`x-msisdn: 27821234567\r\n${secret}`)).status).toBe(200);
    for (const twice of [
      `x-msisdn: 27821234567\r\nX_MSISDN: 27829999999\r\n${secret}`,
      `x-msisdn: 27821234567\r\nx-msisdn: 27829999999\r\n${secret}`,
      `x-msisdn: 27821234567\r\n${secret}\r\n${secret}`,
    ])
      expect(read(await ask(twice)).status).toBe(204);
  });
});
