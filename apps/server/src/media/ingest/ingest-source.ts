import { access } from 'node:fs/promises';
import type { FileStore } from '../../platform/files/file-store.ts';
import type { UploadStore } from '../uploads/upload-store.ts';
import { ChildJobError } from './child-job.ts';
import { storedFileOf } from './stored-sources.ts';

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
