/**
 * Checks each second how much disk space DATA_DIR has left. PGlite computes forever with the whole
 * process when it cannot write its journal, so writes are refused before that, until there is space
 * again. Reads continue. Where the database is elsewhere, only the log says it.
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
  /** What the log says; by default of an embedded database. */
  readonly says?: { readonly full: string; readonly again: string };
}

const EMBEDDED = {
  full: 'the disk is full: the database is only read, and calls that write are refused, until there is space',
  again: 'there is space again: the database accepts writes',
};
/** Of a process whose database is elsewhere. */
export const WITHOUT_DATABASE = {
  full: 'the disk of DATA_DIR is full: this process packages no media and records nothing',
  again: 'there is space again in DATA_DIR',
};

/** Starts the checks. */
export function watchDisk({
  free,
  state,
  logger,
  everyMs = EVERY_MS,
  says = EMBEDDED,
}: DiskWatchOptions): {
  stop: () => Promise<void>;
} {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let checking = Promise.resolve();

  const judge = (bytes: number): void => {
    const megabytes = Math.floor(bytes / 1_000_000);
    if (!state.readOnlySince && bytes < LEAST_FREE_BYTES) {
      state.readOnlySince = new Date();
      logger.error({ megabytes }, says.full);
    } else if (state.readOnlySince && bytes >= ENOUGH_FREE_BYTES) {
      const seconds = Math.round((Date.now() - state.readOnlySince.getTime()) / 1000);
      state.readOnlySince = undefined;
      logger.info({ megabytes, seconds }, says.again);
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
