/** Builds the signed addresses of packaged media. */

/**
 * The address of the multivariant playlist (`master`) or of a rendition's playlist (its height).
 */
export function playlistAddress(token: string, playlist: 'master' | number): string {
  return `/media/p/${token}/${playlist === 'master' ? 'master' : `${playlist}p`}.m3u8`;
}

/** The address of an asset's folder under a segment key, with a slash at its end. */
export function assetAddress(key: string, assetId: string): string {
  return `/media/s/${key}/${assetId}/`;
}

/** The address of an asset's file under a segment key. */
export function fileAddress(key: string, assetId: string, folder: string, file: string): string {
  return `${assetAddress(key, assetId)}${folder}/${file}`;
}
