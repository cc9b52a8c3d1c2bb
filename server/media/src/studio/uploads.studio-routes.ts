import {
  createUpload,
  removeUpload,
  sendUpload,
  uploadState,
  uploads as uploadsCall,
} from '@bonisa/contract/studio/media.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import type { StudioRoutes } from '@bonisa/kit/http/studio-listener';
import type { StudioActor } from '@bonisa/kit/http/studio-types';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Uploads } from '../uploads/uploads.service.ts';
import { ownerFor, uploaderOf } from './upload-owner.ts';

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
    await uploads.handle(request.raw, reply.raw, uploaderOf(actor));
    return undefined;
  };
  const foundFor = async (id: string, actor: StudioActor) => {
    const upload = await uploads.find(id, ownerFor(actor));
    if (!upload) throw new AppError('not_found', 'There is no such upload.');
    return upload;
  };
  return ({ register }) => {
    register(createUpload, { limit: 'write', raw: true, handle });
    for (const call of [sendUpload, removeUpload])
      register(call, {
        limit: 'write',
        raw: true,
        handle: async (input) => {
          await foundFor(input.params.id, input.actor);
          return await handle(input);
        },
      });
    register(uploadState, {
      limit: 'read',
      handle: async (input) => {
        const upload = await foundFor(input.params.id, input.actor);
        if (input.request.method === 'HEAD') return (await handle(input)) as never;
        return { ...upload, captions: [...upload.captions] };
      },
    });
    register(uploadsCall, {
      limit: 'read',
      handle: async ({ actor }) => ({
        data: (await uploads.list(ownerFor(actor))).map((one) => ({
          ...one,
          captions: [...one.captions],
        })),
      }),
    });
  };
}
