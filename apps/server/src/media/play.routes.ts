import { play } from '@bonisa/contract/play.calls';
import type { RegisterCall } from '../platform/http/call-route.ts';
import type { PlayService } from './play.service.ts';

/**
 * The one call of a watch page: `POST /api/play`, and the same beside the watch pages, where a
 * cookie that is scoped to them reaches it too. The page's inline lines use the latter.
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
