import type { Effort, FrameRate, PictureCodec, RenditionPlan } from './encoding-ladder.ts';
import type { Loudness } from './loudness.ts';
import type { Source } from './source.ts';
import type { StoryboardPlan } from './storyboard.ts';

/** An FFmpeg: the library in `node-av`, or the programs of the system. */
export interface MediaTool {
  /** Describes a file. Throws a TaskRefusal that names why it cannot be packaged. */
  probe(file: string): Promise<Source>;
  /** Measures the stream `audioIndex` of a source. */
  loudness(
    source: Source,
    audioIndex: number,
    onProgress: (share: number) => void,
  ): Promise<Loudness>;
  /**
   * By how many samples at 48 kHz the encoder of HE-AAC v2 delays sound; undefined where this
   * FFmpeg has none.
   */
  heAacDelay(): Promise<number | undefined>;
  /**
   * Some pictures of a source in this size, spread over its length, reduced to grey. A time that
   * has no picture is left out.
   */
  samples(source: Source, size: SampleSize): Promise<Uint8Array[]>;
  /**
   * Writes one fragmented MP4 file for each rendition. Throws a TaskRefusal: `damaged` when the
   * media break off, `encoder_missing`.
   */
  encode(source: Source, options: EncodeOptions): Promise<void>;
  /** Writes a storyboard from a rendition's file. */
  storyboard(rendition: string, plan: StoryboardPlan, file: string): Promise<void>;
  /** The first picture of every `step`th segment of a rendition's file, reduced to grey. */
  greyFrames(rendition: string, step: number): Promise<Uint8Array[]>;
  /** Writes the first pictures of some segments as JPEG, by the numbers of the segments. */
  jpegs(rendition: string, files: ReadonlyMap<number, string>): Promise<void>;
}

/** How many pictures to take, and their size in pixels. */
export interface SampleSize {
  readonly count: number;
  readonly width: number;
  readonly height: number;
}

export interface EncodeOptions {
  readonly codec: PictureCodec;
  /** Lowest first. */
  readonly renditions: readonly RenditionPlan[];
  readonly rate: FrameRate;
  readonly effort: Effort;
  /**
   * The filters that bring each stream of the source's sound to its loudness, each followed by a
   * comma.
   */
  readonly loudness: readonly string[];
  /** The delay of the encoder of HE-AAC v2, where a rendition has that. */
  readonly heAacDelay?: number | undefined;
  /** The path of the file to write for a rendition. */
  readonly fileFor: (rendition: RenditionPlan) => string;
  readonly onProgress: (share: number) => void;
}
