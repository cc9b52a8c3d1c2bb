import { AppError } from '@bonisa/kit/http/app-error';
import { type EncodedBody, sendBody } from '@bonisa/kit/http/encoded-body';
import { matchesEtag } from '@bonisa/kit/http/negotiation';
import type { ReadyFile, ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import { omitDocumentHeaders, openToOtherOrigins } from '@bonisa/kit/http/response-headers';
import type { Site } from '@bonisa/kit/http/site-listener';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readByteRange } from './byte-range.ts';
import { readCaptionPlaylist, readPlaylistName, STEERING_PATH } from './delivery.addresses.ts';
import type { DeliveryService } from './delivery.service.ts';
import { STEERING_SECONDS } from './playlist.ts';
import type { CachedFile } from './segment-cache.ts';

const TYPES: Readonly<Record<string, string>> = {
  m4s: 'video/mp4',
  mp4: 'video/mp4',
  vtt: 'text/vtt; charset=utf-8',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

const FILE_ROUTE = '/media/s/:key/:asset/:folder/:file';
/** The headers of every whole file: those that the routed answer has too. */
const FILE_HEADERS = [
  'cross-origin-resource-policy',
  'cross-origin',
  'x-content-type-options',
  'nosniff',
  'access-control-allow-origin',
  '*',
  'timing-allow-origin',
  '*',
  'accept-ranges',
  'bytes',
] as const;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/**
 * Serves playlists (no cache may store them) and files (any cache may store them). No session is
 * required: the signed address grants access.
 */
export function deliveryRoutes(
  delivery: DeliveryService,
  fastPath?: Pick<ResponseFastPath, 'addFiles'>,
): (site: Pick<Site, 'server'>) => void {
  fastPath?.addFiles((url) => readyFile(delivery, url));
  return ({ server: app }) => {
    app.get<{ Params: { token: string; playlist: string } }>(
      '/media/p/:token/:playlist',
      { schema: { hide: true } },
      async (request, reply) => {
        // A player of another origin must read a refusal, too.
        openToOtherOrigins(reply);
        const { token, playlist } = request.params;
        const found = await playlistOf(delivery, token, playlist);
        omitDocumentHeaders(reply).header('cache-control', 'no-store').type(PLAYLIST_TYPE);
        return typeof found === 'string' ? reply.send(found) : sendBody(request, reply, found);
      },
    );

    app.get(STEERING_PATH, { schema: { hide: true } }, async (_request, reply) => {
      const text = delivery.steering();
      return openToOtherOrigins(omitDocumentHeaders(reply))
        .header('cache-control', `public, max-age=${STEERING_SECONDS}`)
        .type('application/json')
        .send(text);
    });

    // For a file server in front of us that sends the files itself (deploy/nginx.conf).
    app.get<{ Params: { key: string; asset: string } }>(
      '/media/check/:key/:asset',
      { schema: { hide: true } },
      async (request, reply) => {
        const { key, asset } = request.params;
        return omitDocumentHeaders(reply)
          .code(204)
          .header('cache-control', cacheable(delivery.validFor(key, asset)))
          .send();
      },
    );

    for (const kind of ['p', 's', 'l'] as const)
      app.options(`/media/${kind}/*`, { schema: { hide: true } }, async (_request, reply) =>
        answerPreflight(reply),
      );

    app.get<{ Params: { key: string; asset: string; folder: string; file: string } }>(
      FILE_ROUTE,
      { schema: { hide: true } },
      async (request, reply) => {
        openToOtherOrigins(reply);
        const { key, asset, folder, file } = request.params;
        const found = await delivery.file(key, asset, `${folder}/${file}`);
        omitDocumentHeaders(reply)
          .header('cache-control', cacheable(found.maxAge))
          .header('etag', found.etag)
          .type(typeOf(file));
        return sendFile(request, reply, found);
      },
    );
  };
}

/** A playlist by the last part of its address. */
async function playlistOf(
  delivery: DeliveryService,
  token: string,
  file: string,
): Promise<string | EncodedBody> {
  const language = readCaptionPlaylist(file);
  if (language !== undefined) return await delivery.captionPlaylist(token, language);
  const name = readPlaylistName(file);
  if (!name) throw new AppError('not_found', 'There is nothing at this address.');
  return name.of === 'master'
    ? await delivery.multivariant(token, name.track)
    : await delivery.renditionPlaylist(token, name.of, name.track, name.pathway);
}

/** A file that is in memory, as the route below {@link FILE_ROUTE} sends it. */
function readyFile(delivery: DeliveryService, url: string): ReadyFile | undefined {
  if (!url.startsWith('/media/s/')) return undefined;
  // Players may say in the query how they are doing.
  const [path = ''] = url.split('?', 1);
  const [, , , key = '', asset = '', folder = '', file = '', ...rest] = path.split('/');
  const found = rest.length > 0 ? undefined : delivery.peek(key, asset, `${folder}/${file}`);
  if (!found) return undefined;
  return {
    bytes: found.bytes,
    route: FILE_ROUTE,
    headers: [
      ...FILE_HEADERS,
      'cache-control',
      cacheable(found.maxAge),
      'etag',
      found.etag,
      'content-type',
      typeOf(file),
      'content-length',
      String(found.bytes.length),
    ],
  };
}

function typeOf(file: string): string {
  return TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

function cacheable(seconds: number): string {
  return `public, max-age=${seconds}, immutable`;
}

/** A player of another origin may send a range; it need not ask again for a day. */
function answerPreflight(reply: FastifyReply): FastifyReply {
  return openToOtherOrigins(omitDocumentHeaders(reply))
    .code(204)
    .header('access-control-allow-methods', 'GET, HEAD')
    .header('access-control-allow-headers', 'range, if-none-match')
    .header('access-control-max-age', '86400')
    .header('cache-control', 'public, max-age=86400')
    .send();
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag }: CachedFile,
): FastifyReply {
  const cachedEtag = request.headers['if-none-match'];
  if (matchesEtag(cachedEtag, etag)) return reply.removeHeader('content-type').code(304).send();
  const unchanged =
    request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const range = readByteRange(unchanged ? request.headers.range : undefined, bytes.length);
  switch (range.kind) {
    case 'all':
      return reply.header('accept-ranges', 'bytes').send(bytes);
    case 'part':
      return reply
        .code(206)
        .header('content-range', `bytes ${range.first}-${range.last}/${bytes.length}`)
        .send(bytes.subarray(range.first, range.last + 1));
    case 'unsatisfiable':
      reply.removeHeader('etag');
      reply.header('content-range', `bytes */${bytes.length}`);
      throw new AppError('range_not_satisfiable', 'The file has no such part.');
  }
}
