import type { Playback } from '@bonisa/player/playback';
import { capNow, onChoice } from './data-choice.ts';

/**
 * Renews what plays when the data choice changes, until `signal` ends it: by the viewer, by the
 * question of the data budget, or because another network has a choice of its own.
 */
export function followChoice(playback: Pick<Playback, 'renew'>, signal: AbortSignal): void {
  let cap = capNow();
  const stop = onChoice(() => {
    if (capNow() === cap) return;
    cap = capNow();
    playback.renew();
  });
  signal.addEventListener('abort', stop, { once: true });
}
