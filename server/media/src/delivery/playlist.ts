import type { CaptionTrack, Rendition, Segment } from '../asset.ts';
import { type Pathway, STEERING_PATH } from './delivery.addresses.ts';
import type { MediaSigning } from './media.signing.ts';

/**
 * Writes HLS playlists (RFC 8216, content steering by its second edition). Pure: the caller brings
 * the signed addresses.
 */

/** A variant of the multivariant playlist, with the address of its media playlist. */
export interface Variant {
  readonly rendition: Pick<
    Rendition,
    'bandwidth' | 'averageBandwidth' | 'codecs' | 'pixelWidth' | 'pixelHeight' | 'frameRate'
  >;
  readonly address: string;
  /** Where its files come from, if they can be had from several places. */
  readonly pathway?: Pathway | undefined;
}

/** Captions that a multivariant playlist names, with the address of their media playlist. */
export interface CaptionRendition extends CaptionTrack {
  readonly address: string;
  /** Whether they are on where nobody has chosen. */
  readonly isOn: boolean;
}

/** The segments that were encoded together. */
export interface PlaylistPart {
  readonly init: {
    readonly address: string;
    /** Names its content: parts of one name need one of them. Absent: like no other. */
    readonly content?: string | undefined;
  };
  readonly segments: readonly Pick<Segment, 'duration'>[];
  /** The addresses of the segments of a part that starts so many microseconds after the title. */
  readonly addresses: (partStartsAt: number) => (index: number) => string;
}

const VERSION = 7;

/** How long a player keeps a steering manifest, in seconds. */
export const STEERING_SECONDS = 300;
const CAPTIONS = 'captions';
const SOUND_ALONE = 'sound-alone';

/**
 * Writes the multivariant playlist. A player starts with the first variant before it has measured
 * the network, so the caller chooses the order. Sound alone is a variant, and a rendition by its
 * name. Throws a RangeError without variants, and for an address or codec that would break a line.
 */
export function writeMultivariant(
  variants: readonly Variant[],
  captions: readonly CaptionRendition[] = [],
): string {
  if (variants.length === 0) throw new RangeError('a multivariant playlist needs a variant');
  const lines = ['#EXTM3U', `#EXT-X-VERSION:${VERSION}`, '#EXT-X-INDEPENDENT-SEGMENTS'];
  for (const { language, label, address, isOn } of captions)
    lines.push(
      `#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="${CAPTIONS}",NAME="${quotable(label)}",LANGUAGE="${quotable(language)}",DEFAULT=${isOn ? 'YES' : 'NO'},AUTOSELECT=YES,FORCED=NO,URI="${quotable(address)}"`,
    );
  const [{ pathway: first } = {}] = variants;
  if (first)
    lines.push(`#EXT-X-CONTENT-STEERING:SERVER-URI="${STEERING_PATH}",PATHWAY-ID="${first}"`);
  for (const { rendition, address, pathway } of variants)
    if (rendition.pixelHeight === 0)
      lines.push(
        `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${soundGroup(pathway)}",NAME="Sound alone",DEFAULT=YES,AUTOSELECT=YES,URI="${quotable(address)}"`,
      );
  for (const { rendition, address, pathway } of variants) {
    const attributes = [
      `BANDWIDTH=${Math.ceil(rendition.bandwidth)}`,
      `AVERAGE-BANDWIDTH=${Math.ceil(rendition.averageBandwidth)}`,
      `CODECS="${quotable(rendition.codecs)}"`,
      ...(rendition.pixelHeight > 0
        ? [
            `RESOLUTION=${rendition.pixelWidth}x${rendition.pixelHeight}`,
            `FRAME-RATE=${rendition.frameRate.toFixed(3)}`,
          ]
        : [`AUDIO="${soundGroup(pathway)}"`]),
      ...(captions.length > 0 ? [`SUBTITLES="${CAPTIONS}"`] : []),
      ...(pathway ? [`PATHWAY-ID="${pathway}"`] : []),
    ];
    lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, addressLine(address));
  }
  return `${lines.join('\n')}\n`;
}

/** The variants on each pathway; with one alone they name none. */
export function onPathways(
  { pathways }: Pick<MediaSigning, 'pathways'>,
  variantsOn: (pathway: Pathway) => readonly Variant[],
): Variant[] {
  if (pathways.length < 2) return [...variantsOn('main')];
  return pathways.flatMap((pathway) => variantsOn(pathway).map((one) => ({ ...one, pathway })));
}

/** The group of sound alone: each pathway has its own. */
function soundGroup(pathway: Pathway | undefined): string {
  return pathway === 'backup' ? `${SOUND_ALONE}-backup` : SOUND_ALONE;
}

/** The steering manifest: a player keeps to the first pathway until it fails. */
export function writeSteering(pathways: readonly Pathway[]): string {
  return JSON.stringify({
    VERSION: 1,
    TTL: STEERING_SECONDS,
    'RELOAD-URI': STEERING_PATH,
    'PATHWAY-PRIORITY': pathways,
  });
}

/**
 * Writes the complete media playlist of one rendition. All parts have one timeline; a discontinuity
 * separates two that need another initialisation segment. Throws a RangeError as {@link
 * writeMultivariant} does.
 */
export function writeMediaPlaylist(parts: readonly PlaylistPart[]): string {
  if (parts.length === 0 || parts.some(({ segments }) => segments.length === 0))
    throw new RangeError('a media playlist needs a segment');
  const lines = playlistHead(parts.flatMap(({ segments }) => segments));
  let startsAt = 0;
  let before: PlaylistPart['init'] | undefined;
  for (const { init, segments, addresses } of parts) {
    if (!before || !isSameInit(before, init)) {
      if (before) lines.push('#EXT-X-DISCONTINUITY');
      lines.push(`#EXT-X-MAP:URI="${quotable(init.address)}"`);
    }
    before = init;
    const address = addresses(Math.round(startsAt * 1e6));
    for (const [index, { duration }] of segments.entries()) {
      if (!(duration > 0)) throw new RangeError('a segment has a duration');
      lines.push(`#EXTINF:${duration.toFixed(5)},`, addressLine(address(index)));
      startsAt += duration;
    }
  }
  lines.push('#EXT-X-ENDLIST');
  return `${lines.join('\n')}\n`;
}

/** Writes the media playlist of captions: one file with the times of the whole title. */
export function writeCaptionPlaylist(seconds: number, address: string): string {
  return [
    ...playlistHead([{ duration: seconds }]),
    `#EXTINF:${seconds.toFixed(5)},`,
    addressLine(address),
    '#EXT-X-ENDLIST',
    '',
  ].join('\n');
}

function playlistHead(segments: readonly Pick<Segment, 'duration'>[]): string[] {
  const longest = Math.max(...segments.map(({ duration }) => duration));
  return [
    '#EXTM3U',
    `#EXT-X-VERSION:${VERSION}`,
    // RFC 8216, 4.3.3.1: no segment may be longer than this when rounded to whole seconds.
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.ceil(longest - 0.0005))}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
  ];
}

function isSameInit(one: PlaylistPart['init'], other: PlaylistPart['init']): boolean {
  return one.content !== undefined && one.content === other.content;
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
