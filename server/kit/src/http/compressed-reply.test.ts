// The reply of a call whose long part others share, in each encoding that a client may take.
import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp } from './http-app.test-kit.ts';

const bytes = randomBytes(3000).toString('base64');
const replies = {
  long: { title: 'Isibane', bytes },
  short: { title: 'Isibane', bytes: 'AA==' },
  alone: { title: 'Isibane' },
};
let app: FastifyInstance;

beforeAll(async () => {
  app = await createTestApp((_app, register) => {
    for (const [name, reply] of Object.entries<{ title: string; bytes?: string }>(replies))
      register(
        {
          ...{ method: 'GET', path: `/${name}`, operationId: name, tag: 'test', summary: name },
          ...{ auth: 'anyone', body: undefined, errors: [] },
          reply: z.object({ title: z.string(), bytes: z.string().optional() }),
        },
        {
          limit: 'read',
          compress: (reply) =>
            reply.bytes === undefined
              ? undefined
              : { text: reply.bytes, replacedBy: (bytes) => ({ ...reply, bytes }) },
          handle: async () => reply,
        },
      );
  });
});
afterAll(() => app.close());

async function readAs(url: string, accepted?: string) {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };
  const { rawPayload, headers: sent } = await app.inject({ url, headers });
  expect(sent.vary).toBe('accept-encoding');
  const encoding = sent['content-encoding'];
  const plain =
    encoding === 'br'
      ? brotliDecompressSync(rawPayload)
      : encoding === 'gzip'
        ? gunzipSync(rawPayload)
        : rawPayload;
  return [encoding, JSON.parse(plain.toString())];
}

it.each([
  ['/long', 'gzip, deflate, br', 'gzip', replies.long],
  ['/long', 'gzip', 'gzip', replies.long],
  ['/long', 'br', 'br', replies.long],
  ['/long', 'gzip;q=0', undefined, replies.long],
  ['/long', undefined, undefined, replies.long],
  ['/short', 'gzip, deflate, br', 'gzip', replies.short],
  ['/short', 'br', undefined, replies.short],
  ['/alone', 'gzip, deflate, br', undefined, replies.alone],
])('the reply at %s to a client that takes %s is whole', async (url, accepted, encoding, reply) => {
  // The second reply has the part from memory.
  for (const _ of [1, 2]) expect(await readAs(url, accepted)).toEqual([encoding, reply]);
});
