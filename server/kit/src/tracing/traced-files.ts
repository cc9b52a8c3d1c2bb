import type { FileStore } from '../files/file-store.ts';
import { childSpan, isTracing } from './spans.ts';

/** The file store, with a span for each operation. Keys are not in it: they name titles. */
export function tracedFiles(files: FileStore): FileStore {
  const traced =
    <Given extends readonly unknown[], Result>(
      name: string,
      work: (...given: Given) => Promise<Result>,
    ) =>
    (...parameters: Given): Promise<Result> =>
      isTracing()
        ? childSpan({ name: `files ${name}`, kind: 'client' }, () => work(...parameters))
        : work(...parameters);
  return {
    place: files.place,
    folder: files.folder,
    check: () => files.check(),
    stat: traced('stat', (key) => files.stat(key)),
    read: traced('read', (key, signal) => files.read(key, signal)),
    open: traced('open', (key, part) => files.open(key, part)),
    put: traced('put', (key, bytes, signal) => files.put(key, bytes, signal)),
    replace: traced('put', (...parameters) => files.replace(...parameters)),
    putFile: traced('put', (...parameters) => files.putFile(...parameters)),
    moveFolder: traced('move', (prefix, folder) => files.moveFolder(prefix, folder)),
    // Its time is that of the work.
    withLocalFile: (key, work, signal) => files.withLocalFile(key, work, signal),
    remove: traced('remove', (key) => files.remove(key)),
    removeFolder: traced('remove', (prefix) => files.removeFolder(prefix)),
    list: (prefix) => files.list(prefix),
  };
}
