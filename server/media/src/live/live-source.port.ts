import type { LivePart } from '@bonisa/domain/live/week-timeline';
import type { CaptionTrack, Rendition } from '../asset.ts';

/** A segment of a live channel. Times are microseconds since 1970. */
export interface SourceSegment {
  /** Counts the channel's segments: rises by one from a segment to the next, never goes back. */
  readonly sequence: number;
  /** Counts the parts that have begun: rises by one where segments were encoded apart. */
  readonly discontinuity: number;
  readonly startsAt: number;
  readonly duration: number;
  /** When the part began: what its own time zero is on the channel. */
  readonly partStartsAt: number;
  /** The asset whose file this is, and the segment's number in it. */
  readonly assetId: string;
  readonly index: number;
  /** Of a live ingest session: it should come, but is not there yet. No playlist names it. */
  readonly isExpected?: true;
  /** The recording that is on air, for its captions; absent: none. */
  readonly recording?: {
    readonly assetId: string;
    readonly startsAt: number;
    readonly captions: readonly CaptionTrack[];
    /** What is spoken; null: nothing, or nobody has said what. */
    readonly audioLanguage: string | null;
  };
}

/** A rendition of a live channel. */
export interface LiveRendition extends Omit<Rendition, 'segments' | 'bytes'> {
  /** What a viewer fetches in an hour, response headers included. */
  readonly hourBytes: number;
}

/**
 * Where the segments of a live channel come from: a schedule of recordings, or a live ingest
 * session. All segments of a source have all of its renditions, as files of their asset.
 */
export interface LiveSource {
  /** Names what the source answers: it changes when a segment for a time becomes another one. */
  readonly id: string;
  readonly renditions: readonly LiveRendition[];
  /** The longest duration of a segment, now and later, in whole seconds. */
  readonly targetSeconds: number;
  /**
   * The asset whose initialisation segment all parts of a rendition can have, by its height. A
   * height that is not there: each part needs its own.
   */
  readonly inits: ReadonlyMap<number, string>;
  /** What fills holes: parts with the durations of their segments, in microseconds. */
  readonly slate: readonly LivePart[];
  /**
   * What a viewer fetches in the hour from a time on, in microseconds since 1970, by the height of
   * the rendition; absent, or undefined: as `renditions` say.
   */
  hourBytes?(at: number): ReadonlyMap<number, number> | undefined;
  /**
   * The segments that start in a span, in order; also later ones, as far as they are known or
   * expected.
   */
  between(from: number, to: number): readonly SourceSegment[];
}

/** Finds the source of a live channel by its id; undefined: the channel cannot be played. */
export type FindLiveSource = (channelId: number) => Promise<LiveSource | undefined>;
