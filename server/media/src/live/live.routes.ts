import { playLive } from '@bonisa/contract/live-play.calls';
import { sendBody, sendNotModified } from '@bonisa/kit/http/encoded-body';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import { omitDocumentHeaders, openToOtherOrigins } from '@bonisa/kit/http/response-headers';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { type LiveDelivery, type LiveWindow, MULTIVARIANT_FILES } from './live-delivery.service.ts';
import type { LivePlayService } from './live-play.service.ts';
import { PLAYLIST_TYPE } from './live-playlist.ts';

/**
 * The playlists and spans of live channels, and their play call. A playlist is the same for all
 * viewers until the next segment has been on air, so a cache may hold it that long. A player of
 * another origin can read all of them, refusals too: otherwise it could not tell one from a line
 * that is down.
 */
export function liveRoutes({
  delivery,
  plays,
  fastPath,
}: {
  readonly delivery: LiveDelivery;
  readonly plays: LivePlayService;
  readonly fastPath: Pick<ResponseFastPath, 'addSource' | 'remember'>;
}): Routes {
  fastPath.addSource(delivery.peek);
  return ({ server, register }) => {
    register(playLive, {
      limit: 'read',
      handle: ({ body, request }) => plays.play(body, request),
    });

    for (const [name, window] of Object.entries<LiveWindow>(MULTIVARIANT_FILES))
      server.get<{ Params: { token: string } }>(
        `/media/l/:token/${name}`,
        { schema: { hide: true } },
        async ({ params }, reply) => {
          openToOtherOrigins(omitDocumentHeaders(reply));
          const text = await delivery.multivariant(params.token, window);
          return reply.header('cache-control', 'no-store').type(PLAYLIST_TYPE).send(text);
        },
      );

    server.get<{ Params: { token: string } }>(
      '/media/l/:token/now',
      { schema: { hide: true } },
      async ({ params }, reply) => {
        openToOtherOrigins(omitDocumentHeaders(reply));
        const now = await delivery.now(params.token);
        return reply.header('cache-control', 'no-store').send(now);
      },
    );

    server.get<{ Params: { token: string; file: string }; Querystring: { source?: unknown } }>(
      '/media/l/:token/:file',
      { schema: { hide: true } },
      async (request, reply) => {
        const { token, file } = request.params;
        const { source } = request.query;
        openToOtherOrigins(omitDocumentHeaders(reply));
        const { body, maxAge } = await delivery.file(token, file, `${source}`);
        reply
          .header('cache-control', `public, max-age=${maxAge}`)
          .type(file.endsWith('.json') ? 'application/json' : PLAYLIST_TYPE);
        const unchanged = sendNotModified(request, reply, body);
        if (unchanged) return unchanged;
        const sent = sendBody(request, reply, body);
        fastPath.remember(body, request, reply);
        return sent;
      },
    );
  };
}
