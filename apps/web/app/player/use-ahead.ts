import { useEffect } from 'react';
import { hintsSignedIn } from '../browser/viewer.ts';
import { AHEAD_KEY } from '../data/data-choice.ts';
import { connection, networkNow } from '../data/network.ts';
import type { Playable } from '../watch/watchable.ts';

/** A viewer who looks at a title for so long may watch it. */
const LOOKED_MS = 2000;

/**
 * Fetches the first picture of `item` once its viewer has looked at its page for two seconds, where
 * they are signed in and it costs them nothing, or they asked for it (`play-ahead.start.ts`).
 */
export function useAhead(item: Playable, isIdle: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same slug is the same item
  useEffect(() => {
    if (!isIdle || item.kind === 'live') return;
    const life = new AbortController();
    const start = async () => {
      if (document.hidden || !hintsSignedIn() || !fetchesAhead()) return;
      const { startAhead } = await import('./play-ahead.start.ts');
      startAhead(item, life.signal);
    };
    // The press tries again what fails here.
    const timer = setTimeout(() => start().catch(() => undefined), LOOKED_MS);
    return () => {
      clearTimeout(timer);
      life.abort();
    };
  }, [isIdle, item.slug]);
}

/** Whether this device may fetch what nobody has asked for yet; never with Save-Data. */
function fetchesAhead(): boolean {
  if (connection()?.saveData) return false;
  return networkNow() === 'unmetered' || localStorage.getItem(AHEAD_KEY) === '1';
}
