import { cookieName } from '@bonisa/contract/cookies';
import { SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../platform/http/app-error.ts';
import { LIMITS } from '../platform/http/limits.ts';
import type { StudioRoutes } from '../platform/http/studio-listener.ts';
import { BEGIN_PATH, CALLBACK_PATH } from './oidc.service.ts';
import { OIDC_PAGE_POLICY, refusedPage, signedInPage } from './oidc-page.ts';
import type { Staff } from './staff.ts';
import type { StudioConfig } from './studio.config.ts';

export interface OidcRoutesConfig {
  readonly brand: { readonly name: string };
  readonly studio: Pick<StudioConfig, 'secureCookies'>;
}

/**
 * The two addresses of the company's sign-in. A browser navigates to them, so they answer with
 * pages; they stand beside the contract, and change nothing but by a code of the company.
 */
export function oidcRoutes(
  { oidc, sessions }: Pick<Staff, 'oidc' | 'sessions'>,
  { brand, studio: { secureCookies: secure } }: OidcRoutesConfig,
): StudioRoutes {
  const cookie = cookieName('bonisa_studio_oidc', secure);
  // Lax: the company's page sends the browser back, and a strict cookie would stay behind.
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const settings = { schema: { hide: true }, config: { rateLimit: LIMITS.write } };

  const back = async (request: FastifyRequest, reply: FastifyReply): Promise<string> => {
    reply.clearCookie(cookie, attributes);
    // Read before the transaction of the sign-in, which must not wait for a second connection.
    await sessions.of(request);
    const begun = await oidc?.finish(request.cookies[cookie], request);
    if (!begun) throw new AppError('not_found', 'There is nothing at this address.');
    sessions.handOut(reply, begun);
    // A page of our own goes on: a redirect from another site would leave the strict cookie behind.
    return signedInPage(brand.name);
  };

  return ({ server }) => {
    if (!oidc) return;
    server.get<{ Querystring: { fresh?: string } }>(
      BEGIN_PATH,
      settings,
      async (request, reply) => {
        const { address, pending } = await oidc.begin(request.query.fresh === '1');
        const maxAge = SECOND_STEP_MS / 1000;
        reply.setCookie(cookie, pending, { ...attributes, maxAge });
        return reply.header('cache-control', 'no-store').redirect(address);
      },
    );
    server.get(CALLBACK_PATH, settings, async (request, reply) => {
      reply.header('cache-control', 'no-store').type('text/html; charset=utf-8');
      reply.header('content-security-policy', OIDC_PAGE_POLICY);
      try {
        return await back(request, reply);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        return reply.code(error.status).send(refusedPage(brand.name, error));
      }
    });
  };
}
