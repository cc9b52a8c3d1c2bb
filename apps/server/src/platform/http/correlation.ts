import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';

const current = new AsyncLocalStorage<string>();

/** The id of the request that is being served here, for calls that leave us on its behalf. */
export function correlationId(): string | undefined {
  return current.getStore();
}

/** Lets everything that a request sets off know the request's id. */
export function registerCorrelation(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => current.run(request.id, done));
}
