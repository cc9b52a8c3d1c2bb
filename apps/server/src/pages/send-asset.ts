import type { FastifyReply, FastifyRequest } from 'fastify';
import { chooseEncoding, matchesEtag } from '../platform/http/negotiation.ts';
import { omitDocumentHeaders } from '../platform/http/response-headers.ts';
import type { BuildAsset } from './build-assets.ts';

/**
 * Safety headers that only matter for a document. On each of a dozen files they would be larger
 * than some files.
 */
const DOCUMENT_HEADERS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];

/** Sends a file of a build in the best form that the client takes. */
export function sendAsset(
  asset: BuildAsset,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  for (const name of DOCUMENT_HEADERS) reply.removeHeader(name).raw.removeHeader(name);
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
