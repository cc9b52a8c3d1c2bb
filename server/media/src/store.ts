import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FileStore, StoredFile } from '@bonisa/kit/files/file-store';

/** The files of packaged media: in the file store, and on this machine while they are made. */
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
  /** Removes the published files; missing ones are no error. */
  remove(assetId: string): Promise<void>;
  /**
   * Reads a file of an asset by its path inside the asset (`360p/0.m4s`); undefined for a missing
   * file.
   */
  read(assetId: string, path: string): Promise<Buffer | undefined>;
  /** Reads a file with its entity tag; undefined for a missing file. */
  load(assetId: string, path: string): Promise<StoredFile | undefined>;
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
 * Stores the files of an asset under `media/<id>/…` in the file store, and stages them in a local
 * folder that no other process uses.
 */
export function createMediaStore({
  files,
  staging,
}: {
  readonly files: FileStore;
  readonly staging: string;
}): MediaStore {
  const staged = (assetId: string): string => join(staging, checked(assetId));

  return {
    async open() {
      // What a crash left behind: no other process uses the folder.
      await rm(staging, { recursive: true, force: true });
      await mkdir(staging, { recursive: true });
    },
    async stage(assetId) {
      await rm(staged(assetId), { recursive: true, force: true });
      await mkdir(staged(assetId), { recursive: true });
      return staged(assetId);
    },
    async publish(assetId) {
      await files.moveFolder(`media/${checked(assetId)}`, staged(assetId));
    },
    async discard(assetId) {
      await rm(staged(assetId), { recursive: true, force: true });
    },
    async remove(assetId) {
      await files.removeFolder(`media/${checked(assetId)}`);
    },
    read: async (assetId, path) => (await files.read(keyOf(assetId, path)))?.bytes,
    load: async (assetId, path) => await files.read(keyOf(assetId, path)),
    async stageFile(assetId, path, bytes) {
      const file = join(staged(assetId), inside(path));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    },
    async sweep(wanted) {
      const found = await readdir(staging);
      await Promise.all(
        found
          .filter((name) => !wanted.has(name))
          .map((name) => rm(join(staging, name), { recursive: true, force: true })),
      );
    },
  };
}

/** The key of an asset's file in the file store. */
function keyOf(assetId: string, path: string): string {
  return `media/${checked(assetId)}/${inside(path)}`;
}

function checked(assetId: string): string {
  if (!isAssetId(assetId)) throw new RangeError('not the id of an asset');
  return assetId;
}

function inside(path: string): string {
  if (!isAssetPath(path)) throw new RangeError('not a path inside an asset');
  return path;
}
