import type { BrowserStorage } from '../storage/browser-storage.ts';
import { STORED } from '../storage/entries.ts';

const MOST = 8;
const LONGEST = 100;

/** What was searched for on this device, the latest first. It never leaves the device. */
export function recentSearches(storage: BrowserStorage): readonly string[] {
  return storage.read(STORED.recentSearches) ?? [];
}

/**
 * Remembers a text that has led somewhere. The same text, however it is written, stands there once.
 */
export function rememberSearch(storage: BrowserStorage, text: string): void {
  const wanted = text.trim().slice(0, LONGEST);
  if (wanted === '') return;
  const others = recentSearches(storage).filter(
    (other) => other.toLowerCase() !== wanted.toLowerCase(),
  );
  storage.write(STORED.recentSearches, [wanted, ...others].slice(0, MOST));
}

export function forgetSearches(storage: BrowserStorage): void {
  storage.remove(STORED.recentSearches);
}
