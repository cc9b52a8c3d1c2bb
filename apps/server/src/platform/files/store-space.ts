/**
 * Notices that the file store takes no more: one line of the log and a metric at the start, and the
 * same at the end. Nobody may write for hours, so a small file is tried until one is taken.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import { type FileStore, passingProblemOf, probeKey } from './file-store.ts';

const TRY_EVERY_MS = 5000;
/** Whatever does not pass by itself is `other`, such as credentials that may write no more. */
const REASONS = { full: 'disk_full', away: 'away' } as const;

export interface StoreSpaceOptions {
  readonly logger: Pick<Logger, 'error' | 'info' | 'debug'>;
  readonly metrics: Pick<Metrics, 'fileStoreFull' | 'notWritten'>;
  readonly tryEveryMs?: number;
}

/** The same store, whose writes are watched. */
export function watchSpace(
  files: FileStore,
  { logger, metrics, tryEveryMs = TRY_EVERY_MS }: StoreSpaceOptions,
): FileStore {
  let fullSince: number | undefined;

  const hasSpace = (): void => {
    if (fullSince === undefined) return;
    const seconds = Math.round((performance.now() - fullSince) / 1000);
    fullSince = undefined;
    metrics.fileStoreFull.set(0);
    logger.info({ seconds }, 'the file store takes files again');
  };
  const tryAgain = (): void => {
    const probe = probeKey(randomUUID());
    const tried = files.put(probe, Buffer.from('probe')).then(() => {
      hasSpace();
      return files.remove(probe);
    });
    void tried
      .catch((error: unknown) => logger.debug({ err: error }, 'the file store is still full'))
      .finally(() => {
        if (fullSince !== undefined) later();
      });
  };
  // The process may end meanwhile.
  const later = (): void => void setTimeout(tryAgain, tryEveryMs).unref();
  const isFull = (): void => {
    if (fullSince !== undefined) return;
    fullSince = performance.now();
    metrics.fileStoreFull.set(1);
    logger.error('the file store is full: uploads, media and recordings wait until there is space');
    later();
  };

  const watched =
    <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
    async (...given: Given): Promise<void> => {
      try {
        await write(...given);
      } catch (error) {
        const problem = passingProblemOf(error);
        metrics.notWritten.inc({ what: 'file', reason: problem ? REASONS[problem] : 'other' });
        if (problem === 'full') isFull();
        throw error;
      }
    };
  return {
    ...files,
    put: watched((...given: Parameters<FileStore['put']>) => files.put(...given)),
    putFile: watched((key, localFile) => files.putFile(key, localFile)),
    moveFolder: watched((prefix, folder) => files.moveFolder(prefix, folder)),
  };
}
