/**
 * Whether an address starts playback on arrival. Its page then leaves out what would delay the
 * first frame of the video: the preloads of the picture and of the display font.
 */
export function startsPlaying({ search }: { readonly search: string }): boolean {
  return new URLSearchParams(search).get('play') === '1';
}

/** Whether a path is that of a video or an episode. */
export const isWatchPage = (pathname: string): boolean => /^\/(video|episode)\//.test(pathname);
