import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * The storage of packaged media. A file system today; an object store offers the same operations.
 */
export interface MediaStore {
  /** Makes what the store needs. Call it before anything is staged. */
  open(): Promise<void>;
  /**
   * Makes an empty local folder to package an asset into. Removes the files of an earlier attempt.
   */
  stage(assetId: string): Promise<string>;
  /** Replaces all files of the asset with the staged ones. */
  publish(assetId: string): Promise<void>;
  /** Removes the staged files. */
  discard(assetId: string): Promise<void>;
  /**
   * Reads a file of an asset by its path inside the asset (`360p/0.m4s`); undefined for a missing
   * file.
   */
  read(assetId: string, path: string): Promise<Buffer | undefined>;
  /** Adds one small file to the staged ones. */
  stageFile(assetId: string, path: string, bytes: Buffer): Promise<void>;
  /** Removes the staged files of all other assets, which a crash left behind. */
  sweep(wanted: ReadonlySet<string>): Promise<void>;
}

const ASSET_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INNER_PATH = /^[a-z0-9][a-z0-9-]{0,40}\/[a-z0-9][a-z0-9-]{0,40}\.[a-z0-9]{1,5}$/;

/** Whether a text has the form of an asset id. */
export function isAssetId(text: string): boolean {
  return ASSET_ID.test(text);
}

/**
 * Whether a text has the form of a path inside an asset: one folder and one file, of lower-case
 * letters, digits and dashes.
 */
export function isAssetPath(text: string): boolean {
  return INNER_PATH.test(text);
}

/**
 * Stores media below a folder: published files in `assets/<id>/…`, staged files in
 * `staging/<id>/…`.
 */
export function createFileStore(folder: string): MediaStore {
  const checked = (assetId: string): string => {
    if (!isAssetId(assetId)) throw new RangeError('not the id of an asset');
    return assetId;
  };
  const inside = (path: string): string => {
    if (!isAssetPath(path)) throw new RangeError('not a path inside an asset');
    return path;
  };
  const published = (assetId: string): string => join(folder, 'assets', checked(assetId));
  const staged = (assetId: string): string => join(folder, 'staging', checked(assetId));

  return {
    async open() {
      await mkdir(join(folder, 'assets'), { recursive: true });
      await mkdir(join(folder, 'staging'), { recursive: true });
    },
    async stage(assetId) {
      await rm(staged(assetId), { recursive: true, force: true });
      await mkdir(staged(assetId), { recursive: true });
      return staged(assetId);
    },
    async publish(assetId) {
      await rm(published(assetId), { recursive: true, force: true });
      await rename(staged(assetId), published(assetId));
    },
    async discard(assetId) {
      await rm(staged(assetId), { recursive: true, force: true });
    },
    async read(assetId, path) {
      return await readFile(join(published(assetId), inside(path))).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
          throw error;
        },
      );
    },
    async stageFile(assetId, path, bytes) {
      const file = join(staged(assetId), inside(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    async sweep(wanted) {
      const found = await readdir(join(folder, 'staging'));
      await Promise.all(
        found
          .filter((name) => !wanted.has(name))
          .map((name) => rm(join(folder, 'staging', name), { recursive: true, force: true })),
      );
    },
  };
}
