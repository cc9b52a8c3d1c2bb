/**
 * Plays with sound if the browser allows it, else without. `refused`: only a press of the viewer
 * helps; `interrupted`: something else was done with the element meanwhile.
 */
export async function playAloud(
  video: HTMLVideoElement,
): Promise<'on' | 'refused' | 'interrupted'> {
  for (;;) {
    try {
      await video.play();
      return 'on';
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError')
        return 'interrupted';
      if (video.muted) return 'refused';
      video.muted = true;
    }
  }
}
