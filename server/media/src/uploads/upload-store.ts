import { Readable } from 'node:stream';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { FileStore } from '@bonisa/kit/files/file-store';
import type { LocalCopies } from '@bonisa/kit/files/local-copies';
import type { NewId } from '@bonisa/kit/ids';
import { ChildJobError } from '@bonisa/kit/processes/child-job';
import { DataStore, ERRORS, Upload } from '@tus/server';
import { refuse } from './upload-refusal.ts';
import type { UploadsRepository } from './uploads.repository.ts';

/** The bytes of uploads: pieces in the file store, in the order that the database knows. */

export interface UploadStoreDependencies {
  readonly repository: UploadsRepository;
  readonly files: FileStore;
  readonly copies: LocalCopies;
  readonly clock: Clock;
  readonly newId: NewId;
}

/** A process that ends without warning loses at most so much of a request, in bytes. */
export const PIECE_BYTES = 8_000_000;
/** So a client that sends a file byte by byte does not fill the store with names. */
export const MOST_PIECES = 10_000;

/** The folder of an upload in the file store. */
function folderOf(id: string): string {
  return `uploads/${id}`;
}

/** A store of the tus server that any process can use, because nothing lies in this one. */
export class UploadStore extends DataStore {
  readonly #repository: UploadsRepository;
  readonly #files: FileStore;
  readonly #copies: LocalCopies;
  readonly #clock: Clock;
  readonly #newId: NewId;

  constructor({ repository, files, copies, clock, newId }: UploadStoreDependencies) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
    this.#repository = repository;
    this.#files = files;
    this.#copies = copies;
    this.#clock = clock;
    this.#newId = newId;
  }

  /** The hook of the server has written the row, since it knows what the client may do. */
  override async create(upload: Upload): Promise<Upload> {
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.#repository.find(id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    const { size, received, createdAt } = row;
    return new Upload({ id, size, offset: received, creation_date: createdAt.toISOString() });
  }

  /**
   * Adds what arrives as pieces, and also the rest of a request that breaks off. Two requests at
   * the same offset, in this process or another, never mix: the second one is refused.
   */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    let end = offset;
    let waiting: Uint8Array[] = [];
    let bytes = 0;
    const flush = async (): Promise<void> => {
      if (bytes === 0) return;
      const piece = Buffer.concat(waiting, bytes);
      waiting = [];
      bytes = 0;
      await this.#add(id, end, piece);
      end += piece.length;
    };
    try {
      for await (const chunk of stream) {
        waiting.push(chunk as Buffer);
        bytes += (chunk as Buffer).length;
        if (bytes >= PIECE_BYTES) await flush();
      }
    } finally {
      await flush();
    }
    return end;
  }

  async #add(id: string, start: number, piece: Buffer): Promise<void> {
    const pieces = (await this.#repository.find(id))?.pieces ?? 0;
    if (pieces >= MOST_PIECES) throw refuse('too_many_pieces');
    const file = this.#newId();
    const key = `${folderOf(id)}/${file}`;
    await this.#files.put(key, piece);
    const added = { start, bytes: piece.length, file };
    if (await this.#repository.addPiece(id, added, this.#clock.now())) return;
    await this.#files.remove(key);
    throw ERRORS.INVALID_OFFSET;
  }

  /** Removes an upload: its files first, so that a row remembers what a crash left. */
  override async remove(id: string): Promise<void> {
    await this.#files.removeFolder(folderOf(id));
    await this.#repository.remove(id);
  }

  /**
   * Calls `work` with the whole file on this machine. Rejects with a ChildJobError
   * `source_missing` for an upload that is gone.
   */
  async withLocalFile<Result>(
    id: string,
    work: (localFile: string) => Promise<Result>,
    signal: AbortSignal,
  ): Promise<Result> {
    const pieces = await this.#repository.piecesOf(id);
    const [only, ...others] = pieces.map((file) => `${folderOf(id)}/${file}`);
    if (!only) throw new ChildJobError('source_missing', 'the upload is not there any more');
    if (others.length === 0) return await this.#files.withLocalFile(only, work, signal);
    const keys = [only, ...others];
    return await this.#copies.use(
      async () => Readable.from(readAll(this.#files, keys, signal)),
      work,
      signal,
    );
  }
}

async function* readAll(
  files: FileStore,
  keys: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const key of keys) {
    signal.throwIfAborted();
    const file = await files.read(key);
    if (!file) throw new Error('a piece of an upload is missing');
    yield file.bytes;
  }
}
