import { createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@bonisa/kit/files/file-store';

/**
 * Copies of recordings in the file store, made while they grow: another process hands a recording
 * in when the machine that made it is gone. At most the last seconds are lost.
 */

const EVERY_MS = 5000;
/** More than a publisher sends in that time; what is left waits for the next time. */
const MOST_BYTES = 32_000_000;

type Files = Pick<FileStore, 'put' | 'read' | 'list' | 'remove' | 'removeFolder'>;

/** A piece of a recording: its place is its name, so that the order is that of names. */
interface Piece {
  readonly key: string;
  readonly start: number;
  readonly size: number;
}

export interface RecordingCopies {
  /** Copies what is added to a recording from its beginning on. `stop` ends it. */
  follow(id: string, file: string): { stop(): Promise<void> };
  /** Whether something of a recording was copied. */
  has(id: string): Promise<boolean>;
  /**
   * Writes what was copied of a recording into a file. Rejects where a part of it is missing, and
   * when `signal` breaks it off.
   */
  fetch(id: string, file: string, signal?: AbortSignal): Promise<void>;
  remove(id: string): Promise<void>;
}

/** A product of one process needs no copies: its folder is the only one. */
export const NO_COPIES: RecordingCopies = {
  follow: () => ({ stop: async () => undefined }),
  has: async () => false,
  fetch: async () => {
    throw new Error('there are no copies');
  },
  remove: async () => undefined,
};

/** Copies recordings; a failure is told to `onError`, and the next time copies more. */
export function createRecordingCopies(
  files: Files,
  onError: (error: unknown) => void,
  everyMs = EVERY_MS,
): RecordingCopies {
  const folderOf = (id: string): string => `recordings/${id}`;

  /** The pieces from the beginning on, without a gap. */
  const piecesOf = async (id: string): Promise<Piece[]> => {
    const found: Piece[] = [];
    for await (const { key, size } of files.list(folderOf(id)))
      found.push({ key, start: Number(key.split('/').at(-1)), size });
    found.sort((one, other) => one.start - other.start);
    let end = 0;
    return found.filter(({ start, size }) => {
      if (start !== end) return false;
      end += size;
      return true;
    });
  };

  /** Copies what is new; returns where the copies end now. */
  const copy = async (id: string, file: string, from: number): Promise<number> => {
    const handle = await open(file, 'r');
    try {
      const { size } = await handle.stat();
      const bytes = Buffer.allocUnsafe(Math.min(MOST_BYTES, Math.max(0, size - from)));
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      if (bytesRead === 0) return from;
      const name = String(from).padStart(14, '0');
      await files.put(`${folderOf(id)}/${name}`, bytes.subarray(0, bytesRead));
      return from + bytesRead;
    } finally {
      await handle.close();
    }
  };

  return {
    follow(id, file) {
      let end = 0;
      let copying: Promise<void> | undefined;
      const turn = async (): Promise<void> => {
        end = await copy(id, file, end);
      };
      const timer = setInterval(() => {
        copying ??= turn()
          .catch(onError)
          .finally(() => {
            copying = undefined;
          });
      }, everyMs);
      return {
        stop: async () => {
          clearInterval(timer);
          await copying;
        },
      };
    },
    has: async (id) => (await piecesOf(id)).length > 0,
    async fetch(id, file, signal) {
      const pieces = await piecesOf(id);
      if (pieces.length === 0) throw new Error('the copies of a recording are gone');
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(
        Readable.from(readAll(files, pieces)),
        createWriteStream(file, { mode: 0o600, flush: true }),
        signal ? { signal } : {},
      );
    },
    remove: (id) => files.removeFolder(folderOf(id)),
  };
}

async function* readAll(files: Files, pieces: readonly Piece[]): AsyncGenerator<Buffer> {
  for (const { key, size } of pieces) {
    const piece = await files.read(key);
    if (piece?.bytes.length !== size) throw new Error(`${key} is missing, or not whole`);
    yield piece.bytes;
  }
}
