import type { FastifyInstance, FastifyReply } from 'fastify';
import { withTimeLimit } from '../time-limit.ts';
import { databaseUnavailable, sendError } from './errors.ts';

/** A readiness check must be answered before its client gives up. */
const DATABASE_MS = 1000;

export interface HealthState {
  readonly ready: () => boolean;
  /** Whether the database is known to be away. */
  readonly away: () => boolean;
  readonly ping: () => Promise<void>;
}

/**
 * `/healthz/live`: the process answers. `/healthz/ready`: the process may receive visitors; 503
 * while it starts or stops and while the database does not answer.
 */
export function registerHealth(app: FastifyInstance, { ready, away, ping }: HealthState): void {
  app.get('/healthz/live', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'live' }),
  );
  app.get('/healthz/ready', { schema: { hide: true } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!ready())
      return reply.code(503).send({ code: 'unavailable', description: 'Starting or stopping.' });
    try {
      if (away()) return sendError(reply, request, databaseUnavailable());
      await withTimeLimit(DATABASE_MS, ping());
      return reply.send({ status: 'ready' });
    } catch (error) {
      // The database watch logs an outage once; readiness checks may come each second.
      request.log.debug({ err: error }, 'the database does not answer');
      return sendError(reply as FastifyReply, request, databaseUnavailable(error));
    }
  });
}
