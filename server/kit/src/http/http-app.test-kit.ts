import type { FastifyInstance } from 'fastify';
import { createLogger } from '../logger.ts';
import { createRegisterCall, type RegisterCall } from './call-route.ts';
import { createHttpApp } from './http-app.ts';

/**
 * An application without listeners or sessions, for the routes of one capability. Its guards allow
 * every call.
 */
export async function createTestApp(
  mount: (app: FastifyInstance, register: RegisterCall) => Promise<void> | void,
): Promise<FastifyInstance> {
  const app = await createHttpApp({ logger: createLogger('silent'), trustProxy: [] });
  const pass = async (): Promise<void> => undefined;
  await mount(
    app,
    createRegisterCall(app, {
      'anyone+device': pass,
      csrf: pass,
      session: pass,
      'session+device': pass,
      'session+csrf': pass,
      bearer: pass,
    }),
  );
  return app;
}
