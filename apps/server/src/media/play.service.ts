import type { ReplyOf } from '@bonisa/contract/calls';
import { megabytesOf } from '@bonisa/domain/megabytes';
import type { FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { CAPTIONS_FOLDER, captionFile, fetchedBytes } from './asset.ts';
import type { TitleAsset } from './composition.service.ts';
import { assetAddress, fileAddress, playlistAddress } from './delivery.addresses.ts';
import { offeredRenditions } from './delivery.service.ts';
import { grantUntil, type MediaSigning, type PlaylistGrant } from './media.signing.ts';
import { describeMedia } from './play-media.ts';

/** A playable title as the catalogue describes it. */
export interface Playable {
  readonly kind: 'video' | 'episode';
  readonly id: number;
  readonly assetId: string;
  readonly title: string;
  readonly slug: string;
}

/** Whether the viewer may play now and until when, or the reason for the refusal. */
export type Entitlement =
  | {
      readonly entitled: true;
      readonly subscriberId: string;
      readonly session: string;
      readonly until: Date;
    }
  | {
      readonly entitled: false;
      readonly reason: 'visitor' | 'expired' | 'not_paid' | 'payment_pending';
    };

export interface PlayDependencies {
  readonly findPlayable: (slug: string) => Promise<Playable | undefined>;
  readonly entitlementOf: (request: FastifyRequest) => Promise<Entitlement>;
  /** The subscriber's resume position in whole seconds; null without one. */
  readonly resumeAt: (subscriberId: string, playable: Playable) => Promise<number | null>;
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  readonly signing: MediaSigning;
  /** Reads a file of an asset by its path inside the asset; undefined for a missing file. */
  readonly readFile: (assetId: string, path: string) => Promise<Buffer | undefined>;
  readonly clock: Clock;
}

/** The body of a play call, after its check. */
export interface PlayBody {
  readonly video: string;
  readonly max_height?: number | undefined;
  /** In kbit/s. */
  readonly throughput?: number | undefined;
  /** In seconds. */
  readonly position?: number | undefined;
}

export type PlayGranted = Extract<ReplyOf<'play'>, { entitled: true }>;

export type PlayRefused = Extract<ReplyOf<'play'>, { entitled: false }>;

export type PlayService = ReturnType<typeof createPlayService>;

/**
 * Decides on a play: checks the entitlement and issues addresses for this viewer that expire with
 * it.
 */
export function createPlayService({
  findPlayable,
  entitlementOf,
  resumeAt: resumeAtOf,
  findAsset,
  signing,
  readFile,
  clock,
}: PlayDependencies) {
  return {
    /** Throws an AppError `not_found` for an unknown title and for a title without ready media. */
    async play(body: PlayBody, request: FastifyRequest): Promise<PlayGranted | PlayRefused> {
      const playable = await findPlayable(body.video);
      if (!playable) throw new AppError('not_found', 'There is no such video.');
      const entitlement = await entitlementOf(request);
      if (!entitlement.entitled) return { entitled: false, reason: entitlement.reason };
      const now = clock.now();
      const until = grantUntil(now, entitlement.until);
      if (until <= now) return { entitled: false, reason: 'expired' };
      const asset = await findAsset(playable.assetId);
      if (asset?.state !== 'ready')
        throw new AppError('not_found', 'This video cannot be played yet.');
      const terms = {
        viewer: entitlement.subscriberId,
        session: entitlement.session,
        until,
        cap: body.max_height,
      };
      const resumeAt = await resumeAtOf(entitlement.subscriberId, playable);
      const { throughput, position = resumeAt ?? 0 } = body;
      const media = await describeMedia(asset, {
        baseOf: (partId) => assetAddress(signing.segmentKey(partId, now), partId),
        cap: terms.cap,
        throughput: throughput === undefined ? undefined : throughput * 1000,
        position,
        readFile,
      });
      return {
        ...grant(asset, terms, signing.segmentKey(asset.id, now)),
        media,
        resume_at: resumeAt,
      };
    },
  };

  function grant(
    asset: TitleAsset,
    terms: Omit<PlaylistGrant, 'assetId'>,
    key: string,
  ): Omit<PlayGranted, 'resume_at' | 'media'> {
    const renditions = offeredRenditions(asset.renditions, terms.cap).map((rendition) => ({
      height: rendition.height,
      megabytes: megabytesOf(fetchedBytes(rendition, asset.durationMs)),
    }));
    return {
      entitled: true,
      playlist: playlistAddress(signing.playlistToken({ assetId: asset.id, ...terms }), 'master'),
      captions: asset.captions.map(({ language, label }) => ({
        language,
        label,
        src: fileAddress(key, asset.id, CAPTIONS_FOLDER, captionFile(language)),
      })),
      duration_seconds: asset.durationMs / 1000,
      megabytes: renditions.at(-1)?.megabytes ?? 0,
      renditions,
      expires_at: terms.until.toISOString(),
    };
  }
}
