import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type EncodedBody, encodeBody, sendBody, sendNotModified } from './encoded-body.ts';

const text = 'Ekhaya '.repeat(2000);
const body = encodeBody(Buffer.from(text), { effort: 5 });

function get(encoded: EncodedBody, headers: Record<string, string> = {}) {
  const app = Fastify();
  app.get(
    '/',
    async (request, reply) =>
      sendNotModified(request, reply, encoded) ?? sendBody(request, reply, encoded),
  );
  return app.inject({ method: 'GET', url: '/', headers });
}

describe('an encoded body', () => {
  it('is compressed once for simultaneous requests', async () => {
    const fresh = encodeBody(Buffer.from(text), { effort: 5 });
    const [first, second] = [fresh.encoded('br'), fresh.encoded('br')];
    expect(second).toBe(first);
    expect(await first).toBe(fresh.encoded('br'));
    expect(brotliDecompressSync(await fresh.encoded('br')).toString()).toBe(text);
    expect(gunzipSync(await fresh.encoded('gzip')).toString()).toBe(text);
  });

  it('is compressed fast at first and replaced once by the best compression', async () => {
    const jobs: (() => Promise<void>)[] = [];
    let full = true;
    const background = { add: (job: () => Promise<void>) => !full && jobs.push(job) > 0 };
    const words = Buffer.from(
      Array.from({ length: 9000 }, (_, at) => `${(at * 7919) % 1009} Ekhaya`).join(' '),
    );
    const fresh = encodeBody(words, { effort: 9, background });
    const { etag } = fresh;
    const fast = await fresh.encoded('br');
    full = false;
    // The lane was full: the next request tries again, and the one after it does not.
    expect([fresh.encoded('br'), fresh.encoded('br'), jobs.length]).toEqual([fast, fast, 1]);
    await jobs[0]?.();
    const best = fresh.encoded('br') as Buffer;
    expect(best.length).toBeLessThan(fast.length);
    expect(brotliDecompressSync(best)).toEqual(words);
    expect([fresh.encoded('br'), jobs.length, fresh.etag]).toEqual([best, 1, etag]);
    expect([fresh.encoded('identity'), jobs.length]).toEqual([words, 1]);
  });

  it('is compressed in this thread when it is small', () => {
    const small = encodeBody(Buffer.from('Ekhaya '.repeat(200)), { effort: 5 });
    expect(brotliDecompressSync(small.encoded('br') as Buffer)).toEqual(small.plain);
    expect(small.encoded('gzip')).toBe(small.encoded('gzip'));
  });

  it('is sent in the requested encoding with its length', async () => {
    for (const [accepted, encoding] of [
      ['br', 'br'],
      ['gzip', 'gzip'],
      ['deflate', undefined],
    ] as const) {
      const answer = await get(body, { 'accept-encoding': accepted });
      expect(answer.headers['content-encoding']).toBe(encoding);
      expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
      expect(answer.headers.vary).toBe('accept-encoding');
    }
  });

  it('is sent plain when compression saves nothing', async () => {
    const small = encodeBody(Buffer.from('{}'), { effort: 5 });
    const answer = await get(small, { 'accept-encoding': 'br' });
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, '{}']);
  });

  it('answers 304 to a client that has it, and has another tag with another mark', async () => {
    expect((await get(body, { 'if-none-match': body.etag })).statusCode).toBe(304);
    expect(encodeBody(body.plain, { effort: 5, mark: 'policy' }).etag).not.toBe(body.etag);
  });
});
