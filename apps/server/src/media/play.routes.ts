import { play } from '@bonisa/contract/play.calls';
import type { RegisterCall } from '../platform/http/call-route.ts';
import type { PlayService } from './play.service.ts';

/** `POST /api/play`, the one call of a watch page. */
export function registerPlayRoutes(registerCall: RegisterCall, service: PlayService): void {
  registerCall(play, {
    limit: 'read',
    handle: ({ body, request }) => service.play(body.video, request, body.max_height),
  });
}
