// C1 C5 C6 and the page /terms-and-conditions (R8): shapes, ETag, 304, POST and GET alike, named refusals.
import { brotliDecompressSync } from 'node:zlib';
import { contentVideoCall, homeCarousels, homeSlides, privacyPolicy, terms } from '@bonisa/contract/content.calls';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registerErrors } from '../platform/http/errors.ts';
import { createTestCatalogue, fill, mediaReady, type TestCatalogue } from './catalogue.test-kit.ts';
import { contentRoutes } from './content.routes.ts';

let kit: TestCatalogue;
let app: FastifyInstance;

beforeAll(async () => {
  kit = await createTestCatalogue();
  await fill(kit.catalogue);
  await mediaReady(kit.catalogue);
  app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  registerErrors(app as never);
  await app.register(
    contentRoutes({ pageData: kit.pageData, catalogueVersion: kit.catalogue.currentVersion, clock: kit.clock, cacheBytes: 1_000_000 }),
  );
});
afterAll(async () => {
  await app.close();
  await kit.close();
});

describe('reads', () => {
  it('answer slides, carousels, a video, terms and privacy policy in the contract’s shapes', async () => {
    expect(homeSlides.reply.parse((await app.inject('/content/v1/home/slides')).json()).data.map(({ slug }) => slug)).toEqual(['isibane']);
    expect(homeCarousels.reply.parse((await app.inject('/content/v1/home/carousels')).json()).data[0]?.items.map(({ slug }) => slug)).toEqual([
      'throw',
      'isibane',
      'umuzi',
    ]);
    const video = contentVideoCall.reply.parse((await app.inject('/content/v1/video?slug=isibane')).json());
    expect(video).toMatchObject({ id: expect.any(Number), slug: 'isibane', duration: 30, megabytes: 1.8 });
    expect(terms.reply.parse((await app.inject('/content/v1/terms')).json()).sections.length).toBeGreaterThan(8);
    expect(privacyPolicy.reply.parse((await app.inject('/content/v1/privacypolicy')).json()).sections.length).toBeGreaterThan(6);
  });

  it('answer to POST as to GET, but only GET may be cached', async () => {
    const got = await app.inject('/content/v1/video?slug=isibane');
    const posted = await app.inject({ method: 'POST', url: '/content/v1/video', payload: { slug: 'isibane' } });
    expect(posted.json()).toEqual(got.json());
    expect(posted.headers['cache-control']).toBe('no-store');
    expect(got.headers['cache-control']).toMatch(/^public, max-age=60, stale-while-revalidate=/);
    expect((await app.inject({ method: 'POST', url: '/content/v1/terms' })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: '/content/v1/terms', payload: {} })).statusCode).toBe(200);
  });

  it('answer 304 to who has it already, until something is published', async () => {
    const first = await app.inject('/content/v1/home/carousels');
    const headers = { 'if-none-match': String(first.headers.etag) };
    const same = await app.inject({ url: '/content/v1/home/carousels', headers });
    expect([same.statusCode, same.payload]).toEqual([304, '']);
    await kit.catalogue.change((editor) => editor.fillShelf('first', ['umuzi']));
    const moved = await app.inject({ url: '/content/v1/home/carousels', headers });
    expect(moved.statusCode).toBe(200);
    expect(moved.json().data[0].items).toHaveLength(1);
  });

  it('are compressed for who can read it', async () => {
    const answer = await app.inject({ url: '/content/v1/terms', headers: { 'accept-encoding': 'gzip, br' } });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(JSON.parse(String(brotliDecompressSync(answer.rawPayload)))).toEqual((await app.inject('/content/v1/terms')).json());
  });

  it('answer 404 for what is not there and 400 for what is wrong', async () => {
    for (const answer of [
      await app.inject('/content/v1/video?slug=nothing'),
      await app.inject({ method: 'POST', url: '/content/v1/video', payload: { slug: 'nothing' } }),
    ]) {
      expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([404, 'not_found', 'no-store']);
    }
    for (const query of ['', '?slug=', '?slug=a&slug=b', '?slug=a&more=1', `?slug=${'a'.repeat(81)}`, '?slug=%00']) {
      const answer = await app.inject(`/content/v1/video${query}`);
      expect([query, answer.statusCode, answer.json().code]).toEqual([query, 400, 'invalid_request']);
    }
  });

  it('never fail, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.json(), async (payload) => {
        const answer = await app.inject({ method: 'POST', url: '/content/v1/video', payload, headers: { 'content-type': 'application/json' } });
        expect(answer.statusCode).toBeGreaterThanOrEqual(400);
        expect(answer.statusCode).toBeLessThan(500);
        expect(answer.json()).toMatchObject({ code: expect.any(String), description: expect.any(String) });
      }),
      { numRuns: 60 },
    );
  });
});
