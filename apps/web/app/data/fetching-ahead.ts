import { networkNow } from './network.ts';

/** The viewer wants the start of a title ahead of a press on mobile data too. */
const KEY = 'ahead_metered';

/** Whether this device may fetch what nobody has asked for yet, on the network that it is on. */
export function fetchesAhead(): boolean {
  return networkNow() === 'unmetered' || fetchesAheadOnMobileData();
}

export function fetchesAheadOnMobileData(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    // Forbidden storage: what is usual.
    return false;
  }
}

/** Remembers the viewer's choice on this device. */
export function fetchAheadOnMobileData(wanted: boolean): void {
  try {
    if (wanted) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage it stays as usual.
  }
}
