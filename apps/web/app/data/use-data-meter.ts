import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { STORED_TASKS } from '../browser/first-need.ts';
import { hasStored } from '../storage/has-stored.ts';
import { mustAsk } from './asking-time.ts';

/** After the page's scripts have started: its pictures and the viewer call go first. */
const QUIET_MS = 2000;

/**
 * Whether to load the data meter, which also counts what came before it: when the page is quiet, or
 * at once where a play must ask first. A page that notes its own bytes (`unmetered-pages.ts`) waits
 * until its visitor goes on to another, where this browser stores nothing to act on.
 */
export function useDataMeter(): boolean {
  const [isDue, setIsDue] = useState(false);
  const { key } = useLocation();
  const [first] = useState(key);
  const waits = key === first;
  useEffect(() => {
    if (waits && window.bonisaMetered && !hasTasks()) return;
    // The layout lives as long as the document.
    setTimeout(setIsDue, mustAsk() ? 0 : QUIET_MS, true);
  }, [waits]);
  return isDue;
}

function hasTasks(): boolean {
  return document.documentElement.dataset.viewer === 'member' || STORED_TASKS.some(hasStored);
}
