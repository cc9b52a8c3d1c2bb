import type { Clock } from '../../platform/clock/clock.ts';
import { TimeLimitError, withTimeLimit } from '../../platform/database/time-limit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { filesUnavailable } from '../../platform/http/errors.ts';
import { INIT_FILE, type Rendition, renditionFolder, SOUND_ALONE, segmentFile } from '../asset.ts';
import type { TitleAsset } from '../composition.service.ts';
import { renditionOf, titleInAv1 } from '../composition.ts';
import { isAssetId, isAssetPath, type MediaStore } from '../store.ts';
import { titleInTrack } from '../title-audio.ts';
import { playlistAddress, type RenditionName } from './delivery.addresses.ts';
import type { MediaSigning, PlaylistGrant, Refusal, Verified } from './media.signing.ts';
import { writeMediaPlaylist, writeMultivariant } from './playlist.ts';
import type { CachedFile, SegmentCache } from './segment-cache.ts';

export interface DeliveryDependencies {
  readonly signing: MediaSigning;
  readonly findAsset: (id: string) => Promise<TitleAsset | undefined>;
  /**
   * Whether the viewer of a playlist may still watch. Each playlist request calls it, so it usually
   * answers from memory.
   */
  readonly mayStillPlay: (grant: PlaylistGrant) => Promise<boolean>;
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

const REFUSALS: Readonly<Record<Refusal, string>> = {
  signature_invalid: 'This address is not valid.',
  signature_expired: 'This address is no longer valid. Open the video again.',
};

/** Makes playlists and reads files for requests with a valid signature. Stateless. */
export function createDeliveryService({
  signing,
  findAsset,
  mayStillPlay,
  store,
  cache,
  clock,
}: DeliveryDependencies) {
  /** A grant is for a title in all its languages. */
  const granted = async (
    token: string,
    track: string | undefined,
  ): Promise<{ grant: PlaylistGrant; asset: TitleAsset }> => {
    const grant = valueOrThrow(signing.readPlaylistToken(token, clock.now()));
    if (!(await mayStillPlay(grant)))
      throw new AppError(
        'not_entitled',
        'This can no longer be watched here. Open the video again.',
      );
    const asset = await findAsset(grant.assetId);
    if (asset?.state !== 'ready') throw notFound();
    const spoken = track === undefined ? asset : titleInTrack(asset, track);
    if (!spoken)
      throw new AppError('not_found', `This video has no sound in the language '${track}'.`);
    return { grant, asset: spoken };
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
     * them. Throws an AppError: `signature_invalid`, `signature_expired`, `not_entitled` or
     * `not_found`, also for a track that the title does not have.
     */
    async multivariant(token: string, track?: string | undefined): Promise<string> {
      const { grant, asset } = await granted(token, track);
      const renditions = offeredRenditions(asset.renditions, grant.cap);
      const first =
        renditions.find((rendition) => rendition.height === FIRST_RENDITION_HEIGHT) ??
        renditions[0];
      const ordered = [
        ...renditions.filter((rendition) => rendition === first),
        ...renditions.filter((rendition) => rendition !== first),
      ];
      const variant = (codec: RenditionName['codec']) => (rendition: Rendition) => ({
        rendition,
        address: playlistAddress(token, { height: rendition.height, codec }, asset.track),
      });
      const inAv1 = grant.cap === SOUND_ALONE ? undefined : titleInAv1(asset);
      return writeMultivariant([
        ...ordered.map(variant('h264')),
        ...offeredRenditions(inAv1?.renditions ?? [], grant.cap).map(variant('av1')),
      ]);
    },

    /**
     * A rendition's playlist for a token; `not_found` above the viewer's cap. Throws as {@link
     * multivariant} does.
     */
    async renditionPlaylist(
      token: string,
      { height, codec }: RenditionName,
      track?: string | undefined,
    ): Promise<string> {
      const { grant, asset: title } = await granted(token, track);
      const asset = codec === 'av1' ? titleInAv1(title) : title;
      const rendition = offeredRenditions(asset?.renditions ?? [], grant.cap).find(
        (one) => one.height === height,
      );
      if (!asset || !rendition) throw notFound();
      const now = clock.now();
      return writeMediaPlaylist(
        asset.parts.map((part) => {
          const folder = `${signing.folderAddress(part.id, now)}${renditionFolder(height, title.track)}/`;
          const address = (file: string): string => folder + file;
          return {
            init: address(INIT_FILE),
            segments: renditionOf(part, height).segments.map(({ duration }, i) => ({
              duration,
              address: address(segmentFile(i)),
            })),
          };
        }),
      );
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
      const file = cache.peek(`${assetId}/${path}`);
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
      const file = await withTimeLimit(
        READ_MS,
        cache.get(`${assetId}/${path}`, () => store.load(assetId, path)),
      ).catch((error: unknown) => {
        throw error instanceof TimeLimitError ? filesUnavailable(error) : error;
      });
      if (!file) throw notFound();
      return { ...file, maxAge };
    },
  };
}

/**
 * The renditions up to a cap, lowest first: those with pictures, the lowest of them always
 * included, or sound alone for a cap of 0.
 */
export function offeredRenditions(
  renditions: readonly Rendition[],
  cap: number | undefined,
): readonly Rendition[] {
  const sorted = [...renditions].sort((a, b) => a.height - b.height);
  const sound = sorted.filter(({ height }) => height === SOUND_ALONE);
  if (cap === SOUND_ALONE && sound.length > 0) return sound;
  const pictures = sorted.filter(({ height }) => height !== SOUND_ALONE);
  return pictures.filter(({ height }, i) => i === 0 || cap === undefined || height <= cap);
}

function valueOrThrow<Value>(verified: Verified<Value>): Value {
  if (!verified.ok) throw new AppError(verified.refusal, REFUSALS[verified.refusal]);
  return verified.value;
}

function notFound(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}
