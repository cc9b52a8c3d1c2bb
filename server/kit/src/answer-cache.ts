import { LRUCache } from 'lru-cache';
import { isDatabaseUnusable } from './database/database-away.ts';

export interface AnswerCacheOptions<Answer> {
  /** The catalogue's version. The cache drops everything when it changes. */
  readonly version: () => number;
  readonly clock: { now(): Date };
  /** How long an answer is fresh: what is on air changes without a publication. */
  readonly maxAgeMs?: number;
  /** The limit for the sum of all weights. 0 stores nothing. */
  readonly maxBytes: number;
  /** The memory that an answer takes under its key, in bytes; at least 1. */
  readonly weigh: (answer: Answer, key: string) => number;
  /** Whether the cache may store an answer for later callers. */
  readonly mayBeKept: (answer: Answer) => boolean;
  /**
   * Whether the database is away, so that nothing new can be made. Then the cache serves stored
   * answers of any age.
   */
  readonly away?: (() => boolean) | undefined;
  /**
   * Whether an error of `make` or `admit` is that nothing new can be made now: then, with `away`,
   * the cache serves a stored answer of any age. Left out: the database cannot be used.
   */
  readonly isTransient?: (error: unknown) => boolean;
}

/** `hit`: stored, or made for another caller. `stale`: too old, because no new one can be made. */
export interface CachedAnswer<Answer> {
  readonly answer: Answer;
  readonly hit: boolean;
  readonly stale: boolean;
}

export interface AnswerCache<Answer> {
  /**
   * Returns the stored answer, or that of `make`. Concurrent callers share one `make`; an error
   * rejects them all (but see `isTransient`) and is not stored. `admit` is called before `make`: an
   * error of `admit` concerns this caller only, and nothing is made.
   */
  get(key: string, make: () => Promise<Answer>, admit?: () => void): Promise<CachedAnswer<Answer>>;
  /** Returns the stored answer if it is fresh. Makes nothing. */
  peek(key: string): Answer | undefined;
  /** The sum of all weights. */
  readonly bytes: number;
  readonly size: number;
}

interface Stored<Answer> {
  readonly answer: Answer;
  readonly until: number;
}

/**
 * Caches answers that are the same for every viewer. Beyond `maxBytes` the least recently used
 * answers leave. Ages follow `clock`, which tests move, so the cache does not use `lru-cache`'s own
 * ages.
 */
export function createAnswerCache<Answer>(
  options: AnswerCacheOptions<Answer>,
): AnswerCache<Answer> {
  const { version, clock, maxAgeMs = 60_000, maxBytes, weigh, mayBeKept, away } = options;
  const { isTransient = isDatabaseUnusable } = options;
  const stored = new LRUCache<string, Stored<Answer>>({
    maxSize: Math.max(1, Math.floor(maxBytes)),
    sizeCalculation: ({ answer }, key) => weigh(answer, key),
  });
  const flights = new Map<string, Promise<Answer>>();
  let seen = version();

  function followVersion(): void {
    if (version() === seen) return;
    seen = version();
    stored.clear();
    flights.clear();
  }

  async function make(key: string, create: () => Promise<Answer>): Promise<Answer> {
    const startedAt = seen;
    const answer = await create();
    followVersion();
    // An answer made during a publication is right for its callers and too old for later ones.
    if (startedAt === seen && maxBytes > 0 && mayBeKept(answer))
      stored.set(key, { answer, until: clock.now().getTime() + maxAgeMs });
    return answer;
  }

  async function made(
    key: string,
    create: () => Promise<Answer>,
    admit?: () => void,
  ): Promise<CachedAnswer<Answer>> {
    const flying = flights.get(key);
    if (flying) return { answer: await flying, hit: true, stale: false };
    admit?.();
    const flight = make(key, create);
    flights.set(key, flight);
    try {
      return { answer: await flight, hit: false, stale: false };
    } finally {
      if (flights.get(key) === flight) flights.delete(key);
    }
  }

  /** The stored answer, unless it is too old or of the future (a clock was set back). */
  function fresh(key: string): Stored<Answer> | undefined {
    followVersion();
    const found = stored.peek(key);
    if (!found) return undefined;
    const left = found.until - clock.now().getTime();
    return left > 0 && left <= maxAgeMs ? stored.get(key) : undefined;
  }

  return {
    peek: (key) => fresh(key)?.answer,
    async get(key, create, admit) {
      const found = fresh(key);
      if (found) return { answer: found.answer, hit: true, stale: false };
      const outdated = away?.() ? stored.peek(key) : undefined;
      if (outdated) return { answer: outdated.answer, hit: true, stale: true };
      try {
        return await made(key, create, admit);
      } catch (error) {
        // A publication in between has dropped the stored answer.
        const last = away && isTransient(error) ? stored.peek(key) : undefined;
        if (!last) throw error;
        return { answer: last.answer, hit: true, stale: true };
      }
    },
    get bytes() {
      return stored.calculatedSize;
    },
    get size() {
      return stored.size;
    },
  };
}
