import { z } from 'zod';
import { AppError } from '../platform/http/app-error.ts';
import type { OpsRoutes } from '../platform/http/operations-listener.ts';
import { UPLOADS_PATH, type Uploads } from './uploads.service.ts';

const uploadId = z.object({ id: z.string().max(100) });

/** Resumable uploads at the operations listener: tus, and what an operator reads about them. */
export function uploadOpsRoutes(uploads: Uploads): OpsRoutes {
  return (app) => {
    app.register(async (scope) => {
      // The bytes go to the tus server as they arrive.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      for (const url of [UPLOADS_PATH, `${UPLOADS_PATH}/:id`])
        scope.route({
          method: ['POST', 'PATCH', 'HEAD', 'DELETE', 'OPTIONS'],
          url,
          bodyLimit: Number.MAX_SAFE_INTEGER,
          handler: async (request, reply) => {
            reply.hijack();
            await uploads.handle(request.raw, reply.raw);
          },
        });
    });

    app.get(UPLOADS_PATH, { exposeHeadRoute: false }, async () => ({ data: await uploads.list() }));

    app.get(
      `${UPLOADS_PATH}/:id`,
      { exposeHeadRoute: false, schema: { params: uploadId } },
      async (request) => {
        const upload = await uploads.find((request.params as z.output<typeof uploadId>).id);
        if (!upload) throw new AppError('not_found', 'There is no such upload.');
        return upload;
      },
    );
  };
}
