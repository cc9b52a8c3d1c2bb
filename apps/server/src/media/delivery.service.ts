import type { Clock } from '../platform/clock.ts';
import { AppError } from '../platform/http/app-error.ts';
import { INIT_FILE, type Rendition, renditionFolder, segmentFile } from './asset.ts';
import { fileAddress, playlistAddress } from './delivery.addresses.ts';
import type { Asset } from './media.repository.ts';
import type { MediaSigning, PlaylistGrant, Refusal, Verified } from './media.signing.ts';
import { writeMediaPlaylist, writeMultivariant } from './playlist.ts';
import type { CachedFile, SegmentCache } from './segment-cache.ts';
import { isAssetId, isAssetPath, type MediaStore } from './store.ts';

export interface DeliveryDependencies {
  readonly signing: MediaSigning;
  readonly findAsset: (id: string) => Promise<Asset | undefined>;
  /** Asked for each playlist, so answered from memory as a rule. */
  readonly mayStillPlay: (grant: PlaylistGrant) => Promise<boolean>;
  readonly store: Pick<MediaStore, 'read'>;
  readonly cache: SegmentCache;
  readonly clock: Clock;
}

export type DeliveryService = ReturnType<typeof createDeliveryService>;

/**
 * The rendition that a player begins with before it knows the network: light enough for a slow one, and
 * not the poorest.
 */
const FIRST_RUNG = 360;

const REFUSALS: Readonly<Record<Refusal, string>> = {
  signature_invalid: 'This address is not valid.',
  signature_expired: 'This address is no longer valid. Open the video again.',
};

/**
 * Makes playlists and hands out files, to whoever brings a right signature; holds no state of its
 * own.
 */
export function createDeliveryService({
  signing,
  findAsset,
  mayStillPlay,
  store,
  cache,
  clock,
}: DeliveryDependencies) {
  const granted = async (token: string): Promise<{ grant: PlaylistGrant; asset: Asset }> => {
    const grant = demand(signing.readPlaylistToken(token, clock.now()));
    if (!(await mayStillPlay(grant)))
      throw new AppError(
        'not_entitled',
        'This can no longer be watched here. Open the video again.',
      );
    const asset = await findAsset(grant.assetId);
    if (asset?.state !== 'ready') throw notThere();
    return { grant, asset };
  };

  return {
    /**
     * The multivariant playlist for a token. Throws an AppError: `signature_invalid`,
     * `signature_expired`, `not_entitled` or `not_found`.
     */
    async multivariant(token: string): Promise<string> {
      const { grant, asset } = await granted(token);
      const renditions = offeredRenditions(asset.renditions, grant.cap);
      const first =
        renditions.find((rendition) => rendition.height === FIRST_RUNG) ?? renditions[0];
      const ordered = [
        ...renditions.filter((rendition) => rendition === first),
        ...renditions.filter((rendition) => rendition !== first),
      ];
      return writeMultivariant(
        ordered.map((rendition) => ({
          rendition,
          address: playlistAddress(token, rendition.height),
        })),
      );
    },

    /**
     * A rendition's playlist for a token; a rendition above the viewer's cap is not there. Throws as {@link
     * multivariant}.
     */
    async renditionPlaylist(token: string, height: number): Promise<string> {
      const { grant, asset } = await granted(token);
      const rendition = offeredRenditions(asset.renditions, grant.cap).find(
        (one) => one.height === height,
      );
      if (!rendition) throw notThere();
      const key = signing.segmentKey(asset.id, clock.now());
      const address = (file: string): string =>
        fileAddress(key, asset.id, renditionFolder(rendition.height), file);
      return writeMediaPlaylist({
        init: address(INIT_FILE),
        segments: rendition.segments.map((segment, i) => ({
          duration: segment.duration,
          address: address(segmentFile(i)),
        })),
      });
    },

    /**
     * A segment or captions by its signed address, and for how many seconds it may be kept. Throws
     * as {@link multivariant}.
     */
    async file(
      key: string,
      assetId: string,
      path: string,
    ): Promise<CachedFile & { readonly maxAge: number }> {
      if (!isAssetId(assetId) || !isAssetPath(path)) throw notThere();
      const now = clock.now();
      const { until } = demand(signing.checkSegmentKey(key, assetId, now));
      const file = await cache.get(`${assetId}/${path}`, () => store.read(assetId, path));
      if (!file) throw notThere();
      return { ...file, maxAge: Math.max(0, Math.floor((until.getTime() - now.getTime()) / 1000)) };
    },
  };
}

/** The renditions up to a cap, lowest first; the lowest is always offered. */
export function offeredRenditions(
  renditions: readonly Rendition[],
  cap: number | undefined,
): readonly Rendition[] {
  const sorted = [...renditions].sort((a, b) => a.height - b.height);
  return sorted.filter((rendition, i) => i === 0 || cap === undefined || rendition.height <= cap);
}

function demand<Value>(verified: Verified<Value>): Value {
  if (!verified.ok) throw new AppError(verified.refusal, REFUSALS[verified.refusal]);
  return verified.value;
}

function notThere(): AppError {
  return new AppError('not_found', 'There is nothing at this address.');
}
