import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { noteUnmeteredPage } from '../data/unmetered-pages.ts';
import type { EarlyPress } from './early-press.ts';

/**
 * Does what every page does that waits for a need of its script: notes its bytes, and loads the
 * script where the browser has kept the page while its viewer signed in on another. `onNeed` runs
 * once the script is needed.
 */
export function whileWaiting(early: EarlyPress, onNeed?: () => void): void {
  noteUnmeteredPage();
  if (onNeed) early.onNeed = onNeed;
  addEventListener('pageshow', () => {
    if (!early.isWaiting || !new RegExp(HINT_PATTERN).test(document.cookie)) return;
    document.documentElement.setAttribute('data-viewer', 'member');
    early.need();
  });
}
