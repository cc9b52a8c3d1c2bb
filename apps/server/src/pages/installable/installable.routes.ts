import { createHash } from 'node:crypto';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../../platform/http/negotiation.ts';
import { contentSecurityPolicy, inlineHashes } from '../content-security-policy.ts';
import { type AppName, webAppManifest } from './manifest.ts';
import { type OfflineBrand, offlinePage } from './offline-page.ts';
import { serviceWorkerText } from './service-worker.ts';

interface Prepared {
  readonly type: string;
  readonly text: string;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Revalidated each time (a 304 is small): a change of the brand or of the software must reach every
 * phone.
 */
const ALWAYS_ASK = { 'cache-control': 'public, max-age=0, must-revalidate' };

/**
 * Makes the site installable under the brand's name: `/manifest.webmanifest`, `/sw.js` and the page
 * that it caches, `/offline`.
 */
export async function installableRoutes(
  brand: OfflineBrand & AppName,
): Promise<FastifyPluginAsync> {
  const page = offlinePage(brand);
  const files = new Map<string, Prepared>([
    [
      '/manifest.webmanifest',
      prepared('application/manifest+json; charset=utf-8', JSON.stringify(webAppManifest(brand))),
    ],
    [
      '/offline',
      prepared('text/html; charset=utf-8', page, {
        'content-security-policy': contentSecurityPolicy(inlineHashes(page)),
        'x-robots-tag': 'noindex',
      }),
    ],
    [
      '/sw.js',
      prepared('text/javascript; charset=utf-8', await serviceWorkerText(hashOf(page)), {
        // A worker has its own policy: it may fetch from us and nothing else.
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      }),
    ],
  ]);
  return async (app) => {
    for (const [path, file] of files)
      app.get(path, { schema: { hide: true } }, (request, reply) => send(file, request, reply));
  };
}

async function send(
  { type, text, etag, headers }: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ ...ALWAYS_ASK, ...headers, etag });
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(text);
}

function prepared(type: string, text: string, headers: Record<string, string> = {}): Prepared {
  return { type, text, etag: `"${hashOf(text)}"`, headers };
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
