import { play } from '@bonisa/contract/play.calls';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { PlayService } from './play.service.ts';

/** `POST /api/play`: what a watch page asks when somebody presses Watch. */
export function playRoutes(service: PlayService): Routes {
  return ({ register }) => {
    register(play, {
      limit: 'read',
      // Half a second of media, the same for all who start there.
      compress: (reply) => {
        if (!reply.entitled || !reply.media.start) return undefined;
        const { media } = reply;
        const { start } = reply.media;
        return {
          text: start.bytes,
          replacedBy: (bytes) => ({ ...reply, media: { ...media, start: { ...start, bytes } } }),
        };
      },
      handle: ({ body, request }) => service.play(body, request),
    });
  };
}
