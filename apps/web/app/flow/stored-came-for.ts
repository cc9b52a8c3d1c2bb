import { createBrowserStorage, type StoredItem } from '../storage/browser-storage.ts';
import { SESSION_KEYS, shapeCheck } from '../storage/stored-items.ts';
import type { CameFor } from './came-for.ts';

/** The title for which this tab entered the flow: the last screen has no address that names it. */
const CAME_FOR: StoredItem<CameFor> = {
  key: SESSION_KEYS.cameFor,
  lifetime: null,
  is: shapeCheck<CameFor>({ title: 'string', srcSet: 'string' }),
};

const session = createBrowserStorage(() => window.sessionStorage, Date.now);

/** Remembers the title for the last screen of the flow; `undefined`: none. */
export function storeCameFor(cameFor: CameFor | undefined): void {
  if (cameFor) session.write(CAME_FOR, cameFor);
  else session.remove(CAME_FOR);
}

export function storedCameFor(): CameFor | undefined {
  return session.read(CAME_FOR);
}
