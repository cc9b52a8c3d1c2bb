import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { SESSION_KEYS, shapeCheck } from '../storage/stored-items.ts';
import type { Reference } from './reference.ts';

/** The item that a visitor wanted to add to a list before signing in. */
export interface PendingAddition {
  readonly kind: Reference['kind'];
  readonly id: number;
  readonly slug: string;
  readonly title: string;
}

/** As long as a run through the flow may take. */
const LIFETIME = 30 * 60_000;
const KINDS: readonly string[] = ['video', 'show', 'episode', 'channel', 'category'];
const isShaped = shapeCheck<PendingAddition>({
  kind: 'string',
  id: 'number',
  slug: 'string',
  title: 'string',
});

/** In session storage: it belongs to this tab's run through the flow. */
export const PENDING_ADDITION: StoredItem<PendingAddition> = {
  key: SESSION_KEYS.pendingAddition,
  lifetime: LIFETIME,
  is: (value): value is PendingAddition => isShaped(value) && KINDS.includes(value.kind),
};

/** Stores a visitor's addition until they have signed in. A later one replaces it. */
export function storePendingAddition(
  storage: BrowserStorage,
  { kind, id, slug }: Reference,
  title: string,
): void {
  storage.write(PENDING_ADDITION, { kind, id, slug, title });
}

/** Returns the addition to perform now and removes it. */
export function takePendingAddition(storage: BrowserStorage): PendingAddition | undefined {
  const addition = storage.read(PENDING_ADDITION);
  storage.remove(PENDING_ADDITION);
  return addition;
}
