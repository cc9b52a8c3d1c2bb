/**
 * Checks each second how much disk space the embedded database has left. PGlite computes forever
 * with the whole process when it cannot write its journal, so writes are refused before that, until
 * there is space again. Reads continue.
 */
import type { Logger } from 'pino';
import type { ServerState } from './database/server-pool.ts';

/** Below this the database becomes read-only. The journal grows by files of 16 MB. */
export const LEAST_FREE_BYTES = 48_000_000;
/** Above this it accepts writes again. The gap prevents a rapid change between both states. */
export const ENOUGH_FREE_BYTES = 64_000_000;

const EVERY_MS = 1000;

export interface DiskWatchOptions {
  /** Free bytes on the disk of the database. */
  readonly free: () => Promise<number>;
  readonly state: Pick<ServerState, 'readOnlySince'>;
  readonly logger: Pick<Logger, 'error' | 'info'>;
  readonly everyMs?: number;
}

/** Starts the checks. */
export function watchDisk({ free, state, logger, everyMs = EVERY_MS }: DiskWatchOptions): {
  stop: () => Promise<void>;
} {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();

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
      logger.info({ megabytes, seconds }, 'there is space again: the database accepts writes');
    }
  };
  const check = async (): Promise<void> => {
    judge(await free());
    if (!stopped) timer = setTimeout(begin, everyMs);
  };
  const begin = (): void => {
    checking = check();
  };
  begin();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await checking;
      clearTimeout(timer);
    },
  };
}
