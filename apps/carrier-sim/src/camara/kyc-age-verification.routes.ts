import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Faults } from '../sim/fault-desk.ts';
import type { Authorise } from './access.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import { verifyAgeBody, verifyAgeReply } from './kyc-age-verification.schemas.ts';
import type { AgeVerificationService } from './kyc-age-verification.service.ts';

export function registerAgeVerificationRoutes(
  app: FastifyInstance,
  deps: { service: AgeVerificationService; authorise: Authorise; faults: Faults },
): void {
  const { service, faults } = deps;
  registerCamaraApi(app, {
    prefix: '/kyc-age-verification/v0.2',
    authorise: deps.authorise,
    routes(scope) {
      scope.withTypeProvider<ZodTypeProvider>().post(
        '/verify',
        {
          config: { scope: 'kyc-age-verification:verify' },
          schema: { body: verifyAgeBody, response: { 200: verifyAgeReply } },
        },
        (request, reply) =>
          faults.apply('content-lock', reply, () => service.verify(request.access, request.body)),
      );
    },
  });
}
