/**
 * The segments of a title in the order of their times. A title is one part, or several parts that
 * were encoded apart and play one after the other.
 */

/** Segments that were encoded together. Their own times start at zero. */
export interface MediaPart {
  /** The address of the part's folder, with a slash at its end. */
  readonly base: string;
  /** The same folder at a second place, where there is one. */
  readonly backup?: string | undefined;
  /** The duration of each segment in seconds. */
  readonly durations: readonly number[];
  /** Small pictures of this part, where it has them. */
  readonly storyboard?: Storyboard | undefined;
}

/** The addresses of a part's folder. */
export function foldersOf({ base, backup }: Pick<MediaPart, 'base' | 'backup'>): string[] {
  return backup === undefined ? [base] : [base, backup];
}

/** The addresses of parts at the second place, where they have one. */
export function backupsOf(parts: readonly Pick<MediaPart, 'backup'>[]): string[] {
  return parts.flatMap(({ backup }) => backup ?? []);
}

/** Pictures of a part at regular times, in the rows of one sheet. */
export interface Storyboard {
  readonly url: string;
  /** Seconds between two pictures. */
  readonly interval: number;
  readonly columns: number;
  readonly count: number;
  /** Of one picture, in pixels. */
  readonly width: number;
  readonly height: number;
}

/** One rendition. All parts of a title have the same renditions. */
export interface MediaRendition {
  /** The rendition's folder inside each part, such as `360p`. */
  readonly folder: string;
  /** Lines of the shorter side; 0: sound without a picture. */
  readonly height: number;
  /** The mean rate in bit/s. */
  readonly bandwidth: number;
  /** As RFC 6381 writes them: `avc1.64001f,mp4a.40.2`. */
  readonly codecs: string;
}

/** A segment's place in the title. Times are in seconds. */
export interface TimelineSegment {
  /** The segment's number in the whole title. */
  readonly number: number;
  readonly part: number;
  /** The segment's number inside its part. */
  readonly index: number;
  readonly start: number;
  readonly duration: number;
  /** The start of the segment's part: what must be added to the times inside its media. */
  readonly offset: number;
}

/** Lists the segments of all parts with their times in the title. */
export function timelineOf(parts: readonly MediaPart[]): TimelineSegment[] {
  const segments: TimelineSegment[] = [];
  let start = 0;
  for (const [part, { durations }] of parts.entries()) {
    const offset = start;
    for (const [index, duration] of durations.entries()) {
      segments.push({ number: segments.length, part, index, start, duration, offset });
      start += duration;
    }
  }
  return segments;
}

/** The duration of a timeline in seconds. */
export function durationOf(segments: readonly TimelineSegment[]): number {
  const last = segments[segments.length - 1];
  return last ? last.start + last.duration : 0;
}

/** The number of the segment that holds `seconds`; the first or the last for a time outside. */
export function segmentAt(segments: readonly TimelineSegment[], seconds: number): number {
  let low = 0;
  let high = segments.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((segments[middle] as TimelineSegment).start <= seconds) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The seconds in the buffer from `position` on without a gap; 0 where nothing is buffered. */
export function bufferedAhead(buffered: TimeRanges, position: number): number {
  for (let range = 0; range < buffered.length; range++) {
    const end = buffered.end(range);
    if (buffered.start(range) <= position + GAP_SECONDS && position < end) return end - position;
  }
  return 0;
}

/** Whether all of a segment is in the buffer. */
export function isBuffered(buffered: TimeRanges, { start, duration }: TimelineSegment): boolean {
  // The first and last pictures may miss by a little.
  const edge = Math.min(GAP_SECONDS, duration / 4);
  return bufferedAhead(buffered, start + edge) >= duration - 2 * edge;
}

/** Whether the buffer has half of a segment; what is too short to tell counts as there. */
export function isMostlyBuffered(
  buffered: TimeRanges,
  { start, duration }: TimelineSegment,
): boolean {
  if (duration < 2 * GAP_SECONDS) return true;
  let covered = 0;
  for (let range = 0; range < buffered.length; range++) {
    const from = Math.max(start, buffered.start(range));
    covered += Math.max(0, Math.min(start + duration, buffered.end(range)) - from);
  }
  return covered >= duration / 2;
}

/** A gap at which playback does not stop: the browser, or a small jump, passes over it. */
export const GAP_SECONDS = 0.2;
/** A gap that is jumped where the picture has come to stand in front of it. */
export const JUMPED_SECONDS = 2 * GAP_SECONDS;
