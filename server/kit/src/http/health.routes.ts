import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../readiness.ts';
import { AWAY_RETRY_SECONDS } from './errors.ts';

/**
 * `/healthz/live`: the process answers. `/healthz/ready`: the process may receive visitors; 503
 * while it starts or stops and while the database does not answer. Anybody may ask, so neither says
 * why.
 */
export function registerHealth(app: FastifyInstance, { check }: Pick<Readiness, 'check'>): void {
  registerLive(app);
  app.get('/healthz/ready', { schema: { hide: true } }, async (_request, reply) => {
    const { notReady } = await check();
    reply.header('cache-control', 'no-store');
    if (notReady.length === 0) return reply.send({ status: 'ready' });
    return reply
      .code(503)
      .header('retry-after', AWAY_RETRY_SECONDS)
      .send({ code: 'unavailable', description: 'This process takes no visitors at the moment.' });
  });
}

/** The same for operators: `not_ready` and `degraded` name the parts. */
export function registerNamedHealth(
  app: FastifyInstance,
  { check }: Pick<Readiness, 'check'>,
): void {
  registerLive(app);
  app.get('/healthz/ready', async (_request, reply) => {
    const { notReady, degraded } = await check();
    const status = notReady.length === 0 ? 'ready' : 'not_ready';
    return reply
      .code(notReady.length === 0 ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, not_ready: notReady, degraded });
  });
}

function registerLive(app: FastifyInstance): void {
  app.get('/healthz/live', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
}
