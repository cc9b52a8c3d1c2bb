/**
 * Tells the next page that a Continue Watching row exists, so that Home reserves its space before
 * the viewer is known (`browser/early-press.entry.ts` sets `data-continue` in the page's head).
 * Stores no titles.
 */
const KEY = 'continue';

export function storeContinueHint(something: boolean): void {
  try {
    if (something) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the row appears while its place is out of sight.
  }
}

export function hintsContinue(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
