import { AppError } from '@bonisa/kit/http/app-error';
import type { OpsRoutes } from '@bonisa/kit/http/operations-listener';
import { z } from 'zod';
import { CaptionsError } from '../captions/webvtt.ts';
import { captionLanguage, LARGEST_CAPTIONS, refuseField } from '../ops-fields.ts';
import { UPLOADS_PATH, type Uploads } from './uploads.service.ts';

const uploadId = z.object({ id: z.string().max(100) });
const captionsAddress = z.object({ id: z.string().max(100), language: captionLanguage });
const captionsBody = z.strictObject({
  label: z.string().trim().min(1).max(60),
  text: z.string().max(LARGEST_CAPTIONS),
});
/** JSON may write each character of a text as six. */
const CAPTIONS_BODY_LIMIT = LARGEST_CAPTIONS * 2;

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
            for (const [name, value] of Object.entries(reply.getHeaders()))
              if (value !== undefined) reply.raw.setHeader(name, value);
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

    app.put(
      `${UPLOADS_PATH}/:id/captions/:language`,
      { bodyLimit: CAPTIONS_BODY_LIMIT, schema: { params: captionsAddress, body: captionsBody } },
      async (request) => {
        const { id, language } = request.params as z.output<typeof captionsAddress>;
        const { label, text: vtt } = request.body as z.output<typeof captionsBody>;
        const upload = await uploads
          .addCaptions(id, { language, label, vtt })
          .catch((error: unknown) => {
            throw error instanceof CaptionsError ? refuseField('text', error.message) : error;
          });
        if (!upload) throw new AppError('not_found', 'There is no such upload.');
        if (upload === 'complete')
          throw new AppError('conflict', 'The file has arrived. Add captions before its end.');
        if (upload === 'too_many') throw refuseField('language', 'must be one of at most 30');
        return upload;
      },
    );
  };
}
