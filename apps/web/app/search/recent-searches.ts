import { STORED } from '../storage/entries.ts';
import type { Shelf } from '../storage/shelf.ts';

const MOST = 8;
const LONGEST = 100;

/** What was searched for on this device, the latest first. It never leaves the device. */
export function recentSearches(shelf: Shelf): readonly string[] {
  return shelf.read(STORED.recentSearches) ?? [];
}

/**
 * Remembers a text that has led somewhere. The same text, however it is written, stands there once.
 */
export function rememberSearch(shelf: Shelf, text: string): void {
  const wanted = text.trim().slice(0, LONGEST);
  if (wanted === '') return;
  const others = recentSearches(shelf).filter(
    (other) => other.toLowerCase() !== wanted.toLowerCase(),
  );
  shelf.write(STORED.recentSearches, [wanted, ...others].slice(0, MOST));
}

export function forgetSearches(shelf: Shelf): void {
  shelf.remove(STORED.recentSearches);
}
