import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { withTimeLimit } from '../database/time-limit.ts';
import type { FileStore } from '../files/file-store.ts';
import { AppError } from '../http/app-error.ts';
import {
  type AssetBodies,
  type BuildIndex,
  type BuiltApp,
  type IndexEntry,
  readAssetBodies,
  readBuildIndex,
} from './build-file.ts';

/** Where a build stands in the file store: its `index` and its `files`. */
export function folderOf(app: BuiltApp, id: string): string {
  return `builds/${app}/${id}`;
}

/** How often the store is asked for builds that are not known yet, whatever strangers ask for. */
const LIST_EVERY_MS = 1000;
const LIMIT_MS = 5000;
const READS_AT_ONCE = 4;
/** Requests for names that no known build has, and reads of known ones. */
const MOST_WAITING = 256;
/** The memory for files of other builds: each build has about three megabytes. */
const CACHE_BYTES = 8 * 2 ** 20;
const MOST_BUILDS = 64;
const LARGEST_INDEX = 2 ** 20;

interface ReaderParts {
  readonly files: Pick<FileStore, 'list' | 'read' | 'open'>;
  readonly key: Buffer;
}

/**
 * Makes the function that finds a file of other builds by its path. Memory, waiting requests and
 * calls of the store are bounded. It throws an `AppError` `unavailable` where the store does not
 * answer in time or too many wait.
 */
export function createBuildReader(
  app: BuiltApp,
  { files, key }: ReaderParts,
): (path: string) => Promise<AssetBodies | undefined> {
  const cache = new LRUCache<string, AssetBodies>({
    maxSize: CACHE_BYTES,
    sizeCalculation: ({ identity, br, gzip }) =>
      1 + identity.length + (br?.length ?? 0) + (gzip?.length ?? 0),
  });
  const known = createKnownBuilds(app, { files, key });
  const looking = createTurns(MOST_WAITING, MOST_WAITING);
  const reading = createTurns(READS_AT_ONCE, MOST_WAITING);
  const flights = new Map<string, Promise<AssetBodies | undefined>>();

  async function read(path: string): Promise<AssetBodies | undefined> {
    // Only a name that no known build has waits for a listing: strangers who ask for such names
    // do not keep anybody from files that exist.
    const place = known.peek(path) ?? (await looking(() => known.look(path)));
    if (!place) return undefined;
    const bodies = await reading(() =>
      readAssetBodies(place.entry, async (first, last) => {
        const part = await files.open(`${folderOf(app, place.id)}/files`, { first, last });
        return part && (await buffer(part));
      }),
    );
    if (bodies) cache.set(path, bodies);
    return bodies;
  }

  return async (path) => {
    const cached = cache.get(path);
    if (cached) return cached;
    const flight = flights.get(path) ?? read(path).finally(() => flights.delete(path));
    flights.set(path, flight);
    try {
      return await withTimeLimit(LIMIT_MS, flight);
    } catch (error) {
      throw error instanceof AppError ? error : busy(error);
    }
  };
}

interface Place {
  readonly id: string;
  readonly entry: IndexEntry;
}

/** The indexes of the builds in the store. */
function createKnownBuilds(app: BuiltApp, { files, key }: ReaderParts) {
  /** `undefined`: a build whose index cannot be used. */
  const builds = new Map<string, BuildIndex | undefined>();
  let listing: Promise<void> | undefined;
  let listedAt = Number.NEGATIVE_INFINITY;

  /** Reads the indexes of builds that are new in the store; forgets those that are gone. */
  async function list(): Promise<void> {
    const found: { id: string; modified: Date; size: number }[] = [];
    for await (const { key: name, modified, size } of files.list(`builds/${app}`))
      if (name.endsWith('/index')) found.push({ id: name.split('/')[2] ?? '', modified, size });
    found.sort((a, b) => b.modified.getTime() - a.modified.getTime());
    const newest = found.slice(0, MOST_BUILDS);
    const ids = new Set(newest.map(({ id }) => id));
    for (const id of builds.keys()) if (!ids.has(id)) builds.delete(id);
    for (const { id, size } of newest) {
      if (builds.has(id) || size > LARGEST_INDEX) continue;
      const index = await files.read(`${folderOf(app, id)}/index`);
      if (index) builds.set(id, readBuildIndex({ app, key }, index.bytes));
    }
  }

  /** Lists, at most once a second. All who wait share one listing. */
  function listSoon(): Promise<void> {
    listing ??= (async () => {
      try {
        await wait(Math.max(0, listedAt + LIST_EVERY_MS - performance.now()));
        listedAt = performance.now();
        await list();
      } finally {
        listing = undefined;
      }
    })();
    return listing;
  }

  function peek(path: string): Place | undefined {
    for (const [id, index] of builds) {
      const entry = index?.get(path);
      if (entry) return { id, entry };
    }
    return undefined;
  }

  return {
    peek,
    /** Finds a path after a listing that began after this call. */
    async look(path: string): Promise<Place | undefined> {
      const askedAt = performance.now();
      while (!peek(path) && listedAt < askedAt) await listSoon();
      return peek(path);
    },
  };
}

/** Runs work, `atOnce` at a time; throws `unavailable` where `most` run or wait already. */
function createTurns(atOnce: number, most: number) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running + queue.length >= most) throw busy();
    if (running < atOnce) running += 1;
    // The turn is handed over, so the count stays the same.
    else await new Promise<void>((go) => queue.push(go));
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

function busy(cause?: unknown): AppError {
  return new AppError('unavailable', 'This file cannot be read at the moment.', {
    retryAfter: 1,
    cause,
  });
}
