import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Faults } from '../sim/fault-desk.ts';
import type { Authorise } from './access.ts';
import { registerCamaraApi } from './camara.plugin.ts';
import { sendCodeBody, sendCodeReply, validateCodeBody } from './one-time-password-sms.schemas.ts';
import type { OneTimePasswordService } from './one-time-password-sms.service.ts';

/**
 * An agreement with this carrier beyond CAMARA: a code requested with `x-concurrent-codes: true`
 * keeps the number's other codes valid. Without the header a newer code ends the older ones, as
 * CAMARA's test definitions require.
 */
const CONCURRENT = 'x-concurrent-codes';

export function registerOneTimePasswordRoutes(
  app: FastifyInstance,
  deps: { service: OneTimePasswordService; authorise: Authorise; faults: Faults },
): void {
  const { service, faults } = deps;
  const config = { scope: 'one-time-password-sms:send-validate' } as const;
  registerCamaraApi(app, {
    prefix: '/one-time-password-sms/v1',
    authorise: deps.authorise,
    routes(scope) {
      const routes = scope.withTypeProvider<ZodTypeProvider>();
      routes.post(
        '/send-code',
        { config, schema: { body: sendCodeBody, response: { 200: sendCodeReply } } },
        (request, reply) =>
          faults.apply('send-code', reply, () =>
            service.sendCode(request.access, request.body, request.headers[CONCURRENT] === 'true'),
          ),
      );
      routes.post(
        '/validate-code',
        { config, schema: { body: validateCodeBody } },
        (request, reply) =>
          faults.apply('validate-code', reply.code(204), () =>
            service.validateCode(request.access, request.body),
          ),
      );
    },
  });
}
