import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

declare global {
  interface Window {
    /** Loads the document again if the site has the build of this page no more. */
    bonisaRenew?: () => Promise<void>;
  }
}

/** Waits before each further try; after the last only the browser's own word counts. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const;

/**
 * Loads a part of the page, and again when the line may be back: a lost line takes nothing away
 * that is on the screen. `failed` hears of each failure. A page whose build the site has no more is
 * loaded again instead (`page-start.ts`).
 */
export async function loadAgain<Part>(
  load: () => Promise<Part>,
  failed?: () => void,
): Promise<Part> {
  for (let tries = 0; ; tries++) {
    try {
      if (tries > 0) await repairSheets();
      return await load();
    } catch {
      // The browser has reported the file.
      failed?.();
      void window.bonisaRenew?.();
      await lineMayBeBack(PAUSES_MS[tries]);
    }
  }
}

/** `React.lazy` with {@link loadAgain}: its place stays empty until the line is back. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadAgain(load));
}

/** Resolves when the browser says that it is online, or after `ms`. */
function lineMayBeBack(ms: number | undefined): Promise<void> {
  return new Promise((resolve) => {
    addEventListener('online', () => resolve(), { once: true });
    if (ms !== undefined) setTimeout(resolve, ms);
  });
}

/** Fetches the style sheets that failed: the build asks for the sheets of a module only once. */
async function repairSheets(): Promise<void> {
  const sheets = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]');
  await Promise.all([...sheets].filter(({ sheet }) => !sheet).map(replaceSheet));
}

function replaceSheet(link: HTMLLinkElement): Promise<void> {
  const fresh = link.cloneNode() as HTMLLinkElement;
  return new Promise((resolve, reject) => {
    fresh.onload = () => resolve();
    fresh.onerror = () => reject(new Error('a style sheet did not load'));
    link.replaceWith(fresh);
  });
}
