import { useEffect } from 'react';
import { logQuietly } from './log-quietly.ts';
import { savesData } from './prefetch.ts';

/**
 * Has the browser keep the offline page, once a page has loaded and the line is free; not for who
 * saves data. Not used in the subscription flow: nothing may come between a person and the payment.
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

/** Pictures that come into view and the call for who is looking go first. */
const QUIET_MS = 3000;

async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js');
  } catch (error) {
    // Private windows and full phones forbid it: the browser's own offline page does as well.
    logQuietly('The offline page could not be kept', error);
  }
}
