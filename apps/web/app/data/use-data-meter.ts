import { useEffect, useState } from 'react';
import { mustAsk } from './asking-time.ts';

/** After the page's scripts have started: its pictures and the viewer call go first. */
const QUIET_MS = 2000;

/**
 * Whether to load the data meter, which also counts what came before it: when the page is quiet, or
 * at once where a play must ask first.
 */
export function useDataMeter(): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    // The layout lives as long as the document.
    setTimeout(setIsDue, mustAsk() ? 0 : QUIET_MS, true);
  }, []);
  return isDue;
}
