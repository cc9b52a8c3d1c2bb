import type { Readable } from 'node:stream';

/**
 * Where media, pictures and uploads are stored: a folder or an object store. A file never changes
 * while it is read: writing it again replaces it as a whole. All processes of an installation use
 * the same store, so any of them can serve and package any file.
 */
export interface FileStore {
  /** Where the files are, for a person: no credentials. */
  readonly place: string;
  /** The folder that holds the files, if they are on this machine. */
  readonly folder: string | undefined;
  /**
   * Checks once, at the start, that files can be written, read and removed. Rejects with a {@link
   * FileStoreError} that says in one line what is wrong.
   */
  check(): Promise<void>;
  /** The size and the entity tag of a file; undefined for a missing one. */
  stat(key: string): Promise<FileFacts | undefined>;
  /** Reads a whole file into memory; undefined for a missing one. For files of a few megabytes. */
  read(key: string, signal?: AbortSignal): Promise<StoredFile | undefined>;
  /** Opens a file, or a part of it, as a stream; undefined for a missing one. */
  open(key: string, part?: FilePart): Promise<Readable | undefined>;
  /**
   * Writes a file. It appears as a whole or not at all, however large it is and whenever the
   * process ends. `signal` breaks it off; in a folder it ends by itself.
   */
  put(
    key: string,
    bytes: Uint8Array | AsyncIterable<Uint8Array>,
    signal?: AbortSignal,
  ): Promise<void>;
  /**
   * Writes a small file in place of `before`, or where there is none (`undefined`); `false` if
   * another process was faster. A server may ignore the condition, so that the last writer wins, or
   * refuse it ({@link FileStoreError} `conditions`): see `tryConditions`.
   */
  replace(
    key: string,
    before: StoredFile | undefined,
    bytes: Buffer,
    signal?: AbortSignal,
  ): Promise<boolean>;
  /** Copies a file of this machine into the store. `signal` as in `put`. */
  putFile(key: string, localFile: string, signal?: AbortSignal): Promise<void>;
  /**
   * Moves all files of a local folder into the store, below `prefix`, in place of all files that
   * were there. In a folder they appear at once; in an object store one after the other.
   */
  moveFolder(prefix: string, localFolder: string): Promise<void>;
  /**
   * Calls `work` with a local file of the same content, which is only valid until `work` ends and
   * must not be changed. Rejects with a {@link FileStoreError} `missing` for a missing file.
   * `signal` breaks off what has to be copied first.
   */
  withLocalFile<Result>(
    key: string,
    work: (localFile: string) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>;
  /** Removes a file; a missing one is no error. */
  remove(key: string): Promise<void>;
  /** Removes all files below `prefix`. */
  removeFolder(prefix: string): Promise<void>;
  /** Lists the files below `prefix`, in no particular order. */
  list(prefix: string): AsyncIterable<FileFacts & { readonly key: string }>;
}

export interface FileFacts {
  readonly size: number;
  /** With its quotation marks. It changes whenever the file is replaced. */
  readonly etag: string;
  readonly modified: Date;
}

export interface StoredFile extends FileFacts {
  readonly bytes: Buffer;
}

/** A part of a file in bytes; both ends are included. */
export interface FilePart {
  readonly first: number;
  readonly last: number;
}

/**
 * `setup`: the store cannot be used as it is configured. `missing`: there is no such file. `away`:
 * the store does not answer, or not as it should. `full`: it takes no more. `refused`:
 * credentials or rights do not suffice. These three pass, the last one when an operator corrects
 * it. `conditions`: it takes no conditional writes.
 */
export type FileStoreProblem = 'setup' | 'missing' | PassingProblem | 'conditions';

/** What work waits for. */
export type PassingProblem = 'away' | 'full' | 'refused';

/** An error of the store for an operator: one line without credentials. */
export class FileStoreError extends Error {
  readonly problem: FileStoreProblem;

  constructor(problem: FileStoreProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileStoreError';
    this.problem = problem;
  }
}

const PASSING: ReadonlySet<FileStoreProblem> = new Set(['away', 'full', 'refused']);

const passes = (problem: FileStoreProblem): problem is PassingProblem => PASSING.has(problem);

/** The problem of the store that an error or one of its causes is, where work can wait for it. */
export function transientProblemOf(error: unknown): PassingProblem | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof FileStoreError) return passes(cause.problem) ? cause.problem : undefined;
  return undefined;
}

const KEY = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}(?:\/[A-Za-z0-9][A-Za-z0-9._-]{0,199}){0,7}$/;

/**
 * Checks the key of a file or a prefix: up to eight names of letters, digits, dots, dashes and
 * underscores, none of which begins with a dot. Throws a RangeError, so no key leaves the store.
 */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new RangeError('this is no key of the file store');
  return key;
}

/** What {@link FileStore.check} writes, reads and removes. */
export function probeKey(id: string): string {
  return `probe/${id}`;
}
