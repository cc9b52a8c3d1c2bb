import { createFolderStore } from '../../platform/files/folder-store.ts';
import { createWithSource } from './ingest-source.ts';

/** Finds sources that are files of this machine, and no others. */
export const localSources = createWithSource(
  { withLocalFile: () => Promise.reject(new Error('no upload')) },
  createFolderStore('/nowhere'),
);
