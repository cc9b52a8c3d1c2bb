import type { Clock } from '../../platform/clock/clock.ts';
import type { FileStore } from '../../platform/files/file-store.ts';

const STORED = 'stored:';
const FOLDER = 'sources';
/** A source without a job that has not ended is removed after this time. */
const LEFT_MS = 60 * 60_000;

export interface StoredSourcesDependencies {
  readonly files: Pick<FileStore, 'putFile' | 'list' | 'remove'>;
  /** Whether no other process uses this database: then every source stays where it is. */
  readonly alone: boolean;
  readonly isSourceNeeded: (source: string) => Promise<boolean>;
  readonly clock: Clock;
}

/** The file of a stored source in the file store; `undefined` for any other source. */
export function storedFileOf(source: string): string | undefined {
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
