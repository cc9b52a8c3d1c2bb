import {
  createUpload,
  removeUpload,
  sendUpload,
  uploadState,
  uploads as uploadsCall,
} from '@bonisa/contract/studio/media.calls';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import type { StudioRoutes } from '../../platform/http/studio-listener.ts';
import type { StudioActor } from '../../platform/http/studio-types.ts';
import type { Uploads } from '../uploads/uploads.service.ts';

/** Resumable uploads in the studio, by a session or an API key. */
export function uploadStudioRoutes(uploads: Uploads): StudioRoutes {
  // The bytes go to the tus server as they arrive.
  const handle = async ({
    request,
    reply,
    actor,
  }: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly actor: StudioActor;
  }) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    await uploads.handle(request.raw, reply.raw, `${actor.kind}:${actor.id}`);
    return undefined;
  };
  return ({ register }) => {
    register(createUpload, { limit: 'write', raw: true, handle });
    register(sendUpload, { limit: 'write', raw: true, handle });
    register(removeUpload, { limit: 'write', raw: true, handle });
    register(uploadState, {
      limit: 'read',
      handle: async (input) => {
        if (input.request.method === 'HEAD') return (await handle(input)) as never;
        const upload = await uploads.find(input.params.id);
        if (!upload) throw new AppError('not_found', 'There is no such upload.');
        return { ...upload, captions: [...upload.captions] };
      },
    });
    register(uploadsCall, {
      limit: 'read',
      handle: async () => ({
        data: (await uploads.list()).map((one) => ({ ...one, captions: [...one.captions] })),
      }),
    });
  };
}
