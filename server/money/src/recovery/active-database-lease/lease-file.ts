import { type Conditions, tryConditions } from '@bonisa/kit/files/conditional-writes';
import {
  type FileStore,
  FileStoreError,
  type StoredFile,
  transientProblemOf,
} from '@bonisa/kit/files/file-store';
import type { Logger } from 'pino';

export const LEASE_FOLDER = 'fence';
const LEASE_KEY = `${LEASE_FOLDER}/owner`;
/** All calls of one look together: less than the lease of the process that looks. */
const LOOK_WITHIN_MS = 35_000;

export type LeaseFiles = Pick<FileStore, 'read' | 'replace' | 'put' | 'remove'>;

/** `store_away` passes. `store_refuses`: rights, or the store's set-up, must be corrected. */
export class LeaseStoreError extends Error {
  readonly problem: 'store_away' | 'store_refuses';

  constructor(cause: unknown, isTooLate: boolean) {
    super('the file store does not serve the active database lease', { cause });
    const problem = transientProblemOf(cause);
    const passes = problem !== undefined && problem !== 'refused';
    this.problem = isTooLate || passes ? 'store_away' : 'store_refuses';
  }
}

/** `unsure`: without a condition, so another process may have written at the same moment. */
export type Written = 'written' | 'unsure' | 'late';

/** The owner's file for one look. */
export type LeaseFile = ReturnType<ReturnType<typeof createLeaseFile>>;

/**
 * The owner's file. What the store makes of conditional writes is tried once; one that does not
 * keep them gets plain writes. Every failure is a {@link LeaseStoreError}.
 */
export function createLeaseFile(files: LeaseFiles, logger: Pick<Logger, 'warn'>) {
  let conditions: Conditions | undefined;

  const tried = async (signal: AbortSignal): Promise<Conditions> => {
    if (conditions !== undefined) return conditions;
    conditions = await tryConditions(files, LEASE_FOLDER, signal);
    if (conditions !== 'kept')
      logger.warn(
        { conditions },
        'the file store does not keep conditional writes: taking the active database lease takes 15 s longer',
      );
    return conditions;
  };

  return () => {
    const signal = AbortSignal.timeout(LOOK_WITHIN_MS);
    const within = <Result>(work: Promise<Result>): Promise<Result> =>
      untilAborted(work, signal).catch((error: unknown) => {
        if (error instanceof FileStoreError && error.problem === 'conditions')
          conditions = undefined;
        throw new LeaseStoreError(error, signal.aborted);
      });

    const write = async (before: StoredFile | undefined, bytes: Buffer): Promise<Written> => {
      if ((await tried(signal)) === 'kept')
        return (await files.replace(LEASE_KEY, before, bytes, signal)) ? 'written' : 'late';
      await files.put(LEASE_KEY, bytes, signal);
      return 'unsure';
    };

    return {
      read: () => within(files.read(LEASE_KEY, signal)),
      write: (before: StoredFile | undefined, bytes: Buffer) => within(write(before, bytes)),
    };
  };
}

/** A network file system may never answer. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const stop = (): void => reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  return promise;
}
