import { LRUCache } from 'lru-cache';
import type { StoredFile } from '../../platform/files/file-store.ts';

/** A file with its entity tag. */
export type CachedFile = Pick<StoredFile, 'bytes' | 'etag'>;

export interface SegmentCache {
  /**
   * The file under a key. Concurrent callers share one read. Undefined for a missing file, which is
   * not cached.
   */
  get(key: string, read: () => Promise<CachedFile | undefined>): Promise<CachedFile | undefined>;
  /** The file under a key if it is in memory. */
  peek(key: string): CachedFile | undefined;
  /** The number of bytes in the cache. */
  readonly held: number;
}

/**
 * A least-recently-used cache of files, limited in bytes. A file larger than an eighth of the limit
 * is not cached.
 */
export function createSegmentCache(limitBytes: number): SegmentCache {
  const files = new LRUCache<string, CachedFile>({
    maxSize: limitBytes,
    maxEntrySize: Math.floor(limitBytes / 8),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
  });
  const underWay = new Map<string, Promise<CachedFile | undefined>>();

  const load = async (
    key: string,
    read: () => Promise<CachedFile | undefined>,
  ): Promise<CachedFile | undefined> => {
    const file = await read();
    if (file) files.set(key, file);
    return file;
  };

  return {
    get held() {
      return files.calculatedSize;
    },
    peek: (key) => files.get(key),
    async get(key, read) {
      const file = files.get(key);
      if (file) return file;
      let loading = underWay.get(key);
      if (!loading) {
        loading = load(key, read).finally(() => underWay.delete(key));
        underWay.set(key, loading);
      }
      return await loading;
    },
  };
}
