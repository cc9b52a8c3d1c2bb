import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIMITS } from '../platform/http/limits.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';

const FOLDER = join(import.meta.dirname, 'pages');
/** Scripts and styles are files of the studio's own origin; nothing is inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const FILES = {
  '/studio/studio.css': ['studio.css', 'text/css; charset=utf-8'],
  '/studio/studio.page.js': ['studio.page.js', 'text/javascript; charset=utf-8'],
} as const;

/** The pages by which a person signs in, uses a one-time link, and ends the own sessions. */
export const signInPages: StudioRoutes = async ({ server }) => {
  const html = await readFile(join(FOLDER, 'studio.html'));
  const settings = { schema: { hide: true }, config: { rateLimit: LIMITS.read } };
  for (const path of ['/', '/welcome'])
    server.get(path, settings, async (_request, reply) =>
      reply
        .header('content-security-policy', POLICY)
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(html),
    );
  for (const [path, [name, type]] of Object.entries(FILES)) {
    const body = await readFile(join(FOLDER, name));
    server.get(path, settings, async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type(type).send(body),
    );
  }
};
