/**
 * Looks each second how much space the embedded database has left. When it cannot write its
 * journal, PGlite answers once and then computes for ever with the whole process; so nothing is
 * written to it before that, until there is space again. Reads go on.
 */
import type { Logger } from 'pino';
import type { ServerState } from './server-pool.ts';

/** The journal grows by files of 16 MB. */
export const LEAST_FREE_BYTES = 48_000_000;
/** So much more has to be free before it is written to again: it does not come and go. */
export const ENOUGH_FREE_BYTES = 64_000_000;

const EVERY_MS = 1000;

export interface DiskWatchOptions {
  /** Bytes that are left where the database lies. */
  readonly free: () => Promise<number>;
  readonly state: Pick<ServerState, 'readOnlySince'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly everyMs?: number;
}

/** Begins to look. */
export function watchDisk({ free, state, logger, everyMs = EVERY_MS }: DiskWatchOptions): {
  stop: () => Promise<void>;
} {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let looking = Promise.resolve();

  const judge = (bytes: number): void => {
    const megabytes = Math.floor(bytes / 1_000_000);
    if (!state.readOnlySince && bytes < LEAST_FREE_BYTES) {
      state.readOnlySince = new Date();
      logger.error(
        { megabytes },
        'the disk is full: the database is only read, and calls that write are refused, until there is space',
      );
    } else if (state.readOnlySince && bytes >= ENOUGH_FREE_BYTES) {
      const seconds = Math.round((Date.now() - state.readOnlySince.getTime()) / 1000);
      state.readOnlySince = undefined;
      logger.info({ megabytes, seconds }, 'there is space again: the database is written to');
    }
  };
  const look = async (): Promise<void> => {
    judge(await free());
    if (!stopped) timer = setTimeout(begin, everyMs);
  };
  const begin = (): void => {
    looking = look();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await looking;
      clearTimeout(timer);
    },
  };
}
