import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { type PreparedBody, prepareBody, sendBody, sendNotModified } from './prepared-body.ts';

const text = 'Ekhaya '.repeat(2000);
const body = prepareBody(Buffer.from(text), { effort: 5 });

function get(prepared: PreparedBody, headers: Record<string, string> = {}) {
  const app = Fastify();
  app.get(
    '/',
    async (request, reply) =>
      sendNotModified(request, reply, prepared) ?? sendBody(request, reply, prepared),
  );
  return app.inject({ method: 'GET', url: '/', headers });
}

describe('a prepared body', () => {
  it('is compressed once for all who ask at the same time', async () => {
    const fresh = prepareBody(Buffer.from(text), { effort: 5 });
    const [first, second] = [fresh.encoded('br'), fresh.encoded('br')];
    expect(second).toBe(first);
    expect(await first).toBe(fresh.encoded('br'));
    expect(brotliDecompressSync(await fresh.encoded('br')).toString()).toBe(text);
    expect(gunzipSync(await fresh.encoded('gzip')).toString()).toBe(text);
  });

  it('is sent fast first; the dear compression is made once in the background and takes its place', async () => {
    const jobs: (() => Promise<void>)[] = [];
    let full = true;
    const background = { add: (job: () => Promise<void>) => !full && jobs.push(job) > 0 };
    const words = Buffer.from(
      Array.from({ length: 9000 }, (_, at) => `${(at * 7919) % 1009} Ekhaya`).join(' '),
    );
    const fresh = prepareBody(words, { effort: 9, background });
    const { etag } = fresh;
    const fast = await fresh.encoded('br');
    full = false;
    // The lane was full: the next one who asks tries again, and only one of them is heard.
    expect([fresh.encoded('br'), fresh.encoded('br'), jobs.length]).toEqual([fast, fast, 1]);
    await jobs[0]?.();
    const dear = fresh.encoded('br') as Buffer;
    expect(dear.length).toBeLessThan(fast.length);
    expect(brotliDecompressSync(dear)).toEqual(words);
    expect([fresh.encoded('br'), jobs.length, fresh.etag]).toEqual([dear, 1, etag]);
    expect([fresh.encoded('identity'), jobs.length]).toEqual([words, 1]);
  });

  it('is compressed at once where it is small', () => {
    const small = prepareBody(Buffer.from('Ekhaya '.repeat(200)), { effort: 5 });
    expect(brotliDecompressSync(small.encoded('br') as Buffer)).toEqual(small.plain);
    expect(small.encoded('gzip')).toBe(small.encoded('gzip'));
  });

  it('is sent in the encoding that is wanted, with its length', async () => {
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

  it('stays plain where compressing is not worth it', async () => {
    const small = prepareBody(Buffer.from('{}'), { effort: 5 });
    const answer = await get(small, { 'accept-encoding': 'br' });
    expect([answer.headers['content-encoding'], answer.body]).toEqual([undefined, '{}']);
  });

  it('is not sent again to who has it; what is marked otherwise is another', async () => {
    expect((await get(body, { 'if-none-match': body.etag })).statusCode).toBe(304);
    expect(prepareBody(body.plain, { effort: 5, mark: 'policy' }).etag).not.toBe(body.etag);
  });
});
