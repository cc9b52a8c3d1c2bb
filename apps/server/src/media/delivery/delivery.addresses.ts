import type { PictureCodec } from '../ingest/encoding-ladder.ts';

/** Builds the signed addresses of packaged media. */

/** Names a rendition of an asset in addresses. */
export interface RenditionName {
  readonly height: number;
  readonly codec: PictureCodec;
}

const RENDITION_PLAYLIST = /^(av1-)?(\d{1,4})p\.m3u8$/;

/** The address of the multivariant playlist (`master`) or of a rendition's playlist. */
export function playlistAddress(token: string, playlist: 'master' | RenditionName): string {
  const name =
    playlist === 'master'
      ? 'master'
      : `${playlist.codec === 'av1' ? 'av1-' : ''}${playlist.height}p`;
  return `/media/p/${token}/${name}.m3u8`;
}

/** Reads the last part of a rendition playlist's address; undefined for another one. */
export function readRenditionName(file: string): RenditionName | undefined {
  const match = RENDITION_PLAYLIST.exec(file);
  return match ? { height: Number(match[2]), codec: match[1] ? 'av1' : 'h264' } : undefined;
}

/** The address of an asset's folder under a segment key, with a slash at its end. */
export function assetAddress(key: string, assetId: string): string {
  return `/media/s/${key}/${assetId}/`;
}

/** The address of an asset's file under a segment key. */
export function fileAddress(key: string, assetId: string, folder: string, file: string): string {
  return `${assetAddress(key, assetId)}${folder}/${file}`;
}
