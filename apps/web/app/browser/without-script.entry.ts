/**
 * An inline script at the end of a page that may do without its script (`script-at-need.ts`): what
 * little the script does by itself there. The press that needs the script: `early-press.entry.ts`.
 */
import { HINT_PATTERN } from '@bonisa/contract/cookies';
import { noteUnmeteredPage } from '../data/unmetered-pages.ts';
import { followLiveBars } from '../live/live-bars.ts';
import { registerOfflineWorker } from './offline-worker.ts';

const early = window.bonisaEarlyPress;
if (early) {
  const countsItself = noteUnmeteredPage(() => early.isWaiting);
  const stopBars = followLiveBars(early.need);
  early.onNeed = () => {
    stopBars();
    countsItself();
  };
  // The browser has kept the page while its viewer signed in on another.
  addEventListener('pageshow', () => {
    if (!early.isWaiting || !new RegExp(HINT_PATTERN).test(document.cookie)) return;
    document.documentElement.setAttribute('data-viewer', 'member');
    early.need();
  });
}
registerOfflineWorker();
