import { access } from 'node:fs/promises';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { FileStore } from '@bonisa/kit/files/file-store';
import { ChildJobError } from '@bonisa/kit/processes/child-job';
import type { UploadStore } from '../uploads/upload-store.ts';

/**
 * Where the source of a job is: a path of this machine, or an upload or another source in the file
 * store.
 */

const UPLOAD = 'upload:';

/** How a job names an upload as its source. No path begins so, because paths are absolute. */
export function uploadSource(uploadId: string): string {
  return `${UPLOAD}${uploadId}`;
}

/** Calls `work` with the local file of a source. Rejects with a ChildJobError `source_missing`. */
export type WithSource = <Result>(
  source: string,
  work: (localFile: string) => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>;

/** Finds the sources of jobs: files of this machine, uploads, and what was stored for a job. */
export function createWithSource(
  uploads: Pick<UploadStore, 'withLocalFile'>,
  files: Pick<FileStore, 'withLocalFile' | 'stat'>,
): WithSource {
  return async (source, work, signal) => {
    const stored = storedFileOf(source);
    if (stored !== undefined) {
      if (!(await files.stat(stored)))
        throw new ChildJobError('source_missing', 'the source file is not there any more');
      return await files.withLocalFile(stored, work, signal);
    }
    if (source.startsWith(UPLOAD))
      return await uploads.withLocalFile(source.slice(UPLOAD.length), work, signal);
    await access(source).catch(() => {
      throw new ChildJobError('source_missing', 'the source file is not there any more');
    });
    return await work(source);
  };
}

const STORED = 'stored:';
const FOLDER = 'sources';
/** A source without a job that has not ended is removed after this time. */
const LEFT_MS = 60 * 60_000;

interface StoredSourcesDependencies {
  readonly files: Pick<FileStore, 'putFile' | 'list' | 'remove'>;
  /** Whether no other process uses this database: then every source stays where it is. */
  readonly alone: boolean;
  readonly isSourceNeeded: (source: string) => Promise<boolean>;
  readonly clock: Clock;
}

/** The file of a stored source in the file store; `undefined` for any other source. */
function storedFileOf(source: string): string | undefined {
  return source.startsWith(STORED) ? `${FOLDER}/${source.slice(STORED.length)}` : undefined;
}

/** Sources that were files of one machine, in the file store, where any process packages them. */
export function createStoredSources({
  files,
  alone,
  isSourceNeeded,
  clock,
}: StoredSourcesDependencies) {
  return {
    /** Copies a file of this machine to where any process finds it; returns the job's source. */
    share: async (localFile: string, name: string, signal?: AbortSignal): Promise<string> => {
      if (alone) return localFile;
      await files.putFile(`${FOLDER}/${name}`, localFile, signal);
      return `${STORED}${name}`;
    },

    /** Removes sources whose jobs have ended. */
    purge: async (): Promise<void> => {
      for await (const { key, modified } of files.list(FOLDER)) {
        const source = `${STORED}${key.slice(FOLDER.length + 1)}`;
        const isLeft = clock.now().getTime() - modified.getTime() > LEFT_MS;
        if (isLeft && !(await isSourceNeeded(source))) await files.remove(key);
      }
    },
  };
}
