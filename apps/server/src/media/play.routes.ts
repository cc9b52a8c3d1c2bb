import { play } from '@bonisa/contract/play.calls';
import type { RegisterCall } from '../platform/http/call-route.ts';
import type { PlayService } from './play.service.ts';

/**
 * `POST /api/play`, the one call of a watch page. The same call exists below the watch pages, where
 * it also receives cookies that are scoped to them; the page's inline script uses those addresses.
 */
export const PLAY_BESIDE_PAGES: readonly string[] = ['/video/play', '/episode/play'];

export function registerPlayRoutes(registerCall: RegisterCall, service: PlayService): void {
  for (const path of [play.path, ...PLAY_BESIDE_PAGES]) {
    registerCall(
      { ...play, path },
      {
        limit: 'read',
        handle: ({ body, request }) => service.play(body.video, request, body.max_height),
      },
    );
  }
}
