import { filesOf } from './asset.ts';
import { POSTERS_FOLDER } from './ingest/posters.ts';
import type { MediaRepository } from './media.repository.ts';
import type { MediaStore } from './store.ts';

/** The frames of assets that can stand for their titles. */
export function createFrames({
  repository,
  store,
}: {
  readonly repository: Pick<MediaRepository, 'asset'>;
  readonly store: Pick<MediaStore, 'read'>;
}) {
  return {
    /** The frames of an asset, the best first; none of an unknown asset. */
    async of(assetId: string): Promise<{ file: string; seconds: number }[]> {
      const posters = (await repository.asset(assetId))?.posters ?? [];
      return posters.map(({ file, seconds }) => ({ file, seconds }));
    },

    /** The bytes of a frame; undefined for one that the asset does not have. */
    async read(assetId: string, file: string): Promise<Buffer | undefined> {
      const asset = await repository.asset(assetId);
      if (!asset?.posters?.some((poster) => poster.file === file)) return undefined;
      return await store.read(filesOf(asset), `${POSTERS_FOLDER}/${file}`);
    },
  };
}
