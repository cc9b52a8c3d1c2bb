import type { ReplyOf } from '@bonisa/contract/calls';
import { playHeartbeat } from '@bonisa/contract/play.calls';
import type { Routes } from '@bonisa/kit/http/site-listener';
import { type Entitlement, takerOf } from '@bonisa/media/play/play.service';
import type { FastifyRequest } from 'fastify';
import type { PlayingDevicesService } from './playing-devices.service.ts';

export interface HeartbeatRoutesDependencies {
  readonly entitlementOf: (request: FastifyRequest) => Promise<Entitlement>;
  readonly devices: PlayingDevicesService;
}

/**
 * `POST /api/play/heartbeat`: a player that fetches no playlist any more learns here that the right
 * to watch has ended, or that another device plays now.
 */
export function heartbeatRoutes({ entitlementOf, devices }: HeartbeatRoutesDependencies): Routes {
  return ({ register }) => {
    register(playHeartbeat, {
      limit: 'heartbeat',
      handle: async ({ body, request }): Promise<ReplyOf<'playHeartbeat'>> => {
        const entitlement = await entitlementOf(request);
        if (!entitlement.entitled) return { playing: false, reason: entitlement.reason };
        const viewer = takerOf(entitlement, request);
        if (body.ended) {
          await devices.end(viewer, body.play_id);
          return { playing: false, reason: 'ended' };
        }
        const place = await devices.goOn(viewer, body.play_id);
        if (place.granted) return { playing: true };
        const { kind, since } = place.device;
        return {
          playing: false,
          reason: 'other_device',
          device: { kind, since: since.toISOString() },
        };
      },
    });
  };
}
