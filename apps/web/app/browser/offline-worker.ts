import { useEffect } from 'react';
import { logQuietly } from './log-quietly.ts';
import { savesData } from './prefetch.ts';

/**
 * Registers the service worker that caches the offline page, after the page has loaded and the
 * network is idle; not with Save-Data. Not used in the opt-in flow, where nothing may interfere
 * with the payment.
 */
export function useOfflineWorker(): void {
  useEffect(() => {
    if (savesData() || !('serviceWorker' in navigator)) return;
    let pause: ReturnType<typeof setTimeout> | undefined;
    const register = () => {
      pause = setTimeout(() => void registerWorker(), QUIET_MS);
    };
    if (document.readyState === 'complete') register();
    else addEventListener('load', register, { once: true });
    return () => {
      clearTimeout(pause);
      removeEventListener('load', register);
    };
  }, []);
}

/** Visible pictures and the viewer call go first. */
const QUIET_MS = 2000;

async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
  } catch (error) {
    // Private windows and full phones forbid caching; the browser's own offline page remains.
    logQuietly('The offline page could not be kept', error);
  }
}
