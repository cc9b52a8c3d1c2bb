import { cookieName } from '@bonisa/contract/cookies';
import { COMPANY_SIGN_IN_PATH } from '@bonisa/contract/studio/company-sign-in';
import { SECOND_STEP_MS } from '@bonisa/domain/staff/staff-session';
import { AppError } from '@bonisa/kit/http/app-error';
import { LIMITS } from '@bonisa/kit/http/limits';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CALLBACK_PATH, type Oidc } from './oidc.service.ts';
import { confirmedPage, OIDC_PAGE_POLICY, refusedPage, signedInPage } from './oidc-page.ts';
import type { Staff } from './staff.ts';
import type { StudioConfig } from './studio.config.ts';

export interface OidcRoutesConfig {
  readonly brand: { readonly name: string };
  readonly studio: Pick<StudioConfig, 'secureCookies'>;
}

interface Begin {
  Querystring: { again?: string; fresh?: string };
}

/**
 * The two addresses of the company's sign-in. A browser navigates to them, so they answer with
 * pages; they stand beside the contract, and change nothing but by a code of the company.
 */
export function oidcRoutes(
  { oidc: configured, sessions }: Pick<Staff, 'oidc' | 'sessions'>,
  { brand, studio: { secureCookies: secure } }: OidcRoutesConfig,
): StudioRoutes {
  const cookie = cookieName('bonisa_studio_oidc', secure);
  // Lax: the company's page sends the browser back, and a strict cookie would stay behind.
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const settings = { schema: { hide: true }, config: { rateLimit: LIMITS.write } };

  const begin = async (oidc: Oidc, request: FastifyRequest<Begin>, reply: FastifyReply) => {
    const fresh = request.query.fresh === '1';
    // The link of the studio itself brings the strict cookie, which the company's answer does not:
    // so it is known now whose session is to be confirmed.
    const person = fresh ? await sessions.of(request) : undefined;
    const { address, pending } = await oidc.begin({
      again: fresh || request.query.again === '1',
      fresh,
      session: person?.session.id,
    });
    reply.setCookie(cookie, pending, { ...attributes, maxAge: SECOND_STEP_MS / 1000 });
    return reply.redirect(address);
  };

  const back = async (oidc: Oidc, request: FastifyRequest, reply: FastifyReply) => {
    reply.clearCookie(cookie, attributes);
    const begun = await oidc.finish(request.cookies[cookie], request);
    if (!begun) return sendPage(reply, confirmedPage(brand.name));
    sessions.handOut(reply, begun);
    // A page of our own goes on: a redirect from another site would leave the strict cookie behind.
    return sendPage(reply, signedInPage(brand.name));
  };

  const answered = async (reply: FastifyReply, work: () => Promise<FastifyReply>) => {
    reply.header('cache-control', 'no-store');
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return sendPage(reply.code(error.status), refusedPage(brand.name, error));
    }
  };

  return ({ server }) => {
    if (!configured) return;
    server.get<Begin>(COMPANY_SIGN_IN_PATH, settings, (request, reply) =>
      answered(reply, () => begin(configured, request, reply)),
    );
    server.get(CALLBACK_PATH, settings, (request, reply) =>
      answered(reply, () => back(configured, request, reply)),
    );
  };
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  reply.header('content-security-policy', OIDC_PAGE_POLICY);
  return reply.type('text/html; charset=utf-8').send(page);
}
