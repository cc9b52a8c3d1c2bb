import type { BrowserStorage } from '../storage/browser-storage.ts';
import { STORED } from '../storage/entries.ts';

const MOST = 8;
const LONGEST = 100;

/** The searches made on this device, latest first. They never leave the device. */
export function recentSearches(storage: BrowserStorage): readonly string[] {
  return storage.read(STORED.recentSearches) ?? [];
}

/** Remembers a search that led to a result. Each text is stored once, whatever its case. */
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
