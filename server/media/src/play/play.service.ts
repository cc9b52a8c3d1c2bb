import type { ReplyOf } from '@bonisa/contract/calls';
import { openTo, type PackageWindow } from '@bonisa/domain/catalogue/entry-state';
import { languageOfTag, spokenName } from '@bonisa/domain/playback/audio-languages';
import { megabytesOf } from '@bonisa/domain/playback/megabytes';
import { type DeviceKind, HEARTBEAT_MS } from '@bonisa/domain/playback/playing-devices';
import { segmentsFault, type TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { Clock } from '@bonisa/kit/clock/clock';
import { AppError } from '@bonisa/kit/http/app-error';
import { deviceKindOf } from '@bonisa/kit/http/client-headers';
import { viewerLanguage } from '@bonisa/kit/http/viewer-language';
import type { NewId } from '@bonisa/kit/ids';
import type { FastifyRequest } from 'fastify';
import { captionsOf, fetchedBytes, SOUND_ALONE, type TitleCaptions } from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';
import { titleInAv1 } from '../composition.ts';
import { playlistAddress } from '../delivery/delivery.addresses.ts';
import { offeredRenditions } from '../delivery/delivery.service.ts';
import { grantUntil, type MediaSigning, type PlaylistGrant } from '../delivery/media.signing.ts';
import { languagesOf, titleInTrack } from '../title-audio.ts';
import { createFirstChunks } from './first-chunks.ts';
import { describeMedia } from './play-media.ts';

/** A playable title as the catalogue describes it. */
export interface Playable extends TitleCaptions {
  readonly kind: 'video' | 'episode';
  readonly id: number;
  readonly assetId: string;
  readonly title: string;
  readonly slug: string;
  /** The editor's opening, recap and credits; null: those of the media. */
  readonly segments: readonly TitleSegment[] | null;
  /** When subscribers of which package may play it; null: all may. */
  readonly packages?: readonly PackageWindow[] | null;
  /** The audio languages that an editor names, in their order. */
  readonly languages?: readonly string[];
}

/** Whether the viewer may play now and until when, or the reason for the refusal. */
export type Entitlement =
  | {
      readonly entitled: true;
      readonly subscriberId: string;
      readonly session: string;
      readonly until: Date;
      readonly packageId?: string | undefined;
      /** The kind of a device that was signed in by code. */
      readonly device?: DeviceKind | undefined;
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
  /** Takes a place for this device among those that may play the subscription at once. */
  readonly takePlace: (viewer: PlaceTaker, takeOver: boolean) => Promise<PlaceTaken>;
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  readonly signing: MediaSigning;
  /** Reads a file of an asset by its path inside the asset; undefined for a missing file. */
  readonly readFile: (assetId: string, path: string) => Promise<Buffer | undefined>;
  /** Whether players say in their requests for files how the playback is doing. */
  readonly sendsCmcd: boolean;
  readonly newId: NewId;
  readonly clock: Clock;
}

/** A browser that is about to play. */
export interface PlaceTaker {
  readonly subscriberId: number;
  /** The hash of its session. */
  readonly session: string;
  readonly kind: DeviceKind;
}

/** The id of the play that has the place, or the device that plays instead. */
export type PlaceTaken =
  | { readonly granted: true; readonly playId: string }
  | {
      readonly granted: false;
      readonly device: { readonly kind: DeviceKind; readonly since: Date };
    };

/** The body of a play call, after its check. */
export interface PlayBody {
  readonly video: string;
  readonly max_height?: number | undefined;
  /** In kbit/s. */
  readonly throughput?: number | undefined;
  /** In seconds. */
  readonly position?: number | undefined;
  readonly take_over?: boolean | undefined;
  /** Nobody has pressed yet. */
  readonly ahead?: boolean | undefined;
  readonly av1?: boolean | undefined;
  /** The language that the viewer likes to hear, as a tag of BCP 47. */
  readonly audio_language?: string | undefined;
}

export type PlayGranted = Extract<ReplyOf<'play'>, { entitled: true }>;

export type PlayRefused = Extract<ReplyOf<'play'>, { entitled: false }>;

/** The editor's segments where they fit the media; else those of the media. */
function segmentsOf({ segments }: Playable, asset: TitleAsset): TitleSegment[] {
  const fits = segments && segmentsFault(segments, asset.durationMs / 1000) === undefined;
  return [...(fits ? segments : asset.segments)];
}

function earlier(one: Date, other: Date | null): Date {
  return other && other < one ? other : one;
}

/** Media in an answer that was asked for ahead; with all else it is at most 40 kB. */
const AHEAD_BYTES = 32_000;

export type PlayService = ReturnType<typeof createPlayService>;

/**
 * Decides on a play: checks the entitlement and issues addresses for this viewer that expire with
 * it.
 */
export function createPlayService({
  findPlayable,
  entitlementOf,
  resumeAt: resumeAtOf,
  takePlace,
  findAsset,
  signing,
  readFile,
  sendsCmcd,
  newId,
  clock,
}: PlayDependencies) {
  const firstChunk = createFirstChunks(readFile);
  return {
    /**
     * Throws an AppError `not_found` for an unknown title and for one without ready media, and
     * `unavailable` while the file store is away, except for titles that were played lately.
     */
    async play(body: PlayBody, request: FastifyRequest): Promise<PlayGranted | PlayRefused> {
      const playable = await findPlayable(body.video);
      if (!playable) throw new AppError('not_found', 'There is no such video.');
      const entitlement = await entitlementOf(request);
      if (!entitlement.entitled) return { entitled: false, reason: entitlement.reason };
      const now = clock.now();
      const open = openTo(playable.packages, entitlement.packageId, now);
      if (!open.isOpen) return { entitled: false, reason: 'other_package' };
      const until = grantUntil(now, earlier(entitlement.until, open.until));
      if (until <= now) return { entitled: false, reason: 'expired' };
      const asset = await findAsset(playable.assetId);
      if (asset?.state !== 'ready')
        throw new AppError('not_found', 'This video cannot be played yet.');
      // A play that nobody may ever watch takes no place: its first heartbeat does.
      const place: PlaceTaken = body.ahead
        ? { granted: true, playId: newId() }
        : await takePlace(takerOf(entitlement, request), body.take_over ?? false);
      if (!place.granted) return otherDevice(place.device);
      const terms = {
        viewer: entitlement.subscriberId,
        session: entitlement.session,
        until,
        cap: body.max_height,
        title: playable.slug,
        language: viewerLanguage(request.headers),
      };
      const resumeAt = await resumeAtOf(entitlement.subscriberId, playable);
      const { throughput, position = resumeAt ?? 0 } = body;
      const sound = soundFor(asset, playable, body.audio_language);
      const played = mediaFor(sound.asset, body);
      const media = await describeMedia(played, {
        baseOf: (partId) => signing.folderAddress(partId, now),
        backupOf: signing.pathways.includes('backup')
          ? (partId) => signing.folderAddress(partId, now, 'backup')
          : undefined,
        cap: terms.cap,
        throughput: throughput === undefined ? undefined : throughput * 1000,
        position,
        mostStart: body.ahead ? AHEAD_BYTES : undefined,
        firstChunk,
      });
      return {
        ...grant(played, terms),
        ...sound.said,
        captions: captionsOf(playable, asset, (id) => signing.folderAddress(id, now)),
        media: sendsCmcd
          ? { ...media, cmcd: { session: place.playId, content: playable.slug } }
          : media,
        segments: segmentsOf(playable, asset),
        resume_at: resumeAt,
        play_id: place.playId,
        heartbeat_seconds: HEARTBEAT_MS / 1000,
      };
    },
  };

  function grant(
    asset: TitleAsset,
    terms: Omit<PlaylistGrant, 'assetId'>,
  ): Omit<
    PlayGranted,
    | 'resume_at'
    | 'captions'
    | 'media'
    | 'segments'
    | 'play_id'
    | 'heartbeat_seconds'
    | 'audio_language'
    | 'audio_languages'
  > {
    const renditions = offeredRenditions(asset.renditions, terms.cap).map((rendition) => ({
      height: rendition.height,
      megabytes: megabytesOf(fetchedBytes(rendition, asset.durationMs)),
    }));
    return {
      entitled: true,
      playlist: playlistAddress(
        signing.playlistToken({ assetId: asset.id, ...terms }),
        'master',
        asset.track,
      ),
      duration_seconds: asset.durationMs / 1000,
      megabytes: renditions.at(-1)?.megabytes ?? 0,
      renditions,
      expires_at: terms.until.toISOString(),
    };
  }
}

/**
 * The title in the language that the viewer likes to hear, where it has it, else in its first one;
 * and what the answer says of its languages.
 */
function soundFor(asset: TitleAsset, { languages }: Playable, liked: string | undefined) {
  const spoken = languagesOf(asset, languages ?? []);
  const code = languageOfTag(liked ?? '');
  const wanted = spoken.find(({ language }) => language === code);
  const inWanted = wanted && titleInTrack(asset, wanted.track);
  const heard = inWanted ? wanted : spoken[0];
  return {
    asset: inWanted ?? asset,
    said: {
      audio_language: heard?.language ?? null,
      audio_languages: spoken.map(({ language }) => ({ language, label: spokenName(language) })),
    },
  };
}

/** The title in the one codec that this play has from its first segment to its last. */
function mediaFor(asset: TitleAsset, { av1, max_height: cap }: PlayBody): TitleAsset {
  // Sound alone lies with the H.264 renditions.
  return (av1 && cap !== SOUND_ALONE && titleInAv1(asset)) || asset;
}

/** What plays in an entitled request; a browser's page says what kind of device it is. */
export function takerOf(
  { subscriberId, session, device }: Extract<Entitlement, { entitled: true }>,
  { headers }: Pick<FastifyRequest, 'headers'>,
): PlaceTaker {
  return {
    subscriberId: Number(subscriberId),
    session,
    kind: device ?? deviceKindOf(headers) ?? 'other',
  };
}

/** The refusal that names the device that plays instead. */
export function otherDevice({ kind, since }: { kind: DeviceKind; since: Date }): PlayRefused {
  return { entitled: false, reason: 'other_device', device: { kind, since: since.toISOString() } };
}
