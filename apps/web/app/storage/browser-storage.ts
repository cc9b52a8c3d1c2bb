/** A stored item: its key, its lifetime and its shape. */
export interface StoredItem<Value> {
  readonly key: string;
  /** Lifetime in milliseconds after writing; `null` for no end. */
  readonly lifetime: number | null;
  /** Whether a stored value has this item's shape: any script or person can write into storage. */
  is(value: unknown): value is Value;
}

/** The part of the browser's storage that is used here. */
export type StorageArea = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Typed items in one storage area. */
export interface BrowserStorage {
  /**
   * The value, or `undefined` if it is absent, broken, foreign or expired (an expired one is
   * removed).
   */
  read<Value>(entry: StoredItem<Value>): Value | undefined;
  /**
   * Whether the value was stored: `false` without storage or space; the page continues without it.
   */
  write<Value>(entry: StoredItem<Value>, value: Value): boolean;
  remove(entry: Pick<StoredItem<unknown>, 'key'>): void;
}

/**
 * Typed items in a storage area of the browser. `area` is called each time, because naming
 * `localStorage` throws if storage is forbidden. Nothing here throws: full or missing storage must
 * not break a page.
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
      // Forbidden, absent or full storage counts as empty.
      return undefined;
    }
  };
  const remove = (entry: Pick<StoredItem<unknown>, 'key'>): void => {
    attempt((storage) => storage.removeItem(entry.key));
  };
  return {
    remove,
    read: (entry) => attempt((storage) => readItem(storage, entry, now())),
    write(entry, value) {
      const until = entry.lifetime === null ? null : now() + entry.lifetime;
      const kept = attempt((storage) => {
        storage.setItem(entry.key, encodeEntry(value, until));
        return true;
      });
      // Full storage still contains the former value, which is now wrong.
      if (!kept) remove(entry);
      return kept ?? false;
    },
  };
}

/**
 * The value of an item; `undefined` if it is absent, broken, foreign or expired, which removes it.
 * Throws where storage is forbidden.
 */
export function readItem<Value>(
  storage: Pick<StorageArea, 'getItem' | 'removeItem'>,
  entry: StoredItem<Value>,
  now: number,
): Value | undefined {
  const text = storage.getItem(entry.key);
  if (text === null) return undefined;
  const value = decodeEntry(text, now);
  if (value !== undefined && entry.is(value)) return value;
  storage.removeItem(entry.key);
  return undefined;
}

/** Increase it when the shape of stored values changes: an entry of another version is ignored. */
const VERSION = 'b1';

interface Envelope {
  /** When the value expires (milliseconds since 1970); `null` for no end. */
  readonly until: number | null;
  readonly value: unknown;
}

/**
 * Encodes a value for storage (row E11): the version, then JSON with its end in base64url. Throws a
 * TypeError for a value that JSON cannot represent.
 */
export function encodeEntry(value: unknown, until: number | null): string {
  if (value === undefined) throw new TypeError('undefined cannot be stored');
  const json = JSON.stringify({ until, value } satisfies Envelope);
  return `${VERSION}.${toBase64Url(new TextEncoder().encode(json))}`;
}

/**
 * Decodes what {@link encodeEntry} wrote; `undefined` for a broken, foreign or expired entry. Never
 * throws.
 */
export function decodeEntry(text: string, now: number): unknown {
  if (!text.startsWith(`${VERSION}.`)) return undefined;
  const envelope = readJson(text.slice(VERSION.length + 1));
  if (!isEnvelope(envelope)) return undefined;
  return envelope.until !== null && envelope.until <= now ? undefined : envelope.value;
}

function readJson(encoded: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(encoded)));
  } catch {
    // Storage may contain anything; an unreadable value counts as absent.
    return undefined;
  }
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null || !('until' in value) || !('value' in value))
    return false;
  return value.until === null || typeof value.until === 'number';
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
    sign.charCodeAt(0),
  );
}
