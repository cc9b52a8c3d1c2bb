import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * `React.lazy` for a part of the studio. A tab that was open for weeks may want a part of a version
 * that the studio has no more: then the document is loaded again, once, at the address that it has.
 * Any other failure is the boundary's.
 */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadPart(load));
}

/** Loads a part; `script` is the address of a script of this version. */
export async function loadPart<Part>(
  load: () => Promise<Part>,
  script = import.meta.url,
): Promise<Part> {
  try {
    return await load();
  } catch (error) {
    if (wasLoadedAgain() || !(await isGone(script))) throw error;
    location.reload();
    return new Promise(() => undefined);
  }
}

/** Whether the studio answers that it has no such script; a lost line says nothing. */
async function isGone(script: string): Promise<boolean> {
  try {
    return (await fetch(script, { method: 'HEAD', cache: 'no-store' })).status === 404;
  } catch {
    return false;
  }
}

function wasLoadedAgain(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return (loaded as PerformanceNavigationTiming | undefined)?.type === 'reload';
}
