import type { LeftOutAudio } from '@bonisa/domain/playback/audio-languages';
import { type OwnCaptions, shownCaptions } from '@bonisa/domain/playback/title-captions';
import { type PictureCodec, SEGMENT_SECONDS } from './ingest/encoding-ladder.ts';
import type { Loudness } from './ingest/loudness.ts';
import type { PosterCandidate } from './ingest/posters.ts';
import type { Storyboard } from './ingest/storyboard.ts';

/**
 * The parts of packaged media. The database and the answers of the packaging process use these
 * shapes.
 */

/** One segment of a rendition. `start` and `duration` are in seconds of the video track. */
export interface Segment {
  readonly start: number;
  readonly duration: number;
  readonly bytes: number;
}

/** One rendition of an asset. */
export interface Rendition {
  /**
   * Lines of the shorter side. Addresses and viewers name the rendition by it. 0: sound alone,
   * without pixels and frames.
   */
  readonly height: number;
  readonly pixelWidth: number;
  readonly pixelHeight: number;
  readonly frameRate: number;
  /** As RFC 6381 writes them: `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string;
  /**
   * Names the content of the initialisation segment: renditions of one name can play one after the
   * other with one of them. Absent: of a live ingest session, or put together of parts.
   */
  readonly init?: string;
  /** Peak rate of a segment and mean rate of all segments, in bit/s (RFC 8216, 4.3.4.2). */
  readonly bandwidth: number;
  readonly averageBandwidth: number;
  /** Size of all files, the initialisation segment included. */
  readonly bytes: number;
  readonly segments: readonly Segment[];
}

/** A caption track of an asset. */
export interface CaptionTrack {
  /** A BCP 47 tag, such as `en-ZA`. */
  readonly language: string;
  readonly label: string;
}

/**
 * The sound of an asset in one language. Each track but the first has complete renditions of its
 * own, picture and sound in one file, so that a player fetches one file for a segment.
 */
export interface AudioTrack {
  /** A language subtag of BCP 47, such as `zu`; null: the source does not say. */
  readonly language: string | null;
  /** The loudness of the source in this language. */
  readonly loudness?: Loudness;
  /** Absent: those of the asset itself, which the first track has. */
  readonly renditions?: readonly Rendition[];
}

/** The tracks of an asset, the first one first, and the streams of its source that became none. */
export interface AssetAudio {
  readonly tracks: readonly AudioTrack[];
  readonly leftOut: readonly LeftOutAudio[];
}

/** The result of packaging one source. */
export interface Packaged {
  readonly durationMs: number;
  readonly renditions: readonly Rendition[];
  readonly storyboard?: Storyboard;
  /** The best first. */
  readonly posters?: readonly PosterCandidate[];
  /** The loudness of the source, before it was brought to the target; absent without sound. */
  readonly loudness?: Loudness;
  /** Absent without sound. */
  readonly audio?: AssetAudio;
  /** The captions inside the source, with their words as WebVTT. */
  readonly captions?: readonly (CaptionTrack & { readonly vtt: string })[];
  /** Sentences for the operator: what differs from the source, and what was left out of it. */
  readonly notes?: readonly string[];
}

export const INIT_FILE = 'init.mp4';

/** The file name of a segment; the index starts at 0. */
export function segmentFile(index: number): string {
  return `${index}.m4s`;
}

const MOVED = /^(\d{1,6})-(\d{1,16})-([0-9a-f]{16})\.m4s$/;

/**
 * The file name of a segment whose own times are moved by `microseconds`: to the place of its part
 * in a title, or on a channel. It is no file of the store. `mark` proves that we named it, so that
 * a viewer cannot have a file moved to any number of places (`MediaSigning.moveMark`).
 */
export function movedSegmentFile(index: number, microseconds: number, mark: string): string {
  return microseconds === 0 ? segmentFile(index) : `${index}-${microseconds}-${mark}.m4s`;
}

/** Reads the name of a moved segment; undefined for another name. */
export function readMovedSegment(
  file: string,
): { readonly index: number; readonly microseconds: number; readonly mark: string } | undefined {
  const [, index, microseconds, mark = ''] = MOVED.exec(file) ?? [];
  return index === undefined
    ? undefined
    : { index: Number(index), microseconds: Number(microseconds), mark };
}

/** The height that stands for the rendition of sound alone. */
export const SOUND_ALONE = 0;

/** The folder of a rendition inside its asset. `track` names any track but the first. */
export function renditionFolder(height: number, track?: string): string {
  const folder = height === SOUND_ALONE ? 'audio' : `${height}p`;
  return track === undefined ? folder : `${folder}-${track}`;
}

/** The AV1 renditions of an asset. They show the same and end their segments at the same times. */
export interface Av1Media {
  /** The folder of their files in the store; null: a composition, which has no media files. */
  readonly filesId: string | null;
  readonly renditions: readonly Rendition[];
  /** Absent: one track. */
  readonly tracks?: readonly AudioTrack[];
}

/** The size of a rendition as other capabilities see it. */
export interface WeighedRendition {
  readonly height: number;
  readonly bytes: number;
  /** Absent: H.264, or sound alone. */
  readonly codec?: Exclude<PictureCodec, 'h264'>;
}

/** The sizes of all renditions of an asset, those in AV1 last. */
export function weighRenditions(asset: {
  readonly durationMs: number;
  readonly renditions: readonly Rendition[];
  readonly av1: Av1Media | null;
}): WeighedRendition[] {
  const weigh = (rendition: Rendition) => ({
    height: rendition.height,
    bytes: fetchedBytes(rendition, asset.durationMs),
  });
  const inAv1 = (asset.av1?.renditions ?? []).map((one) => ({
    ...weigh(one),
    codec: 'av1' as const,
  }));
  return [...asset.renditions.map(weigh), ...inAv1];
}

/** The folder of an asset's files in the store, as addresses name it. */
export function filesOf(asset: {
  readonly id: string;
  readonly filesId?: string | null | undefined;
}): string {
  return asset.filesId ?? asset.id;
}

/** The file name of a caption track inside the captions folder of its asset. */
export function captionFile(language: string): string {
  return `${language.toLowerCase()}.vtt`;
}

export const CAPTIONS_FOLDER = 'captions';

/**
 * What the response headers of a file add to its bytes, at least: for sound alone some 4 %. Viewers
 * pay for them too.
 */
const HEADER_BYTES = 250;

/** What {@link fetchedBytes} needs of an asset. */
export interface FetchedAsset {
  readonly durationMs: number;
  readonly renditions: readonly Pick<Rendition, 'height' | 'bytes'>[];
}

/** The bytes that a viewer fetches to watch a rendition of this duration to its end. */
export function fetchedBytes({ bytes }: Pick<Rendition, 'bytes'>, durationMs: number): number {
  const files = 1 + Math.ceil(durationMs / 1000 / SEGMENT_SECONDS);
  return bytes + files * HEADER_BYTES;
}

/** What the catalogue says of a title's captions; absent or null: they are those of the media. */
export interface TitleCaptions {
  readonly captions?: readonly OwnCaptions[] | null;
}

/** The captions of a title, with the address of each file. */
export function captionsOf(
  title: TitleCaptions | undefined,
  asset: Parameters<typeof filesOf>[0] & { readonly captions: readonly CaptionTrack[] },
  folderOf: (filesId: string) => string,
): { language: string; label: string; src: string }[] {
  return shownCaptions(asset.captions, title?.captions).map(({ language, label, filesId }) => {
    const folder = folderOf(filesId ?? filesOf(asset));
    return { language, label, src: `${folder}${CAPTIONS_FOLDER}/${captionFile(language)}` };
  });
}
