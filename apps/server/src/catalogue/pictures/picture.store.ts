import { randomUUID } from 'node:crypto';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps pictures: the latest in memory, all in a folder. */
export interface PictureStore {
  /** The kept bytes, or `undefined`. */
  read(kind: string, name: string): Promise<Buffer | undefined>;
  /** Whether the picture is kept, without reading it. */
  has(kind: string, name: string): Promise<boolean>;
  /**
   * The kept bytes, or those that `make` makes: once, however many ask at the same time. What it
   * throws is not kept.
   */
  readOrMake(kind: string, name: string, make: () => Promise<Buffer>): Promise<Buffer>;
}

/**
 * A store in `folder`. Files are written aside and renamed, so that a crash leaves whole files
 * only. At most `makers` pictures are made at the same time.
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
   * Told of a picture that was made and answered, but could not be written: it is made again once
   * memory has lost it.
   */
  onNotWritten?: (error: unknown) => void;
}): PictureStore {
  const memory = new Map<string, Buffer>();
  const flights = new Map<string, Promise<Buffer>>();
  const queue: (() => void)[] = [];
  let bytes = 0;
  let making = 0;

  function keep(key: string, picture: Buffer): Buffer {
    const old = memory.get(key);
    if (old) bytes -= old.length;
    memory.delete(key);
    memory.set(key, picture);
    bytes += picture.length;
    for (const [oldest, { length }] of memory) {
      if (bytes <= maxBytes) break;
      memory.delete(oldest);
      bytes -= length;
    }
    return picture;
  }

  async function read(kind: string, name: string): Promise<Buffer | undefined> {
    const key = `${kind}/${name}`;
    const known = memory.get(key);
    if (known) return keep(key, known);
    try {
      return keep(key, await readFile(join(folder, kind, name)));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  async function turn<Result>(work: () => Promise<Result>): Promise<Result> {
    // Whoever leaves hands its place on, so the count stays as it is.
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
      // A disk that is full has no room for what nobody will read.
      await rm(aside, { force: true });
      throw error;
    }
  }

  async function fetch(kind: string, name: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const kept = await read(kind, name);
    if (kept) return kept;
    const picture = await turn(make);
    // Who waits for the picture has it, whatever the disk says.
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
