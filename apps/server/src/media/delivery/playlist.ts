import type { Rendition, Segment } from '../asset.ts';

/** Writes HLS playlists (RFC 8216). Pure: the caller brings the signed addresses. */

/** A variant of the multivariant playlist, with the address of its media playlist. */
export interface Variant {
  readonly rendition: Pick<
    Rendition,
    'bandwidth' | 'averageBandwidth' | 'codecs' | 'pixelWidth' | 'pixelHeight' | 'frameRate'
  >;
  readonly address: string;
}

/** The segments that were encoded together: their initialisation segment and their addresses. */
export interface PlaylistPart {
  readonly init: string;
  readonly segments: readonly {
    readonly duration: Segment['duration'];
    readonly address: string;
  }[];
}

const VERSION = 7;

/**
 * Writes the multivariant playlist. A player starts with the first variant before it has measured
 * the network, so the caller chooses the order. Throws a RangeError without variants, and for an
 * address or codec that would break a line.
 */
export function writeMultivariant(variants: readonly Variant[]): string {
  if (variants.length === 0) throw new RangeError('a multivariant playlist needs a variant');
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${VERSION}`, '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const { rendition, address } of variants) {
    const attributes = [
      `BANDWIDTH=${Math.ceil(rendition.bandwidth)}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(rendition.averageBandwidth)}`,
      `CODECS="${quotable(rendition.codecs)}"`,
      ...(rendition.pixelHeight > 0
        ? [
            `RESOLUTION=${rendition.pixelWidth}x${rendition.pixelHeight}`,
            `FRAME-RATE=${rendition.frameRate.toFixed(3)}`,
          ]
        : []),
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, addressLine(address));
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Writes the complete media playlist of one rendition. A discontinuity separates two parts, whose
 * own times start anew. Throws a RangeError as {@link writeMultivariant} does.
 */
export function writeMediaPlaylist(parts: readonly PlaylistPart[]): string {
  if (parts.length === 0 || parts.some(({ segments }) => segments.length === 0))
    throw new RangeError('a media playlist needs a segment');
  const longest = Math.max(
    ...parts.flatMap(({ segments }) => segments.map(({ duration }) => duration)),
  );
  const lines = [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    // RFC 8216, 4.3.3.1: no segment may be longer than this when rounded to whole seconds.
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest - 0.0005))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
  for (const [number, { init, segments }] of parts.entries()) {
    if (number > 0) lines.push('#EXT-X-DISCONTINUITY');
    lines.push(`#EXT-X-MAP:URI="${quotable(init)}"`);
    for (const { duration, address } of segments) {
      if (!(duration > 0)) throw new RangeError('a segment has a duration');
      lines.push(`#EXTINF:${duration.toFixed(5)},`, addressLine(address));
    }
  }
  lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/** A text for a quoted attribute. Throws a RangeError for one that would end it. */
export function quotable(text: string): string {
  if (/["\r\n]/.test(text))
    throw new RangeError('a quoted attribute holds a quote or a line break');
  return text;
}

/** An address as a line of its own. Throws a RangeError for one that would not be read as such. */
export function addressLine(address: string): string {
  if (address === '' || address.startsWith('#') || /[\s]/.test(address))
    throw new RangeError('an address does not fit on a line of a playlist');
  return address;
}
