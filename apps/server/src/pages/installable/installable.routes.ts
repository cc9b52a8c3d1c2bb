import { createHash } from 'node:crypto';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language, languageTag } from '@bonisa/domain/languages';
import { matchesEtag } from '@bonisa/kit/http/negotiation';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
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
 * Makes the site installable under the brand's name: a manifest and an offline page for each
 * language, and the service worker that caches the page. Browsers ask for a manifest without
 * cookies, so its address names the language; `/offline` goes by the viewer's cookie.
 */
export async function installableRoutes(
  brand: OfflineBrand & AppName,
): Promise<FastifyPluginAsync> {
  const pages = new Map(LANGUAGES.map((language) => [language, offlineIn(brand, language)]));
  const every = [...pages.values()].map(({ text }) => text).join('');
  const files = new Map<string, Prepared>([
    ['/manifest.webmanifest', manifestIn(brand, DEFAULT_LANGUAGE)],
    ...LANGUAGES.map(
      (language) =>
        [`/manifest.${language}.webmanifest`, manifestIn(brand, language)] as [string, Prepared],
    ),
    [
      '/sw.js',
      prepared('text/javascript; charset=utf-8', await serviceWorkerText(hashOf(every)), {
        // A worker has its own policy: it may fetch from us and nothing else.
        'content-security-policy': "default-src 'none'; connect-src 'self'",
      }),
    ],
  ]);
  return async (app) => {
    for (const [path, file] of files)
      app.get(path, { schema: { hide: true } }, (request, reply) => send(file, request, reply));
    app.get('/offline', { schema: { hide: true } }, (request, reply) =>
      send(pages.get(viewerLanguage(request.headers)) as Prepared, request, reply),
    );
  };
}

function manifestIn(brand: AppName, language: Language): Prepared {
  const text = JSON.stringify(webAppManifest(brand, language));
  return prepared('application/manifest+json; charset=utf-8', text);
}

/** Another viewer has it in another language, so no cache on the way may keep it. */
function offlineIn(brand: OfflineBrand, language: Language): Prepared {
  const page = offlinePage(brand, language);
  return prepared('text/html; charset=utf-8', page, {
    'cache-control': 'private, max-age=0, must-revalidate',
    'content-language': languageTag(language),
    'content-security-policy': contentSecurityPolicy(inlineHashes(page)),
    'x-robots-tag': 'noindex',
  });
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
