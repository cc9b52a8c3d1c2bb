import { sizeOfPage } from './page-size.ts';

/**
 * The bytes of pages that a visitor left before their script, and with it the data meter, had
 * loaded: stored plainly, as a sum, until the meter takes them.
 */
const KEY = 'data_unmetered';

declare global {
  interface Window {
    /** On a page that notes its own bytes: the data meter counts them from now on. */
    bonisaMetered?: () => void;
  }
}

/** The bytes that the meter has not counted, which are then its own. */
export function takeUnmetered(): number {
  try {
    const bytes = Number(localStorage.getItem(KEY));
    localStorage.removeItem(KEY);
    return Number.isSafeInteger(bytes) && bytes > 0 ? bytes : 0;
  } catch {
    // Without storage each page counts for itself.
    return 0;
  }
}

/** The page's own bytes in the sum. */
let noted = 0;
let ofDocument = 0;

/** Puts `bytes` of this page into the sum, instead of what it put there before. */
function note(bytes: number): void {
  const sum = takeUnmetered() + bytes - noted;
  noted = bytes;
  try {
    if (sum > 0) localStorage.setItem(KEY, String(sum));
  } catch {
    // See above.
  }
}

/** Notes what this page has received, each time that it is left before the meter counts it. */
export function noteUnmeteredPage(): void {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  let isMetered = false;
  addEventListener('load', async () => {
    ofDocument = page ? await sizeOfPage(page) : 0;
  });
  addEventListener('pagehide', () => {
    if (isMetered) return;
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    note(files.reduce((sum, { transferSize }) => sum + transferSize, ofDocument));
  });
  window.bonisaMetered = () => {
    isMetered = true;
    note(0);
  };
}
