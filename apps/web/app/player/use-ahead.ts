import { useEffect } from 'react';
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
export function useAhead({ kind, slug }: Playable, isIdle: boolean): void {
  const isTitle = kind !== 'live';
  useEffect(() => {
    if (!isTitle || !isIdle || !hintsSignedIn()) return;
    const life = new AbortController();
    const end = () => life.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) return;
      timer = setTimeout(fetchNow, LOOKED_MS);
    };
    const fetchNow = async () => {
      if (!hintsSignedIn() || mustAsk() || savesData() || !fetchesAhead()) return;
      document.removeEventListener('visibilitychange', look);
      document.addEventListener('visibilitychange', end, { once: true, signal: life.signal });
      addEventListener('pagehide', end, { once: true, signal: life.signal });
      forget = end;
      const { startAhead } = await import('./play-ahead.start.ts');
      if (!life.signal.aborted) startAhead(slug, life.signal);
    };
    document.addEventListener('visibilitychange', look);
    look();
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
      end();
    };
  }, [isTitle, isIdle, slug]);
}
