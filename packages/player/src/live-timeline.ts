import type { MediaPart, TimelineSegment } from './timeline.ts';

/**
 * The segments of a live channel as its play call and its spans describe them. Positions are
 * seconds since `origin`, which a player chooses once; instants are milliseconds since 1970 by the
 * server's clock.
 */

/** A few minutes of a live channel, as the server writes them. */
export interface WrittenSpan {
  readonly number: number;
  readonly starts_at: number;
  /** `durations` begins with the segment `first`. */
  readonly parts: readonly {
    readonly base: string;
    readonly backup?: string | undefined;
    readonly first: number;
    readonly durations: readonly number[];
  }[];
  /**
   * The part, its first segment, how many, the seconds without a segment before it, and the seconds
   * of the part before that segment.
   */
  readonly runs: readonly (readonly [number, number, number, number, number])[];
  readonly programmes: readonly LiveProgramme[];
  readonly captions: readonly LiveCaptions[];
}

export interface LiveProgramme {
  readonly title: string;
  readonly starts_at: number;
  readonly ends_at: number;
}

/** The captions of a recording, whose own times begin at `starts_at`. */
export interface LiveCaptions {
  readonly language: string;
  readonly label: string;
  readonly src: string;
  readonly starts_at: number;
  /** What is spoken in the recording; null: nothing, or nobody has said what. */
  readonly audio_language: string | null;
}

/** A span that has been read: its segments refer to `parts` of the timeline. */
export interface LiveTimeline {
  /** All parts that any span has named; grows with each span. */
  readonly parts: readonly MediaPart[];
  add(span: WrittenSpan): void;
  /** All spans must be added anew: the channel shows something else than they say. */
  outdate(): void;
  /** Whether a span was added and is not outdated. */
  has(number: number): boolean;
  /** The first segment that ends after a position, where its span was added. */
  segmentFrom(position: number): TimelineSegment | undefined;
  /** The programme at a position; undefined: a hole in the schedule, or not known. */
  programmeAt(position: number): LiveProgramme | undefined;
  /** The captions of the recordings around a position, in the order of their times. */
  captionsAt(position: number): readonly LiveCaptions[];
}

export interface LiveTimelineTerms {
  /** The instant of position zero. */
  readonly origin: number;
  readonly spanSeconds: number;
}

/** What rounding to microseconds may differ by. */
const TOLERANCE = 0.05;
/** The number of spans that are kept: what two hours and the next minutes need. */
const MOST_SPANS = 40;

/** Creates an empty timeline. */
export function createLiveTimeline({ origin, spanSeconds }: LiveTimelineTerms): LiveTimeline {
  const parts: MediaPart[] = [];
  const places = new Map<string, number>();
  const spans = new Map<number, { segments: TimelineSegment[]; written: WrittenSpan }>();
  const outdated = new Set<number>();
  const has = (number: number) => spans.has(number) && !outdated.has(number);

  const numberAt = (position: number) => Math.floor((origin / 1000 + position) / spanSeconds);
  const spanAt = (position: number) => spans.get(numberAt(position));

  function placeOf({ base, backup, durations }: WrittenSpan['parts'][number]): number {
    const known = places.get(base);
    if (known !== undefined) return known;
    places.set(base, parts.length);
    parts.push({ base, backup, durations });
    return parts.length - 1;
  }

  return {
    parts,
    add(written) {
      const segments: TimelineSegment[] = [];
      let start = (written.starts_at - origin) / 1000;
      for (const [at, first, count, gap, before] of written.runs) {
        const part = written.parts[at];
        if (!part) continue;
        const place = placeOf(part);
        start += gap;
        const offset = start - before;
        for (let index = first; index < first + count; index++) {
          const duration = part.durations[index - part.first] ?? 0;
          const number = segments.length;
          segments.push({ number, part: place, index, start, duration, offset });
          start += duration;
        }
      }
      spans.delete(written.number);
      outdated.delete(written.number);
      spans.set(written.number, { segments, written });
      const [oldest] = spans.keys();
      if (spans.size > MOST_SPANS && oldest !== undefined) spans.delete(oldest);
    },
    outdate() {
      for (const number of spans.keys()) outdated.add(number);
    },
    has,
    segmentFrom(position) {
      const number = numberAt(position);
      if (!has(number)) return undefined;
      for (const near of [number - 1, number, number + 1].filter(has)) {
        const found = spans
          .get(near)
          ?.segments.find(({ start, duration }) => start + duration > position + TOLERANCE);
        if (found) return found;
      }
      return undefined;
    },
    programmeAt(position) {
      const at = origin + position * 1000;
      return spanAt(position)?.written.programmes.find(
        ({ starts_at, ends_at }) => starts_at <= at && at < ends_at,
      );
    },
    captionsAt: (position) => spanAt(position)?.written.captions ?? [],
  };
}
