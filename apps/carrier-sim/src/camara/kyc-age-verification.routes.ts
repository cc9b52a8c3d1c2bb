import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AccessTokens } from '../oauth/access-tokens.ts';
import type { FaultDesk } from '../sim/fault-desk.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import { verifyAgeBody, verifyAgeReply } from './kyc-age-verification.schemas.ts';
import type { AgeVerificationService } from './kyc-age-verification.service.ts';

export function registerAgeVerificationRoutes(
  app: FastifyInstance,
  deps: { service: AgeVerificationService; tokens: AccessTokens; faults: FaultDesk },
): void {
  const { service, faults } = deps;
  registerCamaraApi(app, {
    prefix: '/kyc-age-verification/v0.2',
    tokens: deps.tokens,
    routes(scope) {
      scope.withTypeProvider<ZodTypeProvider>().post(
        '/verify',
        {
          config: { scope: 'kyc-age-verification:verify' },
          schema: { body: verifyAgeBody, response: { 200: verifyAgeReply } },
        },
        (request, reply) => faults.apply('content-lock', reply, () => service.verify(request.access, request.body)),
      );
    },
  });
}
