import type { FastifyInstance } from 'fastify';
import { type EndpointsBook, JWKS_PATH } from './endpoints.ts';
import { OPENID, SCOPES } from './scopes.ts';
import type { SigningKey } from './signing-key.ts';
import { GRANT_TYPES } from './token.service.ts';

/**
 * `GET /.well-known/openid-configuration` (OpenID Connect Discovery) and the keys that verify
 * tokens.
 */
export function registerDiscoveryRoutes(
  app: FastifyInstance,
  deps: { endpoints: EndpointsBook; key: SigningKey },
): void {
  app.get('/.well-known/openid-configuration', async (request, reply) => {
    const { issuer, authorization, token, jwks } = deps.endpoints.at(request.headers.host);
    reply.header('cache-control', 'public, max-age=300');
    return {
      issuer,
      authorization_endpoint: authorization,
      token_endpoint: token,
      jwks_uri: jwks,
      scopes_supported: [OPENID, ...SCOPES],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: GRANT_TYPES,
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['ES256'],
      request_object_signing_alg_values_supported: ['ES256'],
      request_parameter_supported: true,
      request_uri_parameter_supported: false,
      token_endpoint_auth_methods_supported: ['private_key_jwt'],
      token_endpoint_auth_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      prompt_values_supported: ['none'],
      claims_supported: ['iss', 'sub', 'aud', 'exp', 'iat', 'nonce', 'amr'],
    };
  });
  app.get(JWKS_PATH, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=300');
    return { keys: [deps.key.publicJwk] };
  });
}
