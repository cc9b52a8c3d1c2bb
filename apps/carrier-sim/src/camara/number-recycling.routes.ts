import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Faults } from '../sim/fault-desk.ts';
import type { Authorise } from './access.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import { checkRecyclingBody, checkRecyclingReply } from './number-recycling.schemas.ts';
import type { NumberRecyclingService } from './number-recycling.service.ts';

export function registerNumberRecyclingRoutes(
  app: FastifyInstance,
  deps: { service: NumberRecyclingService; authorise: Authorise; faults: Faults },
): void {
  const { service, faults } = deps;
  registerCamaraApi(app, {
    prefix: '/number-recycling/v0.2',
    authorise: deps.authorise,
    routes(scope) {
      scope.withTypeProvider<ZodTypeProvider>().post(
        '/check',
        {
          config: { scope: 'number-recycling:check' },
          schema: { body: checkRecyclingBody, response: { 200: checkRecyclingReply } },
        },
        (request, reply) =>
          faults.apply('number-recycling', reply, () =>
            service.check(request.access, request.body),
          ),
      );
    },
  });
}
