import { createFolderStore } from '@bonisa/kit/files/folder-store';
import { createWithSource } from './ingest-source.ts';
import { type Rest, restFor } from './ingest-worker.ts';

/** Finds sources that are files of this machine, and no others. */
export const localSources = createWithSource(
  { withLocalFile: () => Promise.reject(new Error('no upload')) },
  createFolderStore('/nowhere'),
);

/** Rests as long as others need to go on. */
export const shortRest: Rest = (_ms, signal) => restFor(5, signal);
