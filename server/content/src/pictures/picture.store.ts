import type { FileStore } from '@bonisa/kit/files/file-store';
import { LRUCache } from 'lru-cache';

/** Stores all pictures in the file store, and those used last in memory too. */
export interface PictureStore {
  /** Returns the stored bytes, or `undefined`. */
  read(kind: string, name: string): Promise<Buffer | undefined>;
  /** Says whether the picture is stored, without reading it. */
  has(kind: string, name: string): Promise<boolean>;
  /**
   * Returns the stored bytes, or stores and returns those of `make`. Concurrent calls share one
   * `make`. An error of `make` rejects the calls and is not stored.
   */
  readOrMake(kind: string, name: string, make: () => Promise<Buffer>): Promise<Buffer>;
}

/**
 * Creates a store of the pictures below `pictures/`. `maxBytes` limits the memory, `makers` how
 * many pictures are made at once.
 */
export function createPictureStore({
  files,
  maxBytes = 48_000_000,
  makers = 2,
  onNotWritten = () => undefined,
}: {
  files: Pick<FileStore, 'read' | 'stat' | 'put'>;
  maxBytes?: number;
  makers?: number;
  /**
   * Called when a picture could not be written. It is still returned, and is made again once it has
   * left the memory.
   */
  onNotWritten?: (error: unknown) => void;
}): PictureStore {
  const memory = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
    fetchMethod: (key, _stale, { context: make }) => readOrMake(key, make),
    // Who waits for a picture gets it, even where others have pushed it out meanwhile.
    ignoreFetchAbort: true,
  });
  const queue: (() => void)[] = [];
  let making = 0;

  async function stored(key: string): Promise<Buffer | undefined> {
    const found = await files.read(`pictures/${key}`);
    // An empty file is what a full disk or a crash of the store leaves: it is painted again.
    return found && found.bytes.length > 0 ? found.bytes : undefined;
  }

  async function turn<Result>(work: () => Promise<Result>): Promise<Result> {
    // A maker that ends hands its place to the next in the queue, so the count stays the same.
    if (making >= makers) await new Promise<void>((go) => queue.push(go));
    else making += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else making -= 1;
    }
  }

  async function readOrMake(key: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = await stored(key);
    if (kept) return kept;
    const picture = await turn(make);
    // The caller gets the picture even if it cannot be written.
    await files.put(`pictures/${key}`, picture).catch(onNotWritten);
    return picture;
  }

  return {
    async read(kind, name) {
      const key = `${kind}/${name}`;
      const picture = memory.get(key) ?? (await stored(key));
      if (picture) memory.set(key, picture);
      return picture;
    },
    has: async (kind, name) => Boolean((await files.stat(`pictures/${kind}/${name}`))?.size),
    readOrMake: (kind, name, make) => memory.forceFetch(`${kind}/${name}`, { context: make }),
  };
}
