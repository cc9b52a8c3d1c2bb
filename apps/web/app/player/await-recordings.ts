import type { Playback } from '@bonisa/player/playback';

/** First soon: a channel is packaged in minutes. Later rarely: a call costs data. */
const PAUSES_MS = [5_000, 10_000, 20_000, 30_000] as const;

interface Page {
  isHidden(): boolean;
  /** 0 to 1: spreads the tries, so that waiting viewers do not all ask in the same moment. */
  chance(): number;
}

/**
 * Starts a channel that cannot be played yet again and again until it plays, so that a viewer need
 * not press. Tells whether the viewer waits for that: from the first such answer until it plays or
 * fails otherwise.
 */
export function awaitRecordings(
  playback: Pick<Playback, 'state' | 'listen' | 'retry'>,
  { isHidden, chance }: Page,
  signal: AbortSignal,
): () => boolean {
  let tries = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const again = () => {
    timer = undefined;
    // Nobody looks: the next try pays for nothing.
    if (isHidden()) later();
    else playback.retry();
  };
  const later = () => {
    const pause = PAUSES_MS[Math.min(tries, PAUSES_MS.length) - 1] ?? PAUSES_MS[0];
    timer = setTimeout(again, pause * (0.75 + chance() / 2));
  };
  playback.listen(() => {
    const { state } = playback;
    if (state.kind === 'starting' || state.kind === 'recovering') return;
    clearTimeout(timer);
    if (state.kind === 'failed' && state.failure === 'missing') {
      tries += 1;
      later();
    } else tries = 0;
  }, signal);
  signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => tries > 0;
}
