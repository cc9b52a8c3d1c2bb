import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMPANY_SIGN_IN_PATH } from '@bonisa/contract/studio/company-sign-in';
import { safeReturn } from '@bonisa/domain/safe-return';
import { LIMITS } from '@bonisa/kit/http/limits';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { FastifyRequest } from 'fastify';

const FOLDER = join(import.meta.dirname, 'pages');
/** Scripts and styles are files of the studio's own origin; nothing is inline. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const FILES = {
  '/studio/studio.css': ['studio.css', 'text/css; charset=utf-8'],
  '/studio/studio.page.js': ['studio.page.js', 'text/javascript; charset=utf-8'],
} as const;

export interface SignInPagesConfig {
  readonly brand: { readonly name: string };
  readonly studio: { readonly oidc: unknown };
}

/** Where to go after the sign-in, as an attribute: a path of the studio, else its first screen. */
function returnOf({ query }: FastifyRequest): string {
  const { return: returnTo } = query as { return?: unknown };
  const path = safeReturn(typeof returnTo === 'string' ? returnTo : undefined);
  const isSignIn = /^\/(sign-in|welcome)\b/i.test(path);
  return isSignIn ? '/' : path.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

/** The pages by which a person signs in and uses a one-time link. */
export function signInPages({ brand, studio }: SignInPagesConfig): StudioRoutes {
  return async ({ server }) => {
    const written = await readFile(join(FOLDER, 'studio.html'), 'utf8');
    const company = studio.oidc === undefined ? '' : COMPANY_SIGN_IN_PATH;
    const html = written
      .replace('data-company=""', `data-company="${company}"`)
      .replaceAll('Studio<', () => `${brand.name.replace(/[<>&]/g, '')} studio<`);
    const settings = { schema: { hide: true }, config: { rateLimit: LIMITS.read } };
    for (const path of ['/sign-in', '/welcome'])
      server.get(path, settings, async (request, reply) =>
        reply
          .header('content-security-policy', POLICY)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(html.replace('data-return="/"', () => `data-return="${returnOf(request)}"`)),
      );
    for (const [path, [name, type]] of Object.entries(FILES)) {
      const body = await readFile(join(FOLDER, name));
      server.get(path, settings, async (_request, reply) =>
        reply.header('cache-control', 'no-cache').type(type).send(body),
      );
    }
  };
}
