/**
 * Notices that the file store takes no more, or nothing from us: one line of the log at the start
 * and one at the end, and a metric. Nobody may write for hours, so a small file is tried until one
 * is taken.
 */
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import { type FileStore, probeKey, transientProblemOf } from './file-store.ts';

const TRY_EVERY_MS = 5000;
const REASONS = { full: 'disk_full', away: 'away', refused: 'refused' } as const;
const SAYS = {
  full: 'the file store is full: uploads, media and recordings wait until there is space',
  refused:
    'the file store refuses the service: uploads, media and recordings wait for other credentials or rights',
} as const;

export interface StoreWritesOptions {
  readonly logger: Pick<Logger, 'error' | 'info' | 'debug'>;
  readonly metrics: Pick<Metrics, 'fileStoreFull' | 'notWritten'>;
}

/** The same store, whose writes are watched. */
export function watchWrites(files: FileStore, { logger, metrics }: StoreWritesOptions): FileStore {
  let stopped: { readonly by: keyof typeof SAYS; readonly at: number } | undefined;

  const takesFiles = (): void => {
    if (!stopped) return;
    const seconds = Math.round((performance.now() - stopped.at) / 1000);
    stopped = undefined;
    metrics.fileStoreFull.set(0);
    logger.info({ seconds }, 'the file store takes files again');
  };
  const tryAgain = (): void => {
    const probe = probeKey(randomUUID());
    const tried = files.put(probe, Buffer.from('probe')).then(() => {
      takesFiles();
      return files.remove(probe);
    });
    void tried
      .catch((error: unknown) => {
        logger.debug({ err: error }, 'the file store still takes no files');
        stops(error);
      })
      .finally(() => {
        if (stopped) later();
      });
  };
  // The process may end meanwhile.
  const later = (): void => void setTimeout(tryAgain, TRY_EVERY_MS).unref();
  const stops = (error: unknown): void => {
    const by = transientProblemOf(error);
    if (by === undefined || by === 'away' || by === stopped?.by) return;
    const isFirst = !stopped;
    stopped = { by, at: stopped?.at ?? performance.now() };
    metrics.fileStoreFull.set(by === 'full' ? 1 : 0);
    logger.error({ err: error }, SAYS[by]);
    if (isFirst) later();
  };

  const watched =
    <Given extends readonly unknown[]>(write: (...given: Given) => Promise<void>) =>
    async (...parameters: Given): Promise<void> => {
      try {
        await write(...parameters);
      } catch (error) {
        const problem = transientProblemOf(error);
        metrics.notWritten.inc({ what: 'file', reason: problem ? REASONS[problem] : 'other' });
        stops(error);
        throw error;
      }
    };
  return {
    ...files,
    put: watched((...parameters: Parameters<FileStore['put']>) => files.put(...parameters)),
    putFile: watched((...parameters: Parameters<FileStore['putFile']>) =>
      files.putFile(...parameters),
    ),
    moveFolder: watched((prefix, folder) => files.moveFolder(prefix, folder)),
  };
}
