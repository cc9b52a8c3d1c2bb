/** `HTMLTrackElement.LOADING`. */
const LOADING = 1;

/**
 * Goes on without captions whose file is still on its way, and tells whether there were any. Until
 * a shown track is loaded or has failed, Chromium shows no further picture, whatever is in the
 * buffer.
 */
export function leavePendingCaptions(video: Pick<HTMLVideoElement, 'querySelectorAll'>): boolean {
  const pending = [...video.querySelectorAll('track')].filter(
    ({ readyState }) => readyState === LOADING,
  );
  for (const track of pending) track.removeAttribute('src');
  return pending.length > 0;
}
