/**
 * Whether an address starts playback on arrival. Its page then leaves out what would delay the
 * first frame of the video: the preloads of the picture and of the display font.
 */
export function startsPlaying({ search }: { readonly search: string }): boolean {
  return new URLSearchParams(search).get('play') === '1';
}

/**
 * The same page without playback: whoever comes back to it did not ask for a film, which costs
 * data.
 */
export function withoutPlay(path: string): string {
  return path.replace(/([?&])play=1(&|$)/, (_, before: string, after: string) =>
    after ? before : '',
  );
}

/** Whether a path is that of a video or an episode; a live channel is no such page. */
export const isWatchPage = (pathname: string): boolean =>
  /^\/(video|episode)\/[^/]+$/.test(pathname);

/** The state of a navigation to an address that plays, where the viewer pressed Watch for it. */
export const PRESSED = { pressed: true };

/** Whether a location has the state {@link PRESSED}. */
export const isPressed = (state: unknown): boolean => Object(state).pressed === true;
