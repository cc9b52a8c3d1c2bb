import type { FastifyInstance } from 'fastify';
import type { AuthorizationService } from './authorization.service.ts';
import { AUTHORIZE_PATH } from './endpoints.ts';

/**
 * `GET /oauth2/authorize` outside the mobile network, where no handset can be recognised: the
 * client is told so. The real authorization endpoint is in the mobile network
 * (network/carrier-endpoints.ts).
 */
export function registerAuthorizeRoutes(
  app: FastifyInstance,
  { authorization }: { authorization: AuthorizationService },
): void {
  app.get(AUTHORIZE_PATH, async (request, reply) => {
    const mark = request.url.indexOf('?');
    const query = new URLSearchParams(mark < 0 ? '' : request.url.slice(mark + 1));
    const answer = await authorization.authorize(query, null);
    reply.header('cache-control', 'no-store');
    if ('redirect' in answer) return reply.redirect(answer.redirect, 302);
    return reply.code(400).send({ error: 'invalid_request', error_description: answer.refusal });
  });
}
