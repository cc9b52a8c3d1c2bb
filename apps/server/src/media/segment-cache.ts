import { createHash } from 'node:crypto';

/** A file as it goes out, with its entity tag. */
export interface CachedFile {
  readonly bytes: Buffer;
  readonly etag: string;
}

export interface SegmentCache {
  /**
   * The file under a key, read once for all who ask at the same time; undefined where there is none
   * (which is not kept).
   */
  get(key: string, read: () => Promise<Buffer | undefined>): Promise<CachedFile | undefined>;
  /** Bytes that are held now. */
  readonly held: number;
}

/**
 * Keeps the files that were asked for last, up to so many bytes; a file larger than an eighth of
 * that passes through.
 */
export function createSegmentCache(limitBytes: number): SegmentCache {
  const files = new Map<string, CachedFile>();
  const underWay = new Map<string, Promise<CachedFile | undefined>>();
  let held = 0;

  const keep = (key: string, file: CachedFile): void => {
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
    keep(key, file);
    return file;
  };

  return {
    get held() {
      return held;
    },
    async get(key, read) {
      const file = files.get(key);
      if (file) {
        // A map keeps the order of insertion: what was asked for last goes to the end.
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
