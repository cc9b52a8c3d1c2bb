import {
  type SpokenLanguage,
  spokenLanguages,
  trackName,
} from '@bonisa/domain/playback/audio-languages';
import {
  type AssetAudio,
  type AudioTrack,
  type Av1Media,
  type Rendition,
  type WeighedRendition,
  weighRenditions,
} from './asset.ts';
import type { PartAsset } from './composition.ts';

/** The sound of a title in several languages. Each language is a title of its own to a player. */

/** A title's media in one language, which a player plays like any other media. */
interface SpokenMedia<Part extends PartAsset = PartAsset> {
  readonly renditions: readonly Rendition[];
  readonly parts: readonly Part[];
  readonly av1: Av1Media | null;
  readonly audio?: AssetAudio | null;
  /** The track that was chosen, as folders and addresses name it; absent: the first. */
  readonly track?: string;
}

/** The languages in which a title can be heard, by the names of an asset's tracks. */
export function languagesOf(
  { audio, renditions }: Pick<SpokenMedia, 'audio' | 'renditions'>,
  ofTitle: readonly string[],
): SpokenLanguage[] {
  // Media from before several languages were packaged: one track, where there is sound at all.
  const tags =
    audio?.tracks.map(({ language }) => language) ?? (hasSound(renditions) ? [null] : []);
  return spokenLanguages(tags, ofTitle);
}

function hasSound(renditions: readonly Rendition[]): boolean {
  return renditions.some(({ codecs }) => codecs.includes('mp4a'));
}

/**
 * A title as it sounds in one track: the renditions and folders of its parts are those of the
 * track. Undefined for a track that the title does not have.
 */
export function titleInTrack<Title extends SpokenMedia>(
  title: Title,
  track: string,
): Title | undefined {
  const [first] = title.audio?.tracks ?? [];
  if (first && trackName(first.language) === track) return title;
  const renditions = renditionsIn(title.audio?.tracks, track);
  if (!renditions) return undefined;
  const parts = title.parts.flatMap((part) => {
    const own = renditionsIn(part.audio?.tracks, track);
    return own ? [{ ...part, renditions: own, av1: av1In(part.av1, track) }] : [];
  });
  if (parts.length < title.parts.length) return undefined;
  return { ...title, renditions, parts, av1: av1In(title.av1, track), track };
}

/** The own renditions of a track; undefined for the first and for one that is not there. */
function renditionsIn(
  tracks: readonly AudioTrack[] | undefined,
  track: string,
): readonly Rendition[] | undefined {
  return tracks?.find(({ language }) => trackName(language) === track)?.renditions;
}

function av1In(av1: Av1Media | null | undefined, track: string): Av1Media | null {
  const renditions = renditionsIn(av1?.tracks, track);
  return av1 && renditions ? { filesId: av1.filesId, renditions } : null;
}

/** A track as other capabilities see it. */
export interface WeighedTrack {
  /** A language subtag of BCP 47; null: the source does not say. */
  readonly language: string | null;
  /** Absent: those of the asset, which the first track has. */
  readonly renditions?: readonly WeighedRendition[];
}

/** The tracks of an asset and the sizes of their renditions; empty without sound. */
export function weighTracks(asset: {
  readonly durationMs: number;
  readonly av1: Av1Media | null;
  readonly audio: AssetAudio | null;
}): WeighedTrack[] {
  const { durationMs, av1, audio } = asset;
  return (audio?.tracks ?? []).map(({ language, renditions }) => {
    if (!renditions) return { language };
    const own = av1In(av1, trackName(language));
    return { language, renditions: weighRenditions({ durationMs, renditions, av1: own }) };
  });
}
