import { LRUCache } from 'lru-cache';

/** A limit: how many requests of one network in which time. */
export interface CountLimit {
  /** Names what is limited: the listener and the route. */
  readonly rule: string;
  readonly max: number;
  readonly windowMs: number;
}

/** What this process has counted and not yet shared. */
export interface Unshared extends Pick<CountLimit, 'rule' | 'windowMs'> {
  readonly network: string;
  /** Requests since the last sharing. */
  readonly count: number;
  /** The end of the window. */
  readonly until: Date;
}

/** The state of a shared count: the sum of all processes, and the end of its window. */
export interface SharedCount {
  readonly count: number;
  readonly until: Date;
}

export interface NetworkCounts {
  /** Counts a request: the number in this window, and the milliseconds to its end. */
  take(limit: CountLimit, network: string): { current: number; ttl: number };
  /**
   * Takes what is to be shared, at most `most`; `learn` gets what the database has afterwards, in
   * the same order. What is taken and never learned is taken again.
   */
  unshared(most: number): {
    readonly counts: readonly Unshared[];
    learn(shared: readonly (SharedCount | undefined)[]): void;
  };
  /** Calls `listener` when a count grows so fast that it should be shared now. */
  onBurst(listener: () => void): void;
  /** Forgets the networks of windows that have ended. */
  sweep(): void;
  readonly size: number;
}

interface Entry {
  readonly limit: CountLimit;
  readonly network: string;
  /** Requests at this process in this window. */
  own: number;
  /** The part of `own` that the other processes know of. */
  sent: number;
  /** Requests at the other processes, when this was shared last. */
  others: number;
  until: number;
}

/**
 * How much later than possible a window may end: the clocks of two processes differ by less, and a
 * window that ends even later was begun by a clock that was ahead.
 */
export const MOST_APART_MS = 60_000;

/**
 * Whether a window has ended, or ends so late that a wrong clock has begun it: it would hold a
 * network for as long as that clock was ahead.
 */
function isOver(until: number, windowMs: number, at: number): boolean {
  return until <= at || until > at + windowMs + MOST_APART_MS;
}

/** The number of counts in memory; the least recently used are forgotten first. */
const MOST_COUNTS = 100_000;
/**
 * A network shares its count from a fiftieth of the limit on: one who reads a few pages costs no
 * statement and leaves no row. Each process may thus allow 2 % more than the limit.
 */
const SHARED_FROM = 1 / 50;
/** So much of a limit at one process within a second is shared at once. */
const BURST = 1 / 10;

/**
 * Counts requests by network in the memory of this process, and adds what other processes have
 * counted. A window begins with a network's first request.
 */
export function createNetworkCounts({
  now = Date.now,
}: {
  readonly now?: () => number;
} = {}): NetworkCounts {
  const entries = new LRUCache<string, Entry>({ max: MOST_COUNTS });
  /** The entries with something to share. */
  const waiting = new Map<string, Entry>();
  let burst = (): void => undefined;

  const entryOf = (key: string, limit: CountLimit, network: string): Entry => {
    const at = now();
    const known = entries.get(key);
    if (known && !isOver(known.until, limit.windowMs, at)) return known;
    waiting.delete(key);
    const entry = { limit, network, own: 0, sent: 0, others: 0, until: at + limit.windowMs };
    entries.set(key, entry);
    return entry;
  };

  return {
    take(limit, network) {
      const key = `${limit.rule} ${network}`;
      const entry = entryOf(key, limit, network);
      entry.own++;
      if (entry.own >= limit.max * SHARED_FROM) waiting.set(key, entry);
      if (entry.own - entry.sent === Math.ceil(limit.max * BURST)) burst();
      return { current: entry.own + entry.others, ttl: Math.max(1, entry.until - now()) };
    },
    unshared(most) {
      const taken = [...waiting].slice(0, most);
      const counts = taken.map(([, { limit, network, own, sent, until }]) => ({
        rule: limit.rule,
        windowMs: limit.windowMs,
        network,
        count: own - sent,
        until: new Date(until),
      }));
      return {
        counts,
        learn: (shared) => {
          for (const [index, [key, entry]] of taken.entries()) {
            const [sum, count] = [shared[index], counts[index]?.count ?? 0];
            if (!sum) continue;
            entry.sent += count;
            entry.others = Math.max(0, sum.count - entry.sent);
            entry.until = sum.until.getTime();
            if (entry.sent === entry.own && waiting.get(key) === entry) waiting.delete(key);
          }
        },
      };
    },
    onBurst: (listener) => {
      burst = listener;
    },
    sweep: () => {
      const at = now();
      for (const [key, { until, limit }] of entries.entries()) {
        if (!isOver(until, limit.windowMs, at)) continue;
        entries.delete(key);
        waiting.delete(key);
      }
    },
    get size() {
      return entries.size;
    },
  };
}
