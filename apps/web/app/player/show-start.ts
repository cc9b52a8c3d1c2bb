/**
 * Shows on the stage around `video` that it starts, and uncovers its picture when it plays, or at
 * once where it has one (`play-ahead.ts`): Chromium draws a video that is covered only four times a
 * second. At a start this comes before React renders, which on a slow phone would hold the first
 * frame up; afterwards the stage mirrors React's state.
 */
export function showStart(video: HTMLVideoElement): void {
  const show = (state: string) => video.closest('.stage')?.setAttribute('data-state', state);
  const uncover = () => {
    // With sound alone the poster stays.
    if (video.videoWidth) show('on');
  };
  show('starting');
  if (video.readyState > 1) uncover();
  else video.addEventListener('playing', uncover, { once: true });
}
