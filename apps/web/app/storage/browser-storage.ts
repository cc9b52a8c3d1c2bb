import { decodeEntry, encodeEntry } from './encoded-entry.ts';

/** One thing that is kept: its name, how long it counts, and what it looks like. */
export interface StoredItem<Value> {
  readonly key: string;
  /** Lifetime in milliseconds from its writing; `null` for no end. */
  readonly lifetime: number | null;
  /** Whether a stored value has the shape of this entry: storage is anybody's to write into. */
  is(value: unknown): value is Value;
}

/** The browser's storage as far as it is used here. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Entries in one storage area. */
export interface BrowserStorage {
  /**
   * The value, or `undefined` where it is absent, broken, foreign or expired (then it is also
   * removed).
   */
  read<Value>(entry: StoredItem<Value>): Value | undefined;
  /**
   * Whether it could be kept: `false` where there is no storage or no room; the page goes on
   * without.
   */
  write<Value>(entry: StoredItem<Value>, value: Value): boolean;
  remove(entry: Pick<StoredItem<unknown>, 'key'>): void;
}

/**
 * Entries in a storage area of the browser. `area` is asked each time, since even naming
 * `localStorage` throws where storage is forbidden. Nothing here throws: a full or missing storage
 * must not break a page.
 */
export function createBrowserStorage(
  area: () => StorageArea | undefined,
  now: () => number,
): BrowserStorage {
  const attempt = <Result>(use: (storage: StorageArea) => Result): Result | undefined => {
    try {
      const storage = area();
      return storage && use(storage);
    } catch {
      // Forbidden, absent or full: the same as empty.
      return undefined;
    }
  };
  const remove = (entry: Pick<StoredItem<unknown>, 'key'>): void => {
    attempt((storage) => storage.removeItem(entry.key));
  };
  return {
    remove,
    read(entry) {
      const text = attempt((storage) => storage.getItem(entry.key));
      if (text === undefined || text === null) return undefined;
      const value = decodeEntry(text, now());
      if (value !== undefined && entry.is(value)) return value;
      remove(entry);
      return undefined;
    },
    write(entry, value) {
      const until = entry.lifetime === null ? null : now() + entry.lifetime;
      const kept = attempt((storage) => {
        storage.setItem(entry.key, encodeEntry(value, until));
        return true;
      });
      // A full storage still holds the former value, which is now wrong.
      if (!kept) remove(entry);
      return kept ?? false;
    },
  };
}
