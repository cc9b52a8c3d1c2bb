/** The addresses of packaged media; all of them are signed. */

/** Where a playlist lies: `master` or a rendition's height. */
export function playlistAddress(token: string, playlist: 'master' | number): string {
  return `/media/p/${token}/${playlist === 'master' ? 'master' : `${playlist}p`}.m3u8`;
}

/** Where a file of an asset lies, under a segment key. */
export function fileAddress(key: string, assetId: string, folder: string, file: string): string {
  return `/media/s/${key}/${assetId}/${folder}/${file}`;
}
