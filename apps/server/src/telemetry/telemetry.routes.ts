import { logHeaders, playbackLog } from '@bonisa/contract/telemetry.calls';
import type { SessionService } from '../identity/session.service.ts';
import { AppError } from '../platform/http/app-error.ts';
import type { RegisterCall } from '../platform/http/call-route.ts';
import { readClientHeaders } from '../platform/http/client-headers.ts';
import type { HeaderLog } from './header-log.service.ts';
import type { PlaybackLogService } from './playback-log.service.ts';

export interface TelemetryRoutes {
  readonly sessions: SessionService;
  readonly log: PlaybackLogService;
  readonly headerLog: Pick<HeaderLog, 'record'>;
  /** Headers are stored in demo mode only. */
  readonly demo: boolean;
}

/** A17 and A18: the reports of pages. */
export function registerTelemetryRoutes(
  register: RegisterCall,
  { sessions, log, headerLog, demo }: TelemetryRoutes,
): void {
  register(playbackLog, {
    limit: 'write',
    handle: async ({ body, request, reply }) => {
      const user = await sessions.userOf(request, reply);
      await log.write(body, {
        ...readClientHeaders(request.headers),
        subscriberId: user?.subscriberId,
      });
      return undefined;
    },
  });

  register(logHeaders, {
    limit: 'write',
    handle: async ({ body, request }) => {
      if (!demo) throw new AppError('not_found', 'There is nothing at this address.');
      // The headers of the request itself override those in the body.
      const { at, headers } = await headerLog.record({
        ...lowerCased(body.headers),
        ...request.headers,
      });
      return { at: at.toISOString(), headers };
    },
  });
}

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
