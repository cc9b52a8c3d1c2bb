import { useEffect } from 'react';
import { unmarkOtherCosts } from '../data/other-costs.ts';

/** The presses that `early-press.entry.ts` stores for React. */
export interface EarlyPress {
  /** The last button pressed or form sent before React had loaded. */
  target?: HTMLElement;
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
