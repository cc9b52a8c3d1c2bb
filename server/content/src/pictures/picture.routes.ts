import type { PictureFormat } from '@bonisa/artwork/painter';
import { AppError } from '@bonisa/kit/http/app-error';
import { omitDocumentHeaders, openToOtherOrigins } from '@bonisa/kit/http/response-headers';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Pictures } from './picture.service.ts';
import { isPictureKind, parsePictureName } from './picture-set.ts';

const TYPES: Readonly<Record<PictureFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** The address contains a hash of the picture's content, so the response never changes. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * `GET /pictures/{kind}/{slug}-{hash}-{width}.{avif|webp|jpg}`. Answers 400 for a malformed name
 * and 404 for a picture that does not exist.
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
  return openToOtherOrigins(omitDocumentHeaders(reply))
    .type(type)
    .header('content-length', bytes.length)
    .send(bytes);
}
