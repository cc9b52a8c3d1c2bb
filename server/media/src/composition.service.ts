import { segmentsFault, type TitleSegment } from '@bonisa/domain/playback/title-segments';
import type { Clock } from '@bonisa/kit/clock/clock';
import { isUniqueViolation } from '@bonisa/kit/database/database';
import { newId } from '@bonisa/kit/ids';
import { LRUCache } from 'lru-cache';
import { CAPTIONS_FOLDER, type CaptionTrack, captionFile, filesOf } from './asset.ts';
import { cleanTracks } from './captions/captions.ts';
import {
  CompositionError,
  composeAudio,
  composeAv1,
  composedDuration,
  composeRenditions,
  type PartAsset,
} from './composition.ts';
import type { Asset, MediaRepository } from './media.repository.ts';
import type { MediaStore } from './store.ts';

/**
 * An asset with the packaged assets that it plays: its parts, or itself. The id of a part names the
 * folder of its files.
 */
export interface TitleAsset extends Asset {
  readonly parts: readonly PartAsset[];
  /** The track of its sound (see `title-audio.ts`); absent: the first. */
  readonly track?: string;
}

/** A title to put together. */
export interface CompositionInput {
  readonly title: string;
  /** The caller's name for the composition; a second one of the same name is not made. */
  readonly reference: string;
  /** Ready assets in the order of playing. */
  readonly parts: readonly string[];
  /** Caption tracks of the whole title as WebVTT. */
  readonly captions?: readonly (CaptionTrack & { readonly vtt: string })[];
  /** Opening, recap and credits, in seconds of the whole title. */
  readonly segments?: readonly TitleSegment[];
}

export interface CompositionDependencies {
  readonly repository: Pick<
    MediaRepository,
    | 'asset'
    | 'assetByReference'
    | 'createComposition'
    | 'assetsReferenced'
    | 'compositionsWithoutAv1'
    | 'setAv1'
  >;
  readonly store: Pick<MediaStore, 'stage' | 'stageFile' | 'publish' | 'discard'>;
  readonly clock: Clock;
}

const MOST_CACHED = 1000;
/** How long an asset may stay in memory that can still get AV1 renditions, from any process. */
const CHANGEABLE_MS = 60_000;

/** Puts titles together from packaged assets, and finds any asset together with its parts. */
export function createCompositionService({ repository, store, clock }: CompositionDependencies) {
  // An asset that is ready only changes by getting AV1 renditions.
  const ready = new LRUCache<string, Asset>({ max: MOST_CACHED });
  const assetOf = async (id: string): Promise<Asset | undefined> => {
    const known = ready.get(id);
    if (known) return known;
    const asset = await repository.asset(id);
    if (asset?.state === 'ready') ready.set(id, asset, asset.av1 ? {} : { ttl: CHANGEABLE_MS });
    return asset;
  };
  const partOf = async (id: string): Promise<Asset> => {
    const part = await assetOf(id);
    if (!part) throw new CompositionError('part_unknown', `there is no asset ${id}`);
    if (part.state !== 'ready')
      throw new CompositionError('part_not_ready', `part ${id} is not ready: it is ${part.state}`);
    if (part.partIds)
      throw new CompositionError('part_is_composition', `part ${id} is itself a composition`);
    return part;
  };
  const storeCaptions = async (id: string, captions: ReturnType<typeof cleanTracks>) => {
    if (captions.length === 0) return;
    await store.stage(id);
    try {
      for (const { language, vtt } of captions)
        await store.stageFile(id, `${CAPTIONS_FOLDER}/${captionFile(language)}`, Buffer.from(vtt));
      await store.publish(id);
    } catch (error) {
      await store.discard(id);
      throw error;
    }
  };

  return {
    /**
     * Puts a title together, or returns the composition of that reference. Rejects with a {@link
     * CompositionError}, and with a `CaptionsError` for malformed captions.
     */
    async compose(input: CompositionInput): Promise<{ readonly assetId: string }> {
      const { title, reference } = input;
      const known = await repository.assetByReference(reference);
      if (known) return { assetId: known.id };
      const parts = await Promise.all(input.parts.map(partOf));
      const renditions = composeRenditions(parts);
      const av1 = composeAv1(parts);
      const audio = composeAudio(parts);
      const captions = cleanTracks(input.captions ?? []);
      const durationMs = composedDuration(parts);
      const { segments = [] } = input;
      const fault = segmentsFault(segments, durationMs / 1000);
      if (fault) throw new CompositionError('segments_invalid', fault);
      const id = newId();
      // Files come first: a row whose captions are missing would never be mended.
      await storeCaptions(id, captions);
      try {
        await repository.createComposition(
          {
            id,
            title,
            reference,
            partIds: input.parts,
            durationMs,
            renditions,
            av1,
            audio,
            captions: captions.map(({ language, label }) => ({ language, label })),
            segments,
          },
          clock.now(),
        );
        return { assetId: id };
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
      }
      const first = await repository.assetByReference(reference);
      if (!first) throw new Error('a reference is taken by an asset that is not there');
      return { assetId: first.id };
    },

    /**
     * Gives AV1 renditions to the compositions that play this asset (without `partId`: to any) and
     * whose parts all have them now. Returns the ids of the assets that changed, `partId` first.
     */
    async completeAv1(partId?: string): Promise<string[]> {
      if (partId) ready.delete(partId);
      const changed = partId ? [partId] : [];
      for (const { id, partIds } of await repository.compositionsWithoutAv1(partId)) {
        const parts = await Promise.all((partIds ?? []).map((part) => repository.asset(part)));
        const av1 = composeAv1(parts.filter((part) => part !== undefined));
        if (!av1) continue;
        await repository.setAv1(id, av1);
        for (const changedId of [id, ...(partIds ?? [])]) ready.delete(changedId);
        changed.push(id);
      }
      return changed;
    },

    /** The ids of all assets whose reference begins with `prefix`, and their references. */
    assetsReferenced: repository.assetsReferenced,

    /** Finds an asset with its parts; undefined for an unknown one. */
    async find(id: string): Promise<TitleAsset | undefined> {
      const asset = await assetOf(id);
      if (!asset) return undefined;
      const parts = asset.partIds ? await Promise.all(asset.partIds.map(partOf)) : [asset];
      return { ...asset, parts: parts.map(partAssetOf) };
    },
  };
}

function partAssetOf(asset: Asset): PartAsset {
  const { renditions, storyboard, av1, audio } = asset;
  return { id: filesOf(asset), renditions, storyboard, av1, audio };
}
