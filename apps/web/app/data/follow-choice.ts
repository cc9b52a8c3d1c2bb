import type { Playback } from '@bonisa/player/playback';
import { askedFor, onChoice } from './data-choice.ts';

/**
 * Renews what plays when the data choice or the language changes, until `signal` ends it: by the
 * viewer, by the question of the data budget, or because another network has a choice of its own.
 * `asked`: what it was begun with, which may have changed before this module came.
 */
export function followChoice(
  playback: Pick<Playback, 'renew'>,
  signal: AbortSignal,
  asked = askedFor(),
): void {
  let last = asked;
  const look = (): void => {
    const now = askedFor();
    if (now === last) return;
    last = now;
    playback.renew();
  };
  const stop = onChoice(look);
  look();
  signal.addEventListener('abort', stop, { once: true });
}
