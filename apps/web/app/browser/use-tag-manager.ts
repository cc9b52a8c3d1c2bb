import { useEffect } from 'react';
import { savesData } from './saves-data.ts';

/**
 * Loads the operator's tag manager once the page is quiet: viewers pay for its bytes, and it must
 * not stand before a picture. Not where the viewer asks to save data.
 */
export function useTagManager(container: string | undefined): void {
  useEffect(() => {
    if (!container || savesData()) return;
    const idle = globalThis.requestIdleCallback ?? setTimeout;
    idle(() => void import('./tag-manager.ts').then((part) => part.loadTagManager(container)));
  }, [container]);
}
