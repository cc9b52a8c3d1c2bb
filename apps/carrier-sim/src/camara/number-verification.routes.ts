import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Faults } from '../sim/fault-desk.ts';
import type { Authorise } from './access.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import { devicePhoneNumberReply, verifyBody, verifyReply } from './number-verification.schemas.ts';
import type { NumberVerificationService } from './number-verification.service.ts';

export function registerNumberVerificationRoutes(
  app: FastifyInstance,
  deps: { service: NumberVerificationService; authorise: Authorise; faults: Faults },
): void {
  const { service, faults } = deps;
  registerCamaraApi(app, {
    prefix: '/number-verification/v2',
    authorise: deps.authorise,
    routes(scope) {
      const routes = scope.withTypeProvider<ZodTypeProvider>();
      routes.post(
        '/verify',
        {
          config: { scope: 'number-verification:verify' },
          schema: { body: verifyBody, response: { 200: verifyReply } },
        },
        (request, reply) =>
          faults.apply('verify-number', reply, () => service.verify(request.access, request.body)),
      );
      routes.get(
        '/device-phone-number',
        {
          config: { scope: 'number-verification:device-phone-number:read' },
          schema: { response: { 200: devicePhoneNumberReply } },
        },
        (request, reply) =>
          faults.apply('verify-number', reply, () => service.devicePhoneNumber(request.access)),
      );
    },
  });
}
