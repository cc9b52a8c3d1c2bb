import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { requestContext, withContext } from '../request-context.ts';

const CORRELATION_ID = /^[A-Za-z0-9_-]{8,64}$/;

/**
 * The caller's correlation id if it is well-formed, otherwise a new one. It need not sort by its
 * time: a random id costs a tenth of an id for rows, and every response has one.
 */
export function correlationIdFor(headers: IncomingHttpHeaders): string {
  const header = headers['x-correlation-id'];
  return typeof header === 'string' && CORRELATION_ID.test(header) ? header : randomUUID();
}

/** The correlation id of the current request, for outgoing calls on its behalf. */
export function correlationId(): string | undefined {
  return requestContext.getStore()?.correlationId;
}

/** Makes the request's id available to everything that the request causes. */
export function registerCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) =>
    withContext({ correlationId: request.id }, done),
  );
}
