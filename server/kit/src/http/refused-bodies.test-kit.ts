import type { ErrorCode } from '@bonisa/contract/errors';
import { createLogger } from '../logger.ts';
import { AppError } from './app-error.ts';
import { createHttpApp } from './http-app.ts';
import { bodyAsItArrives } from './unread-bodies.ts';

const MOST_OF_PART = 100_000;

/**
 * A listener that takes a body at `/taken`, counts one as it arrives at `/part`, at most 100 kB of
 * it, and refuses all others: at `/401` and `/429` before anything is read of it, at `/403` where
 * Fastify would begin to parse, at `/raw` in the handler of a body as it arrives.
 */
export async function openRefusingListener() {
  const app = await createHttpApp({ logger: createLogger('silent'), trustProxy: [] });
  app.post('/taken', async ({ body }) => ({ taken: body }));
  app.post('/401', { onRequest: refuse('not_signed_in') }, async () => ({}));
  app.post('/403', { preParsing: refuse('foreign_origin') }, async () => ({}));
  app.post('/429', { onRequest: refuse('too_many_requests') }, async () => ({}));
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, payload, done) =>
      done(null, bodyAsItArrives(payload)),
    );
    const ofAnyLength = { bodyLimit: Number.MAX_SAFE_INTEGER };
    scope.post('/raw', ofAnyLength, refuse('foreign_origin'));
    scope.post('/part', ofAnyLength, async ({ body }) => {
      let bytes = 0;
      for await (const part of body as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > MOST_OF_PART) throw new AppError('payload_too_large', 'No.');
      }
      return { bytes };
    });
  });
  app.get('/read', async () => 'read');
  const port = Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port);
  return { port, close: () => app.close() };
}

function refuse(code: ErrorCode) {
  return async (): Promise<never> => {
    throw new AppError(code, 'No.');
  };
}
