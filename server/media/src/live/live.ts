import type { Catalogue } from '@bonisa/content/catalogue';
import { hourCostsOf } from '@bonisa/content/live.presentation';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Database } from '@bonisa/kit/database/database';
import type { ResponseFastPath } from '@bonisa/kit/http/response-fast-path';
import type { Routes } from '@bonisa/kit/http/site-listener';
import type { Logger } from 'pino';
import type { TitleAsset } from '../composition.service.ts';
import type { MayStillPlay } from '../delivery/delivery.service.ts';
import type { MediaSigning } from '../delivery/media.signing.ts';
import { createLiveIngestPartsRepository } from '../live-ingest/live-ingest-parts.repository.ts';
import { liveIngestSource } from '../live-ingest/live-ingest-source.ts';
import { createOnAir } from '../live-ingest/on-air.service.ts';
import type { PlayDependencies } from '../play/play.service.ts';
import { createDraftChannels } from './draft-channels.ts';
import { createDraftLive, type DraftLive } from './draft-live.ts';
import { createLinearChannels, createSources, type LinearChannels } from './linear-source.ts';
import { createLiveRepository } from './live.repository.ts';
import { liveRoutes } from './live.routes.ts';
import { createLiveDelivery } from './live-delivery.service.ts';
import { draftPlans } from './live-plans.service.ts';
import { createLivePlayService } from './live-play.service.ts';
import { microsecondsOf } from './live-playlist.ts';
import type { FindLiveSource } from './live-source.port.ts';
import { createLiveTokens } from './live-token.ts';

const HOUR_MS = 3_600_000;

export interface LiveDependencies {
  readonly db: Database;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error' | 'warn'>;
  readonly catalogue: Pick<Catalogue, 'programming' | 'draftProgramming' | 'service' | 'reading'>;
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  readonly signing: MediaSigning;
  readonly mayStillPlay: MayStillPlay;
  readonly entitlementOf: PlayDependencies['entitlementOf'];
  readonly sendsCmcd: boolean;
}

export type Live = ReturnType<typeof createLive>;

/** Builds live channels: their sources, and what viewers fetch of them. */
export function createLive(dependencies: LiveDependencies) {
  const { db, key, clock, logger, catalogue, findAsset } = dependencies;
  const { signing, mayStillPlay, entitlementOf, sendsCmcd } = dependencies;
  const tokens = createLiveTokens(key, 'media.live');
  const linear = createLinearChannels({
    ...{ clock, findAsset },
    programming: catalogue.programming,
    version: catalogue.service.currentVersion,
    plans: createLiveRepository(db),
    onTooSmall: (channel, assets) =>
      logger.warn({ channel, assets }, 'recordings are too small for their channel: slate instead'),
    onFailure: (error) =>
      logger.error({ err: error }, 'the live channels could not follow the catalogue'),
  });
  const { find: scheduleOf, channelBySlug } = linear;
  const onAir = createOnAir({ repository: createLiveIngestPartsRepository(db), clock });
  /**
   * Channels with the live ingest sessions that are and were on air in the place of their schedule.
   */
  const withLiveIngest = (schedules: Pick<LinearChannels, 'find' | 'programmes'>) => {
    const find: FindLiveSource = async (id) => {
      const [schedule, channel] = await Promise.all([schedules.find(id), onAir.of(id)]);
      return liveIngestSource(schedule, channel, microsecondsOf(clock.now()));
    };
    const programmes: LinearChannels['programmes'] = (id, from, to) =>
      onAir.programmes(id, schedules.programmes(id, from, to), [from, to]);
    return { find, programmes };
  };
  const { find: sourceOf, programmes } = withLiveIngest(linear);
  /** What is sent to a channel reaches viewers only while they have the channel. */
  const find: FindLiveSource = async (id) =>
    (await linear.isShown(id)) ? await sourceOf(id) : undefined;
  const delivery = createLiveDelivery({ find, programmes, tokens, signing, mayStillPlay, clock });
  let drafts: DraftLive | undefined;
  const createDrafts = (): DraftLive => {
    const sourcesOf = createSources({
      ...{ clock, findAsset },
      plansFor: draftPlans,
      // The log has it once viewers have the channel: a preview makes its sources often.
      onTooSmall: () => undefined,
    });
    const channels = createDraftChannels({
      programming: catalogue.draftProgramming,
      mark: catalogue.reading.mark,
      ...{ sourcesOf, clock },
    });
    return createDraftLive({
      channels: { ...channels, ...withLiveIngest(channels) },
      ...{ key, signing, clock },
    });
  };
  return {
    /** What live ingest sessions do to channels, and a channel's schedule without and with them. */
    onAir,
    scheduleOf,
    /** What an hour of a channel's schedule costs at the caps; undefined: not known yet. */
    hourCosts: (channelId: number, at: Date) => {
      const bytes = linear.hourBytes(channelId, at);
      if (!bytes) return undefined;
      const renditions = [...bytes].map(([height, sum]) => ({ height, bytes: sum }));
      return hourCostsOf([{ durationMs: HOUR_MS, renditions }]) ?? undefined;
    },
    /** Also of a channel that viewers do not have: the numbers of its segments go on. */
    sourceOf,
    delivery,
    plays: { channelBySlug, find, delivery, tokens, entitlementOf, sendsCmcd, clock },
    /** The channels that only a preview has; most processes never need them. */
    drafts: (): DraftLive => {
      drafts ??= createDrafts();
      return drafts;
    },
  };
}

/** The routes of live channels. The places of devices belong to a later module. */
export function liveChannelRoutes({
  live: { delivery, plays },
  takePlace,
  fastPath,
}: {
  readonly live: Live;
  readonly takePlace: PlayDependencies['takePlace'];
  readonly fastPath: ResponseFastPath;
}): Routes {
  return liveRoutes({ delivery, plays: createLivePlayService({ ...plays, takePlace }), fastPath });
}
