import { registerErrors } from '@bonisa/kit/http/errors';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languageRoutes } from './language.routes.ts';

let app: FastifyInstance;
beforeAll(async () => {
  app = Fastify();
  registerErrors(app);
  await app.register(cookie);
  await app.register(languageRoutes({ publicUrl: 'http://localhost:3000', secureCookies: false }));
});
afterAll(() => app.close());

const choose = (payload: string, headers: Record<string, string> = {}) =>
  app.inject({
    method: 'POST',
    url: '/language',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload,
  });

describe('the choice of a language', () => {
  it('is stored in a cookie and leads back to the page with the form', async () => {
    const { statusCode, headers } = await choose('language=zu', {
      referer: 'http://localhost:3000/search?q=a%20b',
    });
    expect(statusCode).toBe(303);
    expect(headers.location).toBe('/search?q=a%20b');
    expect(headers['set-cookie']).toMatch(
      /^bonisa_language=zu; Max-Age=31536000; Path=\/; HttpOnly/,
    );
  });

  it('leads home where no page is named, and never to another site', async () => {
    for (const referer of ['', 'x', 'https://evil.example//other.example/a', 'data:text/html,a'])
      expect((await choose('language=af', { referer })).headers.location).toBe('/');
  });

  it('is refused for a language that we do not have, and from a page of another site', async () => {
    for (const body of ['language=fr', 'language=', '', 'x=1&language'])
      expect((await choose(body)).json()).toMatchObject({ code: 'invalid_request' });
    expect((await choose('language=zu', { origin: 'https://evil.example' })).json()).toMatchObject({
      code: 'foreign_origin',
    });
  });
});
