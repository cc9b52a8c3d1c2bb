import { AppError } from '@bonisa/kit/http/app-error';
import { INIT_FILE, movedSegmentFile, renditionFolder } from '../asset.ts';
import { addressLine, quotable } from '../delivery/playlist.ts';
import type { LiveSource, SourceSegment } from './live-source.port.ts';

/** The address of a file of an asset's folder, as viewers fetch it. */
export type FileAddress = (assetId: string, folder: string, file: string) => string;

/** The content type of a playlist. */
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';
const VERSION = 7;
const MICROSECONDS = 1e6;
/** The window of the usual playlist. */
export const SHORT_WINDOW_SECONDS = 60;
/** What is late is looked for again after so long. */
const SOON = 250_000;

/** Microseconds since 1970 of a date. */
export function microsecondsOf(at: Date): number {
  return at.getTime() * 1000;
}

/** The segments of a window that ends now: those that were on air whole, in order. */
export function airedSegments(
  source: Pick<LiveSource, 'between'>,
  now: number,
  windowSeconds: number,
): readonly SourceSegment[] {
  const found = source.between(now - windowSeconds * MICROSECONDS, now);
  const end = found.findIndex(
    ({ startsAt, duration, isExpected }) => isExpected || startsAt + duration > now,
  );
  return end < 0 ? found : found.slice(0, end);
}

/** Longer than a segment, and than a player is behind: without one for so long nothing is on. */
const NEAR = 20e6;
/** A channel whose first segment begins within so long comes on air in this moment. */
const SOON_ON_AIR = 3e6;

/** Whether a channel has something on air, or will have in a moment. */
export function isOnAir(source: Pick<LiveSource, 'between'>, now: number): boolean {
  return source.between(now - NEAR, now + SOON_ON_AIR).some(({ isExpected }) => !isExpected);
}

/** What a channel without anything on air answers. */
export function offAir(): AppError {
  return new AppError('off_air', 'This channel is not on air now.');
}

/** When the next segment has been on air whole: until then the window stays the same. */
export function nextAired(source: Pick<LiveSource, 'between'>, now: number): number {
  const reach = source.between(now - 60 * MICROSECONDS, now + 60 * MICROSECONDS);
  const next = reach.find(
    ({ startsAt, duration, isExpected }) => isExpected || startsAt + duration > now,
  );
  return next ? Math.max(next.startsAt + next.duration, now + SOON) : now + MICROSECONDS;
}

/**
 * The numbers of parts begin anew after so many: with short parts, after some weeks. hls.js keeps a
 * list as long as the number and goes through it with each segment: counted since 1970 it stood
 * still for two seconds each time. It takes a number smaller than before as one that goes on.
 */
const PART_NUMBERS = 2 ** 18;

export interface LivePlaylistTerms extends Pick<LiveSource, 'targetSeconds' | 'inits'> {
  readonly address: FileAddress;
  /** The mark of an asset's moved segments, see {@link movedSegmentFile}. */
  readonly moveMark: (assetId: string, microseconds: number) => string;
}

/**
 * Writes the media playlist of a live channel's rendition (RFC 8216): no end, and numbers that
 * agree from one reading to the next. All parts have one timeline, the microseconds since 1970. A
 * discontinuity separates parts that need another initialisation segment; the first segment needs
 * none, because its number of parts stands at the top. Throws a RangeError without segments.
 */
export function writeLivePlaylist(
  segments: readonly SourceSegment[],
  height: number,
  { targetSeconds, inits, address, moveMark }: LivePlaylistTerms,
): string {
  const [first] = segments;
  if (!first) throw new RangeError('a live playlist needs a segment');
  const folder = renditionFolder(height);
  const shared = inits.get(height);
  const mapOf = (assetId: string): string =>
    `#EXT-X-MAP:URI="${quotable(address(assetId, folder, INIT_FILE))}"`;
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    `#EXT-X-TARGETDURATION:${targetSeconds}`,
    `#EXT-X-MEDIA-SEQUENCE:${first.sequence}`,
    ...(shared === undefined
      ? [`#EXT-X-DISCONTINUITY-SEQUENCE:${first.discontinuity % PART_NUMBERS}`]
      : []),
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...(shared === undefined ? [] : [mapOf(shared)]),
  ];
  let part: number | undefined;
  for (const segment of segments) {
    const { assetId, index, partStartsAt } = segment;
    if (segment.discontinuity !== part) {
      if (shared === undefined) {
        if (part !== undefined) lines.push('#EXT-X-DISCONTINUITY');
        lines.push(mapOf(assetId));
      }
      part = segment.discontinuity;
      const at = new Date(Math.round(segment.startsAt / 1000)).toISOString();
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${at}`);
    }
    const file = movedSegmentFile(index, partStartsAt, moveMark(assetId, partStartsAt));
    lines.push(
      `#EXTINF:${(segment.duration / MICROSECONDS).toFixed(5)},`,
      addressLine(address(assetId, folder, file)),
    );
  }
  return `${lines.join('\n')}\n`;
}
