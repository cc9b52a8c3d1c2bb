import { vi } from 'vitest';

/** A phone's page whose viewer seems to be signed in, in a module that reads it anew. */
export interface StubbedPage {
  cookie: string;
  readonly documentElement: { readonly dataset: Record<string, string> };
  /** What is stored in the browser. */
  readonly stored: Map<string, string>;
}

/**
 * Stubs what a module reads of the browser, with something stored under each of `keys`.
 * `vi.unstubAllGlobals` ends it.
 */
export function stubPage(keys: readonly string[]): StubbedPage {
  const stored = new Map(keys.map((key) => [key, 'something']));
  const area = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const documentElement = { dataset: { viewer: 'member' } as Record<string, string> };
  const page: StubbedPage = { cookie: 'bonisa_hint=1', documentElement, stored };
  vi.resetModules();
  vi.stubGlobal('document', page);
  vi.stubGlobal('navigator', { maxTouchPoints: 0 });
  vi.stubGlobal('screen', { width: 360, height: 740 });
  vi.stubGlobal('localStorage', area);
  vi.stubGlobal('window', { localStorage: area, sessionStorage: area });
  return page;
}
