import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Authorise } from '../camara/access.ts';
import { registerCamaraApi } from '../camara/camara.plugin.ts';
import { phoneNumber } from '../camara/common.schemas.ts';
import type { Faults } from '../sim/fault-desk.ts';
import type { MessageApiService } from './message-api.service.ts';

const messageBody = z.object({
  to: phoneNumber,
  text: z
    .string()
    .min(1)
    .refine((text) => [...text].length <= 160, 'must be at most 160 characters'),
  clientReference: z.string().min(1).max(128),
});

const messageReply = z.object({ messageId: z.string(), status: z.literal('accepted') });

/**
 * `POST /messages/v1/messages`: outbound short messages. Not a CAMARA API, but with CAMARA's
 * conventions.
 */
export function registerMessageApiRoutes(
  app: FastifyInstance,
  deps: { service: MessageApiService; authorise: Authorise; faults: Faults },
): void {
  const { service, faults } = deps;
  registerCamaraApi(app, {
    prefix: '/messages/v1',
    authorise: deps.authorise,
    routes(scope) {
      scope.withTypeProvider<ZodTypeProvider>().post(
        '/messages',
        {
          config: { scope: 'messages:send' },
          schema: { body: messageBody, response: { 200: messageReply, 201: messageReply } },
        },
        (request, reply) =>
          faults.apply('send-message', reply, () => {
            const { messageId, isNew } = service.send(request.access, request.body);
            reply.code(isNew ? 201 : 200);
            return { messageId, status: 'accepted' as const };
          }),
      );
    },
  });
}
