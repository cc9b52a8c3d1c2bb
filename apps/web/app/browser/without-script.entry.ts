/**
 * An inline script at the end of a page that may do without its script (`script-at-need.ts`): what
 * little the script does by itself there. The press that needs the script: `early-press.entry.ts`.
 * The number screen has its own: `flow/number-without-script.entry.ts`.
 */
import { followLiveBars } from '../live/live-bars.ts';
import { registerOfflineWorker } from './offline-worker.ts';
import { whileWaiting } from './while-waiting.ts';

const early = window.bonisaEarlyPress;
if (early) whileWaiting(early, followLiveBars(early.need));
registerOfflineWorker();
