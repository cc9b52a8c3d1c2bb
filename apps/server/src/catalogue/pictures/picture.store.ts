import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LRUCache } from 'lru-cache';

/** Stores all pictures in a folder, and those used last in memory too. */
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
 * Creates a store in `folder`. A file is written under another name and renamed, so that a crash
 * leaves no partial file. `maxBytes` limits the memory, `makers` how many pictures are made at
 * once.
 */
export function createPictureStore({
  folder,
  maxBytes = 48_000_000,
  makers = 2,
  onNotWritten = () => undefined,
}: {
  folder: string;
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
    try {
      return keep(key, await readFile(join(folder, kind, name)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
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

  async function write(kind: string, name: string, picture: Buffer): Promise<void> {
    await mkdir(join(folder, kind), { recursive: true });
    const aside = join(folder, kind, `.${randomUUID()}`);
    try {
      await writeFile(aside, picture);
      await rename(aside, join(folder, kind, name));
    } catch (error) {
      // The disk may be full: remove the partial file.
      await rm(aside, { force: true });
      throw error;
    }
  }

  async function fetch(kind: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = await read(kind, name);
    if (kept) return kept;
    const picture = await turn(make);
    // The caller gets the picture even if it cannot be written.
    await write(kind, name, picture).catch(onNotWritten);
    return keep(`${kind}/${name}`, picture);
  }

  return {
    read,
    has: (kind, name) =>
      access(join(folder, kind, name)).then(
        () => true,
        () => false,
      ),
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
