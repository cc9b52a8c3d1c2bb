import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where packaged media lie. A file system now; an object store has the same few verbs. */
export interface MediaStore {
  /**
   * An empty folder on this machine to package an asset into. What an earlier try left there is
   * gone.
   */
  stage(assetId: string): Promise<string>;
  /**
   * Makes what was staged the asset's files, at once and as a whole; what it had before is gone.
   */
  publish(assetId: string): Promise<void>;
  /** Throws away what was staged. */
  discard(assetId: string): Promise<void>;
  /**
   * A whole file of an asset, by its path inside it (`360p/0.m4s`); undefined where there is none.
   */
  read(assetId: string, path: string): Promise<Buffer | undefined>;
  /** Adds one small file to what is staged. */
  stageFile(assetId: string, path: string, bytes: Buffer): Promise<void>;
  /** Throws away what was staged for any asset but these (what a crash left). */
  sweep(wanted: ReadonlySet<string>): Promise<void>;
}

const ASSET_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const INNER_PATH = /^[a-z0-9][a-z0-9-]{0,40}\/[a-z0-9][a-z0-9-]{0,40}\.[a-z0-9]{1,5}$/;

/** Whether a text can be the id of an asset. */
export function isAssetId(text: string): boolean {
  return ASSET_ID.test(text);
}

/**
 * Whether a text can be the path of a file inside an asset: one folder and one file, of lower-case
 * letters, digits and dashes.
 */
export function isAssetPath(text: string): boolean {
  return INNER_PATH.test(text);
}

/** A store below a folder: `assets/<id>/…` is published, `staging/<id>/…` is being made. */
export async function createFileStore(folder: string): Promise<MediaStore> {
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'staging'), { recursive: true });
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
