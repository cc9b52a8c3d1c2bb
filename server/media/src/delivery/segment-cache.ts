import type { StoredFile } from '@bonisa/kit/files/file-store';
import { LRUCache } from 'lru-cache';

/** A file with its entity tag. */
export type CachedFile = Pick<StoredFile, 'bytes' | 'etag'>;

export type SegmentCache = ReturnType<typeof createSegmentCache>;

/**
 * A least-recently-used cache of files, limited in bytes; `fetch` shares one read among concurrent
 * callers. A missing file, and one larger than an eighth of the limit, is not cached.
 */
export function createSegmentCache(limitBytes: number) {
  return new LRUCache<string, CachedFile, () => Promise<CachedFile | undefined>>({
    maxSize: limitBytes,
    maxEntrySize: Math.floor(limitBytes / 8),
    sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
    fetchMethod: (_key, _stale, { context: read }) => read(),
    // Who waits for a file gets it, even where others have pushed it out meanwhile.
    ignoreFetchAbort: true,
  });
}
