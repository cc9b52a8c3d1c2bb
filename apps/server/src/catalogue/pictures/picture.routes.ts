import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { AppError } from '../../platform/http/app-error.ts';
import { leanHeaders } from '../../platform/http/lean-headers.ts';
import type { Pictures } from './picture.service.ts';
import { type FileFormat, isPictureKind, parsePictureName } from './picture-set.ts';

const TYPES: Readonly<Record<FileFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** An address holds a hash of what its picture is made from, so its answer never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * `GET /pictures/{kind}/{slug}-{hash}-{width}.{avif|webp|jpg}`: 400 for a name that no picture can
 * have, 404 for one that there is not.
 */
export function pictureRoutes(pictures: Pictures): FastifyPluginAsync {
  return async (app) => {
    app.get<{ Params: { kind: string; name: string } }>(
      '/pictures/:kind/:name',
      { schema: { hide: true } },
      async (request, reply) => {
        const { kind } = request.params;
        const name = parsePictureName(request.params.name);
        if (!name) throw new AppError('invalid_request', 'This is not the name of a picture.');
        if (!isPictureKind(kind))
          throw new AppError('not_found', 'There is no such kind of picture.');
        const etag = `"${name.hash}-${name.width}-${name.format}"`;
        const bytes = await pictures.find(kind, name);
        if (!bytes) throw new AppError('not_found', 'There is no such picture.');
        reply.header('cache-control', FOR_EVER).header('etag', etag);
        if (request.headers['if-none-match'] === etag) return reply.code(304).send();
        return send(reply, bytes, TYPES[name.format]);
      },
    );
  };
}

function send(reply: FastifyReply, bytes: Buffer, type: string): FastifyReply {
  return leanHeaders(reply)
    .type(type)
    .header('content-length', bytes.length)
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(bytes);
}
