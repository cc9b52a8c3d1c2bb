import { createHash } from 'node:crypto';

/** A file with its entity tag. */
export interface CachedFile {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface SegmentCache {
  /**
   * The file under a key. Concurrent callers share one read. Undefined for a missing file, which is
   * not cached.
   */
  get(key: string, read: () => Promise<Buffer | undefined>): Promise<CachedFile | undefined>;
  /** The number of bytes in the cache. */
  readonly held: number;
}

/**
 * A least-recently-used cache of files, limited in bytes. A file larger than an eighth of the limit
 * is not cached.
 */
export function createSegmentCache(limitBytes: number): SegmentCache {
  const files = new Map<string, CachedFile>();
  const underWay = new Map<string, Promise<CachedFile | undefined>>();
  let held = 0;

  const store = (key: string, file: CachedFile): void => {
    if (file.bytes.length > limitBytes / 8) return;
    files.set(key, file);
    held += file.bytes.length;
    for (const [oldest, old] of files) {
      if (held <= limitBytes) break;
      files.delete(oldest);
      held -= old.bytes.length;
    }
  };
  const load = async (
    key: string,
    read: () => Promise<Buffer | undefined>,
  ): Promise<CachedFile | undefined> => {
    const bytes = await read();
    if (!bytes) return undefined;
    const file = {
      bytes,
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    };
    store(key, file);
    return file;
  };

  return {
    get held() {
      return held;
    },
    async get(key, read) {
      const file = files.get(key);
      if (file) {
        // A Map iterates in the order of insertion, so this moves the file to the end.
        files.delete(key);
        files.set(key, file);
        return file;
      }
      let loading = underWay.get(key);
      if (!loading) {
        loading = load(key, read).finally(() => underWay.delete(key));
        underWay.set(key, loading);
      }
      return await loading;
    },
  };
}
