import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { keyedHash } from '../secrets/keyed-hash.ts';
import type { NetworkCountsRepository } from './network-counts.repository.ts';

/** A limit: how many requests of one network in a window. */
export interface CountLimit {
  /** Names what is limited: the listener and the route. */
  readonly rule: string;
  readonly max: number;
}

export interface CountSharing {
  readonly repository: NetworkCountsRepository;
  /** Hides the networks in the database. */
  readonly key: Buffer;
  readonly onShare: (result: 'shared' | 'failed') => void;
  readonly logger: Pick<Logger, 'debug'>;
}

export interface NetworkCounts {
  /** Counts a request: the number in this window, and the milliseconds to its end. */
  take(limit: CountLimit, network: string): { current: number; ttl: number };
  /**
   * Shares what is new with the other processes, and learns what they have counted. Never fails:
   * while the database is away this process counts by itself, and shares the sum afterwards.
   */
  share(sharing: CountSharing): Promise<void>;
}

interface Entry {
  readonly rule: string;
  readonly network: string;
  /** Requests at this process in this window. */
  own: number;
  /** The part of `own` that the other processes know of. */
  sent: number;
  /** Requests at the other processes, when this was shared last. */
  others: number;
}

/** Windows are the clock's minutes, so that they are the same at every process. */
export const WINDOW_MS = 60_000;
/** The number of counts in memory; the least recently used are forgotten first. */
const MOST_COUNTS = 100_000;
/**
 * A network shares its count from a fiftieth of the limit on: one who reads a few pages costs no
 * statement and leaves no row. Each process may thus allow 2 % more than the limit.
 */
const SHARED_FROM = 1 / 50;
const SHARED_EVERY_MS = 100;
/** The counts of one statement; the rest follows with the next one. */
const MOST_AT_ONCE = 2000;

/**
 * Counts requests by network in the memory of this process, and adds what other processes have
 * counted.
 */
export function createNetworkCounts(now: () => Date): NetworkCounts {
  const entries = new LRUCache<string, Entry>({ max: MOST_COUNTS });
  /** The entries with something to share. */
  const waiting = new Set<Entry>();
  let [until, purged] = [0, 0];

  /** Forgets a window that has ended, and answers the time. */
  const turn = (): number => {
    const at = now().getTime();
    const end = (Math.floor(at / WINDOW_MS) + 1) * WINDOW_MS;
    if (end !== until) {
      entries.clear();
      waiting.clear();
      until = end;
    }
    return at;
  };

  const send = async ({ repository, key, onShare }: CountSharing): Promise<void> => {
    const at = turn();
    const end = until;
    const taken = [...waiting].slice(0, MOST_AT_ONCE).map((entry) => ({
      entry,
      mark: keyedHash(key, entry.rule, entry.network, String(end)),
      count: entry.own - entry.sent,
    }));
    if (taken.length > 0) {
      const sums = await repository.add(taken, new Date(end));
      for (const { entry, mark, count } of taken) {
        entry.sent += count;
        entry.others = Math.max(0, (sums.get(mark) ?? 0) - entry.sent);
        if (entry.sent === entry.own) waiting.delete(entry);
      }
      onShare('shared');
    }
    if (purged === end) return;
    await repository.purge(new Date(at));
    purged = end;
  };

  return {
    take({ rule, max }, network) {
      const at = turn();
      const key = `${rule} ${network}`;
      const entry = entries.get(key) ?? { rule, network, own: 0, sent: 0, others: 0 };
      entries.set(key, entry);
      entry.own++;
      if (entry.own >= max * SHARED_FROM) waiting.add(entry);
      return { current: entry.own + entry.others, ttl: until - at };
    },
    share: (sharing) =>
      send(sharing).catch((error: unknown) => {
        sharing.onShare('failed');
        // The database watch logs an outage; `bonisa_limit_shares_total` counts these.
        sharing.logger.debug({ err: error }, 'limits by network could not be shared');
      }),
  };
}

/** Shares counts again and again, one after the other; requests never wait for it. */
export function keepSharing(counts: NetworkCounts, sharing: CountSharing): () => Promise<void> {
  let running: Promise<void> | undefined;
  const timer = setInterval(() => {
    running ??= counts.share(sharing).finally(() => {
      running = undefined;
    });
  }, SHARED_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
