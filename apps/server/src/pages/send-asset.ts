import { chooseEncoding, matchesEtag } from '@bonisa/kit/http/negotiation';
import { omitDocumentHeaders } from '@bonisa/kit/http/response-headers';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BuildAsset } from './build-assets.ts';

/** Sends a file of a build in the best form that the client takes. */
export function sendAsset(
  asset: BuildAsset,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  omitDocumentHeaders(reply).headers({
    'content-type': asset.type,
    'cache-control': asset.cacheControl,
    etag: asset.etag,
    vary: 'accept-encoding',
  });
  if (matchesEtag(request.headers['if-none-match'], asset.etag)) return reply.code(304).send();
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const body = asset.bodies[encoding];
  if (body && encoding !== 'identity') return reply.header('content-encoding', encoding).send(body);
  return reply.send(asset.bodies.identity);
}
