import { useEffect } from 'react';
import { unmarkOtherCosts } from '../data/other-costs.ts';

/** What `early-press.entry.ts` does until React has loaded. */
export interface EarlyPress {
  /** The last button or link in place that was pressed, or form sent. */
  target?: HTMLElement;
  /** Whether the page has no script yet, because nothing has needed it. */
  isWaiting: boolean;
  /** Calls `load` at the first need, with how urgent its files are. */
  whenNeeded(load: (priority: 'low' | 'high') => void): void;
  /** The page needs its script from now on. */
  need(): void;
  /** Called when a page that waited needs its script. */
  onNeed?: () => void;
  /** The script did not come: a link that was pressed is the browser's again. */
  onFailure(): void;
  /** Stops listening. */
  stop(): void;
}

declare global {
  interface Window {
    bonisaEarlyPress?: EarlyPress;
  }
}

/**
 * Takes over from `early-press.entry.ts`: replays the press that was made before React had loaded,
 * once, and shows the costs, which are right now.
 */
export function useReplayOfEarlyPress(): void {
  useEffect(() => {
    unmarkOtherCosts(document.documentElement);
    const early = window.bonisaEarlyPress;
    if (!early) return;
    early.stop();
    const { target } = early;
    delete window.bonisaEarlyPress;
    if (!target?.isConnected) return;
    target.removeAttribute('data-kept-press');
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }, []);
}
