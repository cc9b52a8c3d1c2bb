import { type RefObject, useEffect } from 'react';
import { isHigh, raise } from './raised-captions.ts';
import type { Captions } from './use-captions.ts';
import type { ControlsShown } from './use-controls-shown.ts';

/** The bar while it shows (`controls.css`). */
const BAR =
  '.controls:not([data-resting]) .controls-bar, .controls[data-keys]:focus-within .controls-bar';

/** Firefox has no element of all captions, which `player.css` moves. */
const MOVES_EACH = CSS.supports('-moz-appearance', 'none');

/**
 * Keeps captions above the controls' bar while it shows. Where all of them move as one, they stay
 * while one is at the top, which would leave the picture.
 */
export function useRaisedCaptions(
  stage: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
  { shown, byKeys }: ControlsShown,
  { tracks, chosen }: Captions,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar and the text tracks follow them
  useEffect(() => {
    const { current: element } = stage;
    const all = [...(video.current?.textTracks ?? [])];
    if (!element) return;
    const place = () => {
      const height = element.querySelector<HTMLElement>(BAR)?.offsetHeight ?? 0;
      const cues = all.flatMap(({ activeCues }) => [...(activeCues ?? [])] as VTTCue[]);
      const isKept = cues.some(isHigh);
      element.style.setProperty('--covered', `${isKept ? 0 : height}px`);
      if (!MOVES_EACH) return;
      const share = 1 / element.offsetHeight;
      for (const cue of cues) raise(cue, height * share, heightOf(cue, element) * share);
    };
    place();
    const life = new AbortController();
    const { signal } = life;
    for (const track of all) track.addEventListener('cuechange', place, { signal });
    for (const moved of ['focusin', 'focusout']) element.addEventListener(moved, place, { signal });
    addEventListener('resize', place, { signal });
    return () => life.abort();
  }, [stage, video, shown, byKeys, tracks, chosen]);
}

/** The height of a caption in pixels, as wide as the picture lets it be. */
function heightOf(cue: VTTCue, stage: HTMLElement): number {
  const words = document.createElement('p');
  words.className = 'caption-words';
  words.append(cue.getCueAsHTML());
  stage.append(words);
  const { offsetHeight } = words;
  words.remove();
  return offsetHeight;
}
