import type { FastifyInstance, FastifyReply } from 'fastify';
import { withTimeLimit } from '../time-limit.ts';
import { databaseUnavailable, sendError } from './errors.ts';

/** Who asks whether we are ready must have the answer before it gives up. */
const DATABASE_MS = 1000;

export interface HealthState {
  readonly ready: () => boolean;
  /** Whether it is known that the database is away. */
  readonly away: () => boolean;
  readonly ping: () => Promise<void>;
}

/**
 * `/healthz/live`: the process answers. `/healthz/ready`: it may be sent visitors; 503 before it is
 * up, while it stops and when the database is silent.
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
      // The watch tells the log of an outage once; whoever asks may ask each second.
      request.log.debug({ err: error }, 'the database does not answer');
      return sendError(reply as FastifyReply, request, databaseUnavailable(error));
    }
  });
}
