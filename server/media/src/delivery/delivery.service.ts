import { usualCaptions } from '@bonisa/domain/playback/usual-captions';
import type { Clock } from '@bonisa/kit/clock/clock';
import { TimeLimitError, withTimeLimit } from '@bonisa/kit/database/time-limit';
import { AppError } from '@bonisa/kit/http/app-error';
import { type EncodedBody, encodeBody, weightOf } from '@bonisa/kit/http/encoded-body';
import { filesUnavailable } from '@bonisa/kit/http/errors';
import { LRUCache } from 'lru-cache';
import {
  captionsOf,
  INIT_FILE,
  movedSegmentFile,
  type Rendition,
  readMovedSegment,
  renditionFolder,
  SOUND_ALONE,
  segmentFile,
  type TitleCaptions,
} from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';
import { renditionOf, titleInAv1 } from '../composition.ts';
import { isAssetId, isAssetPath, type MediaStore } from '../store.ts';
import { languagesOf, titleInTrack } from '../title-audio.ts';
import {
  captionPlaylistAddress,
  type Pathway,
  playlistAddress,
  type RenditionName,
} from './delivery.addresses.ts';
import type { MediaSigning, PlaylistGrant, Refusal, Verified } from './media.signing.ts';
import { moveSegment } from './moved-segment.ts';
import {
  onPathways,
  writeCaptionPlaylist,
  writeMediaPlaylist,
  writeMultivariant,
  writeSteering,
} from './playlist.ts';
import type { CachedFile, SegmentCache } from './segment-cache.ts';

/** What the catalogue says of a title's captions and its sound. */
export interface CaptionedTitle extends TitleCaptions {
  /** The audio languages that an editor names, in their order. */
  readonly languages?: readonly string[];
}

/**
 * Whether the viewer of a playlist may still watch, and on this device. Each playlist request calls
 * it, so it usually answers from memory.
 *
 * @param playsMs how long the playlist plays without asking for anything more.
 */
export type MayStillPlay = (
  grant: Pick<PlaylistGrant, 'session'>,
  playsMs: number,
) => Promise<boolean>;

export interface DeliveryDependencies {
  readonly signing: MediaSigning;
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  /** A title by its slug, for the captions that an editor gave it. */
  readonly findPlayable: (slug: string) => Promise<CaptionedTitle | undefined>;
  readonly mayStillPlay: MayStillPlay;
  readonly store: Pick<MediaStore, 'load'>;
  readonly cache: SegmentCache;
  readonly clock: Clock;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/**
 * The rendition that a player starts with before it has measured the network: light enough for a
 * slow network, better than the lowest.
 */
const FIRST_RENDITION_HEIGHT = 360;

/**
 * A slow store must not hold hundreds of requests of players that have given up: they are told to
 * come back. The read goes on, and who comes back finds its file in memory.
 */
const READ_MS = 8000;

/** The playlists of renditions that are held, in bytes: that of a film has 300 kB. */
const HELD_PLAYLISTS = 8_000_000;
/** Brotli's effort: a playlist repeats itself, and a tenth of its bytes is left. */
const EFFORT = 4;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  signature_invalid: 'This address is not valid.',
  signature_expired: 'This address is no longer valid. Open the video again.',
};

/** Makes playlists and reads files for requests with a valid signature. Stateless. */
export function createDeliveryService({
  signing,
  findAsset,
  findPlayable,
  mayStillPlay,
  store,
  cache,
  clock,
}: DeliveryDependencies) {
  /** A rendition's playlist is the same for all viewers until its addresses change. */
  const playlists = new LRUCache<string, EncodedBody>({
    maxSize: HELD_PLAYLISTS,
    sizeCalculation: weightOf,
  });

  /** A grant is for a title in all its languages. */
  const granted = async (
    token: string,
    track: string | undefined,
  ): Promise<{ grant: PlaylistGrant; asset: TitleAsset }> => {
    const grant = valueOrThrow(signing.readPlaylistToken(token, clock.now()));
    const asset = await findAsset(grant.assetId);
    if (!(await mayStillPlay(grant, asset?.durationMs ?? 0)))
      throw new AppError(
        'not_entitled',
        'This can no longer be watched here. Open the video again.',
      );
    if (asset?.state !== 'ready') throw notFound();
    const spoken = track === undefined ? asset : titleInTrack(asset, track);
    if (!spoken)
      throw new AppError('not_found', `This video has no sound in the language '${track}'.`);
    return { grant, asset: spoken };
  };

  const captionsFor = async ({ title, language }: PlaylistGrant, asset: TitleAsset) => {
    const playable = title === undefined ? undefined : await findPlayable(title);
    const now = clock.now();
    const tracks = captionsOf(playable, asset, (filesId) => signing.folderAddress(filesId, now));
    const spoken = languagesOf(asset, playable?.languages ?? []);
    const heard = spoken.find(({ track }) => track === asset.track) ?? spoken[0];
    const on = language && usualCaptions(tracks, { sound: heard?.language, language });
    return tracks.map((track, place) => ({ ...track, isOn: place === on }));
  };

  const secondsLeft = (key: string, assetId: string): number => {
    const now = clock.now();
    const { until } = valueOrThrow(signing.checkSegmentKey(key, assetId, now));
    return Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000));
  };

  return {
    /**
     * The multivariant playlist for a token, in the language of a track (undefined: of the first):
     * the variants in H.264, then those in AV1, which a player leaves out where it cannot decode
     * them, then sound alone. Throws an AppError: `signature_invalid`, `signature_expired`,
     * `not_entitled` or `not_found`, also for a track that the title does not have.
     */
    async multivariant(token: string, track?: string | undefined): Promise<string> {
      const { grant, asset } = await granted(token, track);
      const renditions = offeredRenditions(asset.renditions, grant.cap);
      const inAv1 = grant.cap === SOUND_ALONE ? undefined : titleInAv1(asset);
      const variantsOn = (pathway: Pathway) => {
        const variant = (codec: RenditionName['codec']) => (rendition: Rendition) => ({
          rendition,
          address: playlistAddress(token, { ...rendition, codec }, asset.track, pathway),
        });
        return [
          ...firstInTheMiddle(renditions).map(variant('h264')),
          ...offeredRenditions(inAv1?.renditions ?? [], grant.cap).map(variant('av1')),
          ...soundBeside(asset.renditions, grant.cap).map(variant('h264')),
        ];
      };
      return writeMultivariant(
        onPathways(signing, variantsOn),
        (await captionsFor(grant, asset)).map((track) => ({
          ...track,
          address: captionPlaylistAddress(token, track.language),
        })),
      );
    },

    /** The steering manifest, the same for everybody. Throws `not_found` with one pathway. */
    steering(): string {
      if (signing.pathways.length < 2) throw notFound();
      return writeSteering(signing.pathways);
    },

    /** The playlist of captions for a token. Throws as {@link multivariant} does. */
    async captionPlaylist(token: string, language: string): Promise<string> {
      const { grant, asset } = await granted(token, undefined);
      const tracks = await captionsFor(grant, asset);
      const found = tracks.find((track) => track.language.toLowerCase() === language);
      if (!found) throw notFound();
      return writeCaptionPlaylist(asset.durationMs / 1000, found.src);
    },

    /**
     * A rendition's playlist for a token; `not_found` above the viewer's cap. Throws as {@link
     * multivariant} does.
     */
    async renditionPlaylist(
      token: string,
      { height, codec }: RenditionName,
      track?: string | undefined,
      pathway: Pathway = 'main',
    ): Promise<EncodedBody> {
      const { grant, asset: title } = await granted(token, track);
      const asset = codec === 'av1' ? titleInAv1(title) : title;
      // Sound alone is below every cap.
      const cap = height === SOUND_ALONE ? SOUND_ALONE : grant.cap;
      const rendition = offeredRenditions(asset?.renditions ?? [], cap).find(
        (one) => one.height === height,
      );
      if (!asset || !rendition) throw notFound();
      const now = clock.now();
      const inTrack = renditionFolder(height, title.track);
      const key = `${signing.folderAddress(title.id, now, pathway)}${codec}/${inTrack}`;
      const known = playlists.get(key);
      if (known) return known;
      const text = writeMediaPlaylist(
        asset.parts.map((part) => {
          const folder = `${signing.folderAddress(part.id, now, pathway)}${inTrack}/`;
          const { init, segments } = renditionOf(part, height);
          return {
            init: { address: folder + INIT_FILE, content: init },
            segments,
            addresses: (startsAt) => {
              const mark = signing.moveMark(part.id, startsAt);
              return (index) => folder + movedSegmentFile(index, startsAt, mark);
            },
          };
        }),
      );
      const made = encodeBody(Buffer.from(text), { effort: EFFORT });
      playlists.set(key, made);
      return made;
    },

    /**
     * For how many more seconds a signed address of an asset's files is valid. Throws an AppError
     * as {@link multivariant} does. A file server in front asks this and sends the file itself.
     */
    validFor(key: string, assetId: string): number {
      if (!isAssetId(assetId)) throw notFound();
      return secondsLeft(key, assetId);
    },

    /** The file of a signed address, if it is in memory and the address is valid. */
    peek(
      key: string,
      assetId: string,
      path: string,
    ): (CachedFile & { readonly maxAge: number }) | undefined {
      const file = cache.get(`${assetId}/${path}`);
      const now = clock.now();
      const checked = file && signing.checkSegmentKey(key, assetId, now);
      if (!file || !checked?.ok) return undefined;
      const maxAge = Math.floor((checked.value.until.getTime() - now.getTime()) / 1000);
      return { ...file, maxAge };
    },

    /**
     * Reads a segment or a caption file by its signed address. `maxAge` says for how many seconds a
     * cache may store it. Throws as {@link multivariant} does.
     */
    async file(
      key: string,
      assetId: string,
      path: string,
    ): Promise<CachedFile & { readonly maxAge: number }> {
      if (!isAssetId(assetId) || !isAssetPath(path)) throw notFound();
      const maxAge = secondsLeft(key, assetId);
      const found = await read(assetId, path);
      if (!found) throw notFound();
      return { ...found, maxAge };
    },
  };

  /** A file of the store, or a moved segment of one; only the former stays in memory. */
  async function read(assetId: string, path: string): Promise<CachedFile | undefined> {
    const [folder = '', name = ''] = path.split('/');
    const moved = readMovedSegment(name);
    if (!moved) return await stored(assetId, path);
    if (!signing.isMoveMark(moved.mark, assetId, moved.microseconds)) return undefined;
    const [init, segment] = await Promise.all([
      stored(assetId, `${folder}/${INIT_FILE}`),
      stored(assetId, `${folder}/${segmentFile(moved.index)}`),
    ]);
    if (!init || !segment) return undefined;
    return {
      bytes: moveSegment(init.bytes, segment.bytes, moved.microseconds),
      etag: segment.etag.replace(/"$/, `-${moved.microseconds}"`),
    };
  }

  async function stored(assetId: string, path: string): Promise<CachedFile | undefined> {
    return await withTimeLimit(
      READ_MS,
      cache.fetch(`${assetId}/${path}`, { context: () => store.load(assetId, path) }),
    ).catch((error: unknown) => {
      throw error instanceof TimeLimitError ? filesUnavailable(error) : error;
    });
  }
}

/**
 * The renditions up to a cap, lowest first: those with pictures, the lowest of them always
 * included, or sound alone for a cap of 0.
 */
export function offeredRenditions<Offered extends Pick<Rendition, 'height'>>(
  renditions: readonly Offered[],
  cap: number | undefined,
): readonly Offered[] {
  const sorted = [...renditions].sort((a, b) => a.height - b.height);
  const sound = sorted.filter(({ height }) => height === SOUND_ALONE);
  if (cap === SOUND_ALONE && sound.length > 0) return sound;
  const pictures = sorted.filter(({ height }) => height !== SOUND_ALONE);
  return pictures.filter(({ height }, i) => i === 0 || cap === undefined || height <= cap);
}

/** Sound alone, for a viewer who gets pictures as well. */
export function soundBeside<Offered extends Pick<Rendition, 'height'>>(
  renditions: readonly Offered[],
  cap: number | undefined,
): readonly Offered[] {
  return renditions.filter(({ height }) => height === SOUND_ALONE && cap !== SOUND_ALONE);
}

/** The renditions with the one first that a player starts with. */
export function firstInTheMiddle<Offered extends Pick<Rendition, 'height'>>(
  renditions: readonly Offered[],
): readonly Offered[] {
  const first = renditions.find(({ height }) => height === FIRST_RENDITION_HEIGHT) ?? renditions[0];
  return [...(first ? [first] : []), ...renditions.filter((rendition) => rendition !== first)];
}

function valueOrThrow<Value>(verified: Verified<Value>): Value {
  if (!verified.ok) throw new AppError(verified.refusal, REFUSALS[verified.refusal]);
  return verified.value;
}

function notFound(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}
