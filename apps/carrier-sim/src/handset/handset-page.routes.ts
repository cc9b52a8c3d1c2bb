import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../store/clock.ts';

const FONT = '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-800-normal.woff2';

/** Everything the page needs comes from here; nothing inline, nothing from elsewhere. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const FILES = [
  { path: '/', file: './page/handset.html', type: 'text/html; charset=utf-8' },
  { path: '/handset.css', file: './page/handset.css', type: 'text/css; charset=utf-8' },
  { path: '/phone.css', file: './page/phone.css', type: 'text/css; charset=utf-8' },
  { path: '/desk.css', file: './page/desk.css', type: 'text/css; charset=utf-8' },
  { path: '/handset.js', file: './page/handset.js', type: 'text/javascript; charset=utf-8' },
  { path: '/phone.js', file: './page/phone.js', type: 'text/javascript; charset=utf-8' },
  { path: '/desk.js', file: './page/desk.js', type: 'text/javascript; charset=utf-8' },
  { path: '/carrier.js', file: './page/carrier.js', type: 'text/javascript; charset=utf-8' },
  { path: '/icon.svg', file: './page/icon.svg', type: 'image/svg+xml' },
  { path: '/band.svg', file: './page/band.svg', type: 'image/svg+xml' },
  { path: '/wallpaper.svg', file: './page/wallpaper.svg', type: 'image/svg+xml' },
] as const;

/**
 * The handset page at `/`: static files, and `GET /sim/desk` with the addresses and the time that
 * it shows.
 */
export async function registerHandsetPage(
  scope: FastifyInstance,
  deps: { clock: Clock; shortCode: string; publicUrl: string; ports: { network: number } },
): Promise<void> {
  for (const { path, file, type } of FILES) {
    serve(scope, path, await readFile(new URL(file, import.meta.url)), type);
  }
  serve(
    scope,
    '/display.woff2',
    await readFile(fileURLToPath(import.meta.resolve(FONT))),
    'font/woff2',
  );
  scope.get('/sim/desk', async () => ({
    now: deps.clock.now().toISOString(),
    site_url: deps.publicUrl,
    network_url: `http://localhost:${deps.ports.network}`,
    short_code: deps.shortCode,
  }));
}

function serve(scope: FastifyInstance, path: string, bytes: Buffer, type: string): void {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
  const headers = {
    'content-type': type,
    etag,
    'cache-control': 'no-cache',
    'content-security-policy': CONTENT_SECURITY_POLICY,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  scope.get(path, async (request, reply) => {
    reply.headers(headers);
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.send(bytes);
  });
}
