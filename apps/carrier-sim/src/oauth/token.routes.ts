import type { FastifyInstance } from 'fastify';
import type { Faults } from '../sim/fault-desk.ts';
import { type EndpointsBook, TOKEN_PATH } from './endpoints.ts';
import { OAUTH_STATUS, OauthError } from './oauth-error.ts';
import type { TokenService } from './token.service.ts';

const OTHER_METHODS = ['GET', 'PUT', 'PATCH', 'DELETE'];

/**
 * `POST /oauth2/token` (RFC 6749): reads a form and answers with a bearer token or an OAuth error.
 */
export function registerTokenRoutes(
  app: FastifyInstance,
  deps: { tokens: TokenService; endpoints: EndpointsBook; faults: Faults },
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    scope.setErrorHandler((error, request, reply) => {
      const refusal = asOauthError(error);
      if (!refusal) {
        request.log.error({ err: error, route: request.routeOptions.url }, 'token request failed');
        return reply
          .code(500)
          .send({ error: 'server_error', error_description: 'The token could not be made.' });
      }
      const why = refusal.why ?? refusal.message;
      request.log.warn({ error: refusal.code, why }, 'a token is refused');
      if (refusal.code === 'invalid_client') reply.header('www-authenticate', 'Bearer');
      return reply
        .code(OAUTH_STATUS[refusal.code])
        .send({ error: refusal.code, error_description: refusal.message });
    });
    scope.route({
      method: OTHER_METHODS,
      url: TOKEN_PATH,
      handler: async (_request, reply) =>
        reply
          .code(405)
          .header('allow', 'POST')
          .send({ error: 'invalid_request', error_description: 'A token is asked for with POST.' }),
    });
    scope.post(TOKEN_PATH, async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const form = request.body;
      if (!(form instanceof URLSearchParams))
        throw new OauthError('invalid_request', 'The body must be a form.');
      return deps.faults.apply('token', reply, () =>
        deps.tokens.issue(form, deps.endpoints.at(request.headers.host).issuer),
      );
    });
  });
}

function asOauthError(error: unknown): OauthError | undefined {
  if (error instanceof OauthError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  return status < 500
    ? new OauthError('invalid_request', 'The body must be a form of modest size.')
    : undefined;
}
