import { useEffect, useEffectEvent } from 'react';
import { savesData } from '../browser/prefetch.ts';
import { hintsSignedIn } from '../browser/viewer.ts';
import { mustAsk } from '../data/asking-time.ts';
import { fetchesAhead } from '../data/fetching-ahead.ts';
import { onForget } from '../storage/forget-viewer.ts';
import type { Playable } from '../watch/watchable.ts';

/** A viewer who looks at a title for so long may watch it. */
const LOOKED_MS = 2000;

/** Ends what was fetched for a viewer who has signed out. */
let forget: (() => void) | undefined;
onForget(() => forget?.());

/**
 * Fetches the first picture of `item` once its viewer has looked at its page for two seconds, where
 * they are signed in and it costs them nothing, or they asked for it. Once for each visit of the
 * page, and until it is hidden: in another tab the viewer may sign out.
 */
export function useAhead(item: Playable, isIdle: boolean): void {
  const { slug } = item;
  const start = useEffectEvent(async ({ signal }: AbortController) => {
    if (item.kind === 'live') return;
    const { startAhead } = await import('./play-ahead.start.ts');
    if (!signal.aborted) startAhead(item, signal);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is looked at anew
  useEffect(() => {
    if (!isIdle || !hintsSignedIn()) return;
    const life = new AbortController();
    const end = () => life.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(fetchNow, LOOKED_MS);
    };
    const fetchNow = () => {
      if (!hintsSignedIn() || mustAsk() || savesData() || !fetchesAhead()) return;
      document.removeEventListener('visibilitychange', look);
      document.addEventListener('visibilitychange', end, { signal: life.signal });
      addEventListener('pagehide', end, { signal: life.signal });
      forget = end;
      // At the press it is tried again.
      start(life).catch(() => undefined);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      end();
    };
  }, [isIdle, slug]);
}
