import type { LiveSpan } from '@bonisa/contract/live-play.calls';
import { CAPTIONS_FOLDER, captionFile } from '../asset.ts';
import type { FileAddress } from './live-playlist.ts';
import type { LiveSource, SourceSegment } from './live-source.port.ts';

/** The length of a span in seconds: span `n` has the segments that start from `n` times it on. */
export const SPAN_SECONDS = 300;

const MICROSECONDS = 1e6;
const SPAN = SPAN_SECONDS * MICROSECONDS;

/** The number of the span that holds a time in microseconds since 1970. */
export function spanAt(at: number): number {
  return Math.floor(at / SPAN);
}

/** A programme of the channel's schedule, in milliseconds since 1970. */
export interface SpanProgramme {
  readonly title: string;
  readonly startsAt: number;
  readonly endsAt: number;
}

export interface SpanTerms {
  readonly address: FileAddress;
  /** The same files at a second place, where there is one. */
  readonly backup?: FileAddress | undefined;
  /** The programmes between two times, in milliseconds since 1970. */
  readonly programmes: (from: number, to: number) => readonly SpanProgramme[];
}

/** A run of neighbouring segments of one part. */
interface Run {
  readonly segment: SourceSegment;
  count: number;
  /** Microseconds without a segment before it. */
  readonly gap: number;
}

/**
 * Describes a span of a live channel to a player of ours: each part once with the durations of its
 * segments, and the order in which they play.
 */
export function describeSpan(
  source: Pick<LiveSource, 'between'>,
  number: number,
  { address, backup, programmes }: SpanTerms,
): LiveSpan {
  const segments = source.between(number * SPAN, (number + 1) * SPAN);
  const parts = [...Map.groupBy(segments, ({ assetId }) => assetId)].map(([assetId, own]) => ({
    base: folderOf(address, assetId),
    ...(backup ? { backup: folderOf(backup, assetId) } : {}),
    ...durationsOf(own),
  }));
  const places = new Map(
    [...new Set(segments.map(({ assetId }) => assetId))].map((id, at) => [id, at]),
  );
  return {
    number,
    starts_at: (segments[0]?.startsAt ?? number * SPAN) / 1000,
    parts,
    runs: runsOf(segments).map(({ segment, count, gap }) => [
      places.get(segment.assetId) ?? 0,
      segment.index,
      count,
      gap / MICROSECONDS,
      (segment.startsAt - segment.partStartsAt) / MICROSECONDS,
    ]),
    programmes: programmes((number * SPAN) / 1000, ((number + 1) * SPAN) / 1000).map(
      ({ title, startsAt, endsAt }) => ({ title, starts_at: startsAt, ends_at: endsAt }),
    ),
    captions: captionsOf(segments, address),
  };
}

function folderOf(address: FileAddress, assetId: string): string {
  return address(assetId, '', '').replace(/\/+$/, '/');
}

/** The durations of a part, from the first segment that the span has of it. */
function durationsOf(
  segments: readonly SourceSegment[],
): Pick<LiveSpan['parts'][number], 'first' | 'durations'> {
  const first = Math.min(...segments.map(({ index }) => index));
  const durations: number[] = [];
  for (const { index, duration } of segments) durations[index - first] = duration / MICROSECONDS;
  // A part that is repeated may leave some out.
  return { first, durations: Array.from(durations, (duration) => duration ?? 0) };
}

function runsOf(segments: readonly SourceSegment[]): Run[] {
  const runs: Run[] = [];
  let before: SourceSegment | undefined;
  for (const segment of segments) {
    const last = runs.at(-1);
    if (last && before?.discontinuity === segment.discontinuity) last.count += 1;
    else {
      const gap = before ? segment.startsAt - before.startsAt - before.duration : 0;
      runs.push({ segment, count: 1, gap });
    }
    before = segment;
  }
  return runs;
}

function captionsOf(
  segments: readonly SourceSegment[],
  address: FileAddress,
): LiveSpan['captions'] {
  const recordings = new Map(
    segments.flatMap(({ recording }) => (recording ? [[recording.startsAt, recording]] : [])),
  );
  return [...recordings.values()].flatMap(({ assetId, startsAt, captions, audioLanguage }) =>
    captions.map(({ language, label }) => ({
      language,
      label,
      src: address(assetId, CAPTIONS_FOLDER, captionFile(language)),
      starts_at: startsAt / 1000,
      audio_language: audioLanguage,
    })),
  );
}
