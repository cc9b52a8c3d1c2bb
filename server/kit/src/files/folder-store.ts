import { randomUUID } from 'node:crypto';
import { constants, createWriteStream, existsSync, type Stats } from 'node:fs';
import {
  copyFile,
  cp,
  mkdir,
  opendir,
  open as openFile,
  readdir,
  readFile,
  rename,
  rm,
  stat as statOf,
  writeFile,
} from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { isDiskFull } from '../disk-full.ts';
import {
  checkedKey,
  type FileFacts,
  type FileStore,
  FileStoreError,
  probeKey,
  type StoredFile,
} from './file-store.ts';
import { createLockFiles } from './lock-files.ts';

/** Half-written files. No key begins with a dot, so nobody can name one. */
const INCOMING = '.incoming';
const ABANDONED_MS = 24 * 3600 * 1000;
const FLUSHED_AT_ONCE = 16;

/**
 * Stores files in a folder, each under its key. A file is written elsewhere in the folder, flushed
 * to the disk and renamed, so no name ever stands for half a file, also after a loss of power. The
 * folder may be on a network file system that all processes mount.
 */
export function createFolderStore(folder: string): FileStore {
  const pathOf = (key: string): string => join(folder, ...checkedKey(key).split('/'));
  const aside = (): string => join(folder, INCOMING, randomUUID());
  const locks = createLockFiles();

  /** Writes aside by `write`, then gives the file or folder its name. */
  async function appear(key: string, write: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(key);
    const incoming = aside();
    try {
      await mkdir(join(folder, INCOMING), { recursive: true });
      await write(incoming);
      await mkdir(dirname(path), { recursive: true });
      await rename(incoming, path);
    } catch (error) {
      // The disk may be full: remove what is half-written.
      await discard(incoming);
      throw asStoreError(error);
    }
  }

  async function stat(key: string): Promise<FileFacts | undefined> {
    return await unlessMissing(async () => factsOf(await statOf(pathOf(key))));
  }

  async function put(key: string, bytes: Parameters<FileStore['put']>[1]): Promise<void> {
    await appear(key, async (path) => {
      if (bytes instanceof Uint8Array) await writeFile(path, bytes, { flush: true });
      else await pipeline(Readable.from(bytes), createWriteStream(path, { flush: true }));
    });
  }

  /** Removes what a process left half-written that ended long ago. */
  async function sweep(): Promise<void> {
    const incoming = join(folder, INCOMING);
    const names = await unlessMissing(() => readdir(incoming));
    for (const name of names ?? []) {
      const stats = await unlessMissing(() => statOf(join(incoming, name)));
      if (stats && Date.now() - stats.mtimeMs > ABANDONED_MS)
        await rm(join(incoming, name), { recursive: true, force: true });
    }
  }

  return {
    place: folder,
    folder,

    async check() {
      const probe = probeKey(randomUUID());
      try {
        await sweep();
        await put(probe, Buffer.from('probe'));
        await rm(pathOf(probe));
      } catch (error) {
        const cause = error instanceof FileStoreError ? error.cause : error;
        const { code } = cause as NodeJS.ErrnoException;
        throw new FileStoreError('setup', `the folder cannot be written (${code ?? 'unknown'})`, {
          cause,
        });
      }
    },

    stat,

    async read(key): Promise<StoredFile | undefined> {
      return await unlessMissing(async () => {
        const file = await openFile(pathOf(key));
        try {
          const facts = factsOf(await file.stat());
          return facts && { ...facts, bytes: await file.readFile() };
        } finally {
          await file.close();
        }
      });
    },

    async open(key, part) {
      const file = await unlessMissing(() => openFile(pathOf(key)));
      if (!file) return undefined;
      return file.createReadStream(part ? { start: part.first, end: part.last } : {});
    },

    put,

    async replace(key, before, bytes) {
      const lock = `${pathOf(key)}.lock`;
      await mkdir(dirname(lock), { recursive: true });
      if (!(await locks.take(lock))) return false;
      try {
        const now = await unlessMissing(() => readFile(pathOf(key)));
        if (now === undefined ? before !== undefined : !before?.bytes.equals(now)) return false;
        await put(key, bytes);
        return true;
      } finally {
        await rm(lock, { force: true });
      }
    },

    async putFile(key, localFile) {
      await appear(key, async (path) => {
        await copyFile(localFile, path, constants.COPYFILE_FICLONE);
        await flush(path);
      });
    },

    async moveFolder(prefix, localFolder) {
      const path = pathOf(prefix);
      const incoming = aside();
      const replaced = aside();
      try {
        await mkdir(join(folder, INCOMING), { recursive: true });
        await mkdir(dirname(path), { recursive: true });
        await moveAside(localFolder, incoming);
        await flushAll(incoming);
        await takeName(path, incoming, replaced);
      } catch (error) {
        await giveBack(incoming, localFolder);
        throw asStoreError(error);
      }
      // What a move across file systems and a replacement leave behind.
      await discard(localFolder);
      await discard(replaced);
    },

    async withLocalFile(key, work) {
      const path = pathOf(key);
      if (!(await stat(key))) throw new FileStoreError('missing', `there is no file ${key}`);
      return await work(path);
    },

    async remove(key) {
      await rm(pathOf(key), { force: true });
    },

    async removeFolder(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true });
    },

    async *list(prefix) {
      for await (const path of filesBelow(pathOf(prefix))) {
        const facts = await unlessMissing(async () => factsOf(await statOf(path)));
        if (facts) yield { ...facts, key: relative(folder, path).split(sep).join('/') };
      }
    },
  };
}

/**
 * The entity tag is nginx's own for the same file, so that nginx in front of the same folder
 * answers with the same tags.
 */
function factsOf(stats: Stats): FileFacts | undefined {
  if (!stats.isFile()) return undefined;
  const seconds = Math.floor(stats.mtimeMs / 1000);
  return {
    size: stats.size,
    etag: `"${seconds.toString(16)}-${stats.size.toString(16)}"`,
    modified: new Date(seconds * 1000),
  };
}

/** The files below a folder, each folder as a whole; a store of millions is never in memory. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await unlessMissing(() => opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}

/** Flushes the files of a folder, some at a time: a disk writes those of one moment together. */
async function flushAll(folder: string): Promise<void> {
  const paths = filesBelow(folder);
  const worker = async (): Promise<void> => {
    for await (const path of paths) await flush(path);
  };
  await Promise.all(Array.from({ length: FLUSHED_AT_ONCE }, worker));
}

async function flush(path: string): Promise<void> {
  const file = await openFile(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Moves a local folder to `incoming`, or copies it where it is on another file system. */
async function moveAside(localFolder: string, incoming: string): Promise<void> {
  try {
    await rename(localFolder, incoming);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await cp(localFolder, incoming, { recursive: true });
  }
}

/** Gives `incoming` the name `path`; what had it is moved to `replaced`, or stays on a failure. */
async function takeName(path: string, incoming: string, replaced: string): Promise<void> {
  await unlessMissing(() => rename(path, replaced));
  try {
    await rename(incoming, path);
  } catch (error) {
    // There may have been nothing, or nothing can be renamed any more.
    await rename(replaced, path).catch(() => undefined);
    throw error;
  }
}

/** After a failure the local folder is whole again, so the caller may try again. */
async function giveBack(incoming: string, localFolder: string): Promise<void> {
  if (existsSync(localFolder)) return await discard(incoming);
  // What cannot be renamed now stays aside, and the first error says why.
  await rename(incoming, localFolder).catch(() => undefined);
}

/** Removes a file or a folder. What cannot be removed only takes space. */
async function discard(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

/** Codes of a network file system whose server does not answer. */
const AWAY = new Set(['EIO', 'ESTALE', 'ETIMEDOUT', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENOTCONN']);

/** Codes of a folder that belongs to another user, or of a file system that is only read. */
const REFUSED = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Names an error of a disk that is full, of a file system that is away, or of rights. */
function asStoreError(error: unknown): unknown {
  if (error instanceof FileStoreError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (isDiskFull(error))
    return new FileStoreError('full', `the file store is full (${code})`, { cause: error });
  if (REFUSED.has(code))
    return new FileStoreError('refused', `the file store refuses the service (${code})`, {
      cause: error,
    });
  if (!AWAY.has(code)) return error;
  return new FileStoreError('away', `the file store does not answer (${code})`, { cause: error });
}

async function unlessMissing<Value>(look: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await look();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw asStoreError(error);
  }
}
