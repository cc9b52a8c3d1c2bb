import type { BodyOf, ReplyOf } from '@bonisa/contract/calls';
import type { LiveSpan } from '@bonisa/contract/live-play.calls';
import { megabytesOf } from '@bonisa/domain/playback/megabytes';
import { HEARTBEAT_MS } from '@bonisa/domain/playback/playing-devices';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import type { FastifyRequest } from 'fastify';
import { renditionFolder } from '../asset.ts';
import { offeredRenditions } from '../delivery/delivery.service.ts';
import { grantUntil } from '../delivery/media.signing.ts';
import { otherDevice, type PlayDependencies, takerOf } from '../play/play.service.ts';
import { BACK_SECONDS, type LiveDelivery, liveAddress } from './live-delivery.service.ts';
import { isOnAir, microsecondsOf, offAir } from './live-playlist.ts';
import type { FindLiveSource, LiveSource } from './live-source.port.ts';
import { SPAN_SECONDS, spanAt } from './live-span.ts';
import type { LiveTokens } from './live-token.ts';

export interface LivePlayDependencies
  extends Pick<PlayDependencies, 'entitlementOf' | 'takePlace'> {
  readonly channelBySlug: (
    slug: string,
  ) => Promise<{ readonly id: number; readonly title: string } | undefined>;
  readonly find: FindLiveSource;
  readonly delivery: Pick<LiveDelivery, 'spanFor'>;
  readonly tokens: Pick<LiveTokens, 'issue'>;
  readonly sendsCmcd: boolean;
  readonly clock: Clock;
}

export type LivePlayService = ReturnType<typeof createLivePlayService>;

/** A player begins this far behind now at most, and buffers ahead this far. */
const NEAR_SECONDS = 40;

/** Decides on a play of a live channel, by the same rights and devices as a title's. */
export function createLivePlayService({
  channelBySlug,
  find,
  entitlementOf,
  takePlace,
  delivery,
  tokens,
  sendsCmcd,
  clock,
}: LivePlayDependencies) {
  /** The spans that a player needs during its first minutes. */
  function spansNow(channelId: number, source: LiveSource, now: Date): LiveSpan[] {
    const at = microsecondsOf(now);
    const first = spanAt(at - NEAR_SECONDS * 1e6);
    const last = spanAt(at + NEAR_SECONDS * 1e6);
    return Array.from({ length: last - first + 1 }, (_, index) =>
      JSON.parse(delivery.spanFor(channelId, source, first + index)),
    );
  }

  return {
    /** Throws an AppError: `not_found` for an unknown channel, `off_air` for one without media. */
    async play(
      { channel: slug, max_height: cap, take_over: takeOver }: BodyOf<'playLive'>,
      request: FastifyRequest,
    ): Promise<ReplyOf<'playLive'>> {
      const channel = await channelBySlug(slug);
      if (!channel) throw new AppError('not_found', 'There is no such live channel.');
      const entitlement = await entitlementOf(request);
      if (!entitlement.entitled) return { entitled: false, reason: entitlement.reason };
      const now = clock.now();
      const until = grantUntil(now, entitlement.until);
      if (until <= now) return { entitled: false, reason: 'expired' };
      const source = await find(channel.id);
      if (!source || !isOnAir(source, microsecondsOf(now))) throw offAir();
      const place = await takePlace(takerOf(entitlement, request), takeOver === true);
      if (!place.granted) return otherDevice(place.device);
      const { subscriberId: viewer, session } = entitlement;
      const hour = source.hourBytes?.(microsecondsOf(now));
      const limit = typeof cap === 'number' ? cap : undefined;
      const token = tokens.issue({ channelId: channel.id, viewer, session, until, cap: limit });
      return {
        entitled: true,
        title: channel.title,
        playlist: liveAddress(token, 'live.m3u8'),
        two_hours_playlist: liveAddress(token, 'two-hours.m3u8'),
        now: now.getTime(),
        address: liveAddress(token, ''),
        source: source.id,
        span_seconds: SPAN_SECONDS,
        back_seconds: BACK_SECONDS,
        spans: spansNow(channel.id, source, now),
        renditions: offeredRenditions(source.renditions, limit).map((rendition) => ({
          folder: renditionFolder(rendition.height),
          height: rendition.height,
          bandwidth: rendition.averageBandwidth,
          codecs: rendition.codecs,
          megabytes_an_hour: megabytesOf(hour?.get(rendition.height) ?? rendition.hourBytes),
        })),
        ...(sendsCmcd ? { cmcd: { session: place.playId, content: slug } } : {}),
        expires_at: until.toISOString(),
        play_id: place.playId,
        heartbeat_seconds: HEARTBEAT_MS / 1000,
      };
    },
  };
}
