/**
 * The typed segments of a title: its opening, what happened before, and its credits. Times are
 * seconds from the beginning.
 */
export const SEGMENT_KINDS = ['intro', 'recap', 'credits'] as const;

export type SegmentKind = (typeof SEGMENT_KINDS)[number];

export interface TitleSegment {
  readonly kind: SegmentKind;
  readonly start: number;
  readonly end: number;
}

/** The seconds of media and those of their parts differ by their rounding. */
const ROUNDING_SECONDS = 1;
/** Less than this is not worth a button. */
const LEAST_SKIPPED_SECONDS = 1.5;

/**
 * What is wrong with the segments of a title of this duration; undefined: nothing. Opening and
 * recap begin in its first half and credits in its second, so that no mistake of an editor makes a
 * title that hardly began count as finished.
 */
export function segmentsFault(
  segments: readonly TitleSegment[],
  durationSeconds: number,
): string | undefined {
  const half = durationSeconds / 2;
  for (const { kind, start, end } of segments) {
    if (!(start >= 0 && start < end && end <= durationSeconds + ROUNDING_SECONDS))
      return `the ${kind} must lie within the title's ${durationSeconds} seconds`;
    if (kind === 'credits' ? start < half : start > half)
      return `the ${kind} must begin in the ${kind === 'credits' ? 'second' : 'first'} half`;
  }
  if (new Set(segments.map(({ kind }) => kind)).size < segments.length)
    return 'a title has at most one segment of a kind';
  const inOrder = segments.toSorted((a, b) => a.start - b.start);
  const overlap = inOrder.some((segment, at) => segment.start < (inOrder[at - 1]?.end ?? 0));
  return overlap ? 'segments must not overlap' : undefined;
}

/** The opening or recap that the viewer at `seconds` may skip. */
export function segmentToSkip<Segment extends TitleSegment>(
  segments: readonly Segment[],
  seconds: number,
): Segment | undefined {
  return segments.find(
    ({ kind, start, end }) =>
      kind !== 'credits' && seconds >= start && seconds < end - LEAST_SKIPPED_SECONDS,
  );
}

/** Where the credits begin; undefined: the title has none. */
export function creditsStart(segments: readonly TitleSegment[]): number | undefined {
  return segments.find(({ kind }) => kind === 'credits')?.start;
}
