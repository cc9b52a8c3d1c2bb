import type { FastifyInstance } from 'fastify';

/** `/healthz/live`: the process answers. `/healthz/ready`: it may be sent visitors; 503 before it is up, while it stops and when the database is silent. */
export function registerHealth(app: FastifyInstance, state: { ready: () => boolean; ping: () => Promise<void> }): void {
  app.get('/healthz/live', { schema: { hide: true } }, async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'live' }));
  app.get('/healthz/ready', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!state.ready()) return reply.code(503).send({ code: 'unavailable', description: 'Starting or stopping.' });
    try {
      await state.ping();
      return reply.send({ status: 'ready' });
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      return reply.code(503).send({ code: 'unavailable', description: 'The database does not answer.' });
    }
  });
}
