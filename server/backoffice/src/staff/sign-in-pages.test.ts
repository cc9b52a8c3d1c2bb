// A finding from outside: `/sign-in?return=/.//evil.example` led away from the studio.

import { createTestApp } from '@bonisa/kit/http/http-app.test-kit';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { signInPages } from './sign-in-pages.routes.ts';

const STUDIO = 'https://studio.example';
let app: FastifyInstance;
beforeAll(async () => {
  const mount = signInPages({ brand: { name: 'A <b>brand</b>' }, studio: { oidc: undefined } });
  app = await createTestApp((server) => mount({ server, register: () => undefined }));
});
afterAll(() => app.close());

/** Where the page goes after a sign-in that was asked for with this address to return to. */
async function returnOf(asked: string): Promise<string> {
  const { body } = await app.inject(`/sign-in?return=${encodeURIComponent(asked)}`);
  const written = /data-return="([^"]*)"/.exec(body)?.[1] ?? 'none';
  return written.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

it('the sign-in leads back to where the person came from', async () => {
  for (const path of ['/', '/videos?filter={"state":"draft"}&page=2', '/titles/a%20b#cast'])
    expect(decodeURI(await returnOf(path))).toBe(decodeURI(path));
});

it('the sign-in leads to no other site, not to itself, and out of its attribute never', async () => {
  for (const path of ['/.//evil.example', '//evil.example', '/\\evil', '/sign-in', '/welcome#x'])
    expect(await returnOf(path)).toBe('/');
  const part = fc.constantFrom(
    '/',
    '.',
    '\\',
    '//',
    '%2e',
    'evil.example',
    '"',
    '<',
    '&',
    '?',
    '#',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
      const path = await returnOf(`/${parts.join('')}`);
      expect(new URL(path, STUDIO).origin).toBe(STUDIO);
      expect(path).not.toMatch(/[<"]/);
    }),
    { numRuns: 40 },
  );
});
