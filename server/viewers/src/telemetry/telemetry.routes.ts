import { logHeaders, playbackLog } from '@bonisa/contract/telemetry.calls';
import { AppError } from '@bonisa/kit/http/app-error';
import { countReport, readClientHeaders } from '@bonisa/kit/http/client-headers';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Metrics } from '@bonisa/kit/metrics';
import type { Identity } from '@bonisa/people/identity/identity';
import type { Telemetry } from './telemetry.ts';

/** A17 and A18: what pages report. */
export function telemetryRoutes({
  telemetry: { playbackLog: log, headerLog, keepsHeaders },
  identity: { sessions },
  metrics,
}: {
  readonly telemetry: Telemetry;
  readonly identity: { readonly sessions: Pick<Identity['sessions'], 'userOf'> };
  readonly metrics: Pick<Metrics, 'reports'>;
}): Routes {
  return ({ register }) => {
    register(playbackLog, {
      limit: 'write',
      handle: async ({ body, request, reply }) => {
        const user = await sessions.userOf(request, reply);
        await log.write(body, {
          ...readClientHeaders(request.headers),
          subscriberId: user?.subscriberId,
        });
        countReport(metrics, 'playback', request);
        return undefined;
      },
    });

    register(logHeaders, {
      limit: 'write',
      handle: async ({ body, request }) => {
        if (!keepsHeaders) throw new AppError('not_found', 'There is nothing at this address.');
        // The headers of the request itself override those in the body.
        const { at, headers } = await headerLog.record({
          ...lowerCased(body.headers),
          ...request.headers,
        });
        return { at: at.toISOString(), headers };
      },
    });
  };
}

function lowerCased(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
