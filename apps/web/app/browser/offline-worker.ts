import { logQuietly } from './log-quietly.ts';
import { savesData } from './saves-data.ts';

/** Visible pictures and the viewer call go first. */
const QUIET_MS = 2000;

/**
 * Registers the service worker that caches the offline page, once the page has loaded and the
 * network is idle; not with Save-Data. On pages to browse: in the opt-in flow nothing may interfere
 * with the payment.
 */
export function registerOfflineWorker(): void {
  if (document.readyState === 'complete') registerSoon();
  else addEventListener('load', registerSoon, { once: true });
}

function registerSoon(): void {
  if (savesData() || !('serviceWorker' in navigator)) return;
  setTimeout(() => void register(), QUIET_MS);
}

async function register(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
  } catch (error) {
    // Private windows and full phones forbid caching; the browser's own offline page remains.
    logQuietly('The offline page could not be kept', error);
  }
}
