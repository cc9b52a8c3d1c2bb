import type { PictureCodec } from '../ingest/encoding-ladder.ts';

/** Builds the signed addresses of packaged media. */

/** Where files can be had: at `MEDIA_URL`, or at `MEDIA_BACKUP_URL`. */
export type Pathway = 'main' | 'backup';

/** Names a rendition of an asset in addresses. */
export interface RenditionName {
  readonly height: number;
  readonly codec: PictureCodec;
}

/** A playlist of a title: the multivariant one, or that of a rendition. */
interface PlaylistName {
  readonly of: 'master' | RenditionName;
  /** The track of its sound; absent: the first. */
  readonly track?: string | undefined;
  /** Where the files come from that a rendition's playlist names; absent: `main`. */
  readonly pathway?: Pathway | undefined;
}

/** What HLS calls a steering manifest. */
export const STEERING_PATH = '/media/steering.json';

const PLAYLIST = /^(?:master|(backup-)?(av1-)?(\d{1,4})p)(?:-([a-z]{2,3}))?\.m3u8$/;

/** The address of the multivariant playlist (`master`) or of a rendition's playlist. */
export function playlistAddress(
  token: string,
  of: PlaylistName['of'],
  track?: string | undefined,
  pathway: Pathway = 'main',
): string {
  const rendition = (one: RenditionName) => `${one.codec === 'av1' ? 'av1-' : ''}${one.height}p`;
  const name = of === 'master' ? of : `${pathway === 'backup' ? 'backup-' : ''}${rendition(of)}`;
  return `/media/p/${token}/${name}${track === undefined ? '' : `-${track}`}.m3u8`;
}

/** Reads the last part of a playlist's address; undefined for another one. */
export function readPlaylistName(file: string): PlaylistName | undefined {
  const match = PLAYLIST.exec(file);
  if (!match) return undefined;
  const [, backup, av1, height, track] = match;
  if (height === undefined) return { of: 'master', track };
  const of = { height: Number(height), codec: av1 ? ('av1' as const) : ('h264' as const) };
  return { of, track, ...(backup ? { pathway: 'backup' } : {}) };
}

const CAPTIONS = /^captions-([A-Za-z0-9-]{2,35})\.m3u8$/;

/** The address of the playlist of captions in a language, a tag of BCP 47. */
export function captionPlaylistAddress(token: string, language: string): string {
  return `/media/p/${token}/captions-${language.toLowerCase()}.m3u8`;
}

/** Reads the language from the last part of such an address; undefined for another one. */
export function readCaptionPlaylist(file: string): string | undefined {
  return CAPTIONS.exec(file)?.[1];
}

/** The address of an asset's folder under a segment key, with a slash at its end. */
export function assetAddress(key: string, assetId: string): string {
  return `/media/s/${key}/${assetId}/`;
}

/** The address of an asset's file under a segment key. */
export function fileAddress(key: string, assetId: string, folder: string, file: string): string {
  return `${assetAddress(key, assetId)}${folder}/${file}`;
}
