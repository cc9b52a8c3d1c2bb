/**
 * A note to the next page that there is something to go on with, so that its room on Home is kept
 * before anything is known (`data-continue`, set from it in the page's head by
 * `browser/early-press.ts`). It says nothing of what.
 */
const KEY = 'continue';

export function keepContinueHint(something: boolean): void {
  try {
    if (something) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage the row comes while its place is out of sight.
  }
}

export function hintsContinue(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}
