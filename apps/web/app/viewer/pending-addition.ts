import type { BrowserStorage, StoredItem } from '../storage/browser-storage.ts';
import { IN_TAB, shaped } from '../storage/stored-items.ts';
import type { Reference } from './reference.ts';

/** What a visitor wanted to add to a list before signing in. */
export interface Wish {
  readonly kind: Reference['kind'];
  readonly id: number;
  readonly slug: string;
  readonly title: string;
}

/** As long as a run through the flow may take. */
const LIFETIME = 30 * 60_000;
const KINDS: readonly string[] = ['video', 'show', 'episode', 'channel', 'category'];
const isShaped = shaped<Wish>({ kind: 'string', id: 'number', slug: 'string', title: 'string' });

/** In session storage: it belongs to this tab's run through the flow. */
export const WISH: StoredItem<Wish> = {
  key: IN_TAB.wish,
  lifetime: LIFETIME,
  is: (value): value is Wish => isShaped(value) && KINDS.includes(value.kind),
};

/** Stores a visitor's addition until they have signed in. A later one replaces it. */
export function keepWish(
  storage: BrowserStorage,
  { kind, id, slug }: Reference,
  title: string,
): void {
  storage.write(WISH, { kind, id, slug, title });
}

/** Returns the addition to perform now and removes it. */
export function takeWish(storage: BrowserStorage): Wish | undefined {
  const wish = storage.read(WISH);
  storage.remove(WISH);
  return wish;
}
