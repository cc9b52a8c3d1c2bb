import type { Playback } from '@bonisa/player/playback';
import { capNow, likedAudio, onChoice } from './data-choice.ts';

/**
 * Renews what plays when the data choice or the language changes, until `signal` ends it: by the
 * viewer, by the question of the data budget, or because another network has a choice of its own.
 */
export function followChoice(playback: Pick<Playback, 'renew'>, signal: AbortSignal): void {
  let [cap, language] = [capNow(), likedAudio()];
  const stop = onChoice(() => {
    if (capNow() === cap && likedAudio() === language) return;
    [cap, language] = [capNow(), likedAudio()];
    playback.renew();
  });
  signal.addEventListener('abort', stop, { once: true });
}
