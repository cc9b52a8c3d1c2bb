import { LRUCache } from 'lru-cache';
import type { FileStore } from '../../platform/files/file-store.ts';

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
  const memory = new LRUCache<string, Buffer>({
    maxSize: maxBytes,
    sizeCalculation: ({ length }) => Math.max(1, length),
  });
  const flights = new Map<string, Promise<Buffer>>();
  const queue: (() => void)[] = [];
  let making = 0;

  function keep(key: string, picture: Buffer): Buffer {
    memory.set(key, picture);
    return picture;
  }

  async function read(kind: string, name: string): Promise<Buffer | undefined> {
    const key = `${kind}/${name}`;
    const known = memory.get(key);
    if (known) return known;
    const found = await files.read(`pictures/${key}`);
    // An empty file is what a full disk or a crash of the store leaves: it is painted again.
    return found && found.bytes.length > 0 ? keep(key, found.bytes) : undefined;
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

  async function fetch(kind: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = await read(kind, name);
    if (kept) return kept;
    const picture = await turn(make);
    // The caller gets the picture even if it cannot be written.
    await files.put(`pictures/${kind}/${name}`, picture).catch(onNotWritten);
    return keep(`${kind}/${name}`, picture);
  }

  return {
    read,
    has: async (kind, name) => Boolean((await files.stat(`pictures/${kind}/${name}`))?.size),
    readOrMake(kind, name, make) {
      const key = `${kind}/${name}`;
      const flying = flights.get(key);
      if (flying) return flying;
      const flight = fetch(kind, name, make).finally(() => flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}
