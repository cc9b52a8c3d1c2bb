import type { Logger } from 'pino';
import { keyedHash } from '../secrets/keyed-hash.ts';
import { LIMITS } from './limits.ts';
import type { NetworkCountsRepository } from './network-counts.repository.ts';
import type { NetworkCounts } from './network-counts.ts';

export interface CountSharing {
  start(): void;
  /** Starts no more sharing, and resolves when the last one has ended. */
  stop(): Promise<void>;
  /** Shares what has been counted since the last time, now. */
  share(): Promise<void>;
}

export interface CountSharingOptions {
  readonly counts: NetworkCounts;
  /** Undefined where this is the only process: nothing is shared. */
  readonly repository: NetworkCountsRepository | undefined;
  /** Hides the networks in the database. */
  readonly key: Buffer;
  /** Whether the database is known to be away. */
  readonly away: () => boolean;
  /** Called after each sharing, with the number of shared counts; undefined: it failed. */
  readonly onShare: (counts: number | undefined) => void;
  /** The product's time: windows of limits are compared across processes. */
  readonly now: () => Date;
  readonly logger: Pick<Logger, 'debug'>;
}

const EVERY_MS = 1000;
/** A burst at one process is known to the others after about this long. */
const BURST_MS = 50;
const PURGE_EVERY = 30;
const LONGEST_WINDOW_MS = Math.max(...Object.values(LIMITS).map(({ timeWindow }) => timeWindow));
/** The counts of one statement; the rest follows with the next one. */
const MOST_AT_ONCE = 2000;

/**
 * Shares the counts of networks with the other processes: each second, and sooner when one grows
 * fast. Requests never wait for it. While the database is away each process counts by itself and
 * shares the sum afterwards.
 */
export function createCountSharing(options: CountSharingOptions): CountSharing {
  const { counts, repository, key, away, onShare, now: time, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let soon: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let rounds = 0;

  const send = async (to: NetworkCountsRepository): Promise<void> => {
    const now = time();
    const { counts: unshared, learn } = counts.unshared(MOST_AT_ONCE);
    const marked = unshared.map(({ rule, network, ...counted }) => ({
      mark: keyedHash(key, rule, network),
      ...counted,
    }));
    if (marked.length > 0) {
      const sums = await to.add(marked, now);
      learn(marked.map(({ mark }) => sums.get(mark)));
    }
    if (rounds++ % PURGE_EVERY === 0) await to.purge(now, LONGEST_WINDOW_MS);
    onShare(marked.length);
  };

  const share = (): Promise<void> => {
    counts.sweep();
    if (!repository || away()) return Promise.resolve();
    running ??= send(repository)
      .catch((error: unknown) => {
        onShare(undefined);
        // The database watch logs an outage; `bonisa_limit_shares_total` counts these.
        logger.debug({ err: error }, 'limits by network could not be shared');
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  return {
    share,
    start: () => {
      timer = setInterval(() => void share(), EVERY_MS);
      counts.onBurst(() => {
        soon ??= setTimeout(() => {
          soon = undefined;
          void share();
        }, BURST_MS);
      });
    },
    stop: async () => {
      clearInterval(timer);
      clearTimeout(soon);
      counts.onBurst(() => undefined);
      await running;
    },
  };
}
