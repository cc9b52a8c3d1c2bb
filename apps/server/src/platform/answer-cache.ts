import { isDatabaseAway } from './database-away.ts';

export interface AnswerCacheOptions<Answer> {
  /** The catalogue's version: when it moves, everything is forgotten. */
  readonly version: () => number;
  readonly clock: { now(): Date };
  /** How long an answer may be served; what is on at a time changes without a publication. */
  readonly maxAgeMs?: number;
  /** 0 keeps nothing. */
  readonly maxBytes: number;
  /** What an answer takes in memory under its key, in bytes. */
  readonly weigh: (answer: Answer, key: string) => number;
  /** Whether an answer may be given to others than those who asked while it was made. */
  readonly mayBeKept: (answer: Answer) => boolean;
  /**
   * Whether the database is away, so that nothing new can be made. With it, what is kept is served
   * then however old it is.
   */
  readonly away?: (() => boolean) | undefined;
}

/**
 * `hit`: it was kept or is made already. `stale`: it is older than it should be, since the database
 * is away.
 */
export interface CachedAnswer<Answer> {
  readonly answer: Answer;
  readonly hit: boolean;
  readonly stale: boolean;
}

export interface AnswerCache<Answer> {
  /**
   * The cached answer, or the result of `make`, which runs once for all simultaneous requests. An
   * error of `make` is not cached. `admit` runs before `make`; its error reaches this caller alone,
   * and `make` does not run for this caller.
   */
  get(key: string, make: () => Promise<Answer>, admit?: () => void): Promise<CachedAnswer<Answer>>;
  /** The cached answer, if there is one; never runs `make`. */
  peek(key: string): Answer | undefined;
  readonly bytes: number;
  readonly size: number;
}

interface Kept<Answer> {
  readonly answer: Answer;
  readonly until: number;
}

/** Keeps answers that are the same for everybody in memory; the longest unused ones leave first. */
export function createAnswerCache<Answer>(
  options: AnswerCacheOptions<Answer>,
): AnswerCache<Answer> {
  const { version, clock, maxAgeMs = 60_000, maxBytes, weigh, mayBeKept, away } = options;
  const kept = new Map<string, Kept<Answer>>();
  const flights = new Map<string, Promise<Answer>>();
  let seen = version();
  let bytes = 0;

  function forget(key: string) {
    const old = kept.get(key);
    if (!old) return;
    bytes -= weigh(old.answer, key);
    kept.delete(key);
  }

  function followVersion() {
    if (version() === seen) return;
    seen = version();
    kept.clear();
    flights.clear();
    bytes = 0;
  }

  function keep(key: string, answer: Answer) {
    forget(key);
    kept.set(key, { answer, until: clock.now().getTime() + maxAgeMs });
    bytes += weigh(answer, key);
    for (const oldest of kept.keys()) {
      if (bytes <= maxBytes) break;
      forget(oldest);
    }
  }

  async function make(key: string, create: () => Promise<Answer>): Promise<Answer> {
    const startedAt = seen;
    const answer = await create();
    followVersion();
    // Made while something was published: right for those who asked then, too old for those who ask
    // later.
    if (startedAt === seen && mayBeKept(answer)) keep(key, answer);
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

  function fresh(key: string): Kept<Answer> | undefined {
    followVersion();
    const old = kept.get(key);
    const left = old ? old.until - clock.now().getTime() : 0;
    if (!old || left <= 0 || left > maxAgeMs) return undefined;
    // The longest unused leave first: what is used moves to the end.
    kept.delete(key);
    kept.set(key, old);
    return old;
  }

  return {
    peek: (key) => fresh(key)?.answer,
    async get(key, create, admit) {
      const old = fresh(key);
      if (old) return { answer: old.answer, hit: true, stale: false };
      const outdated = away?.() ? kept.get(key) : undefined;
      if (outdated) return { answer: outdated.answer, hit: true, stale: true };
      try {
        return await made(key, create, admit);
      } catch (error) {
        // What was forgotten since a publication is not there any more.
        const last = away && isDatabaseAway(error) ? kept.get(key) : undefined;
        if (!last) throw error;
        return { answer: last.answer, hit: true, stale: true };
      }
    },
    get bytes() {
      return bytes;
    },
    get size() {
      return kept.size;
    },
  };
}
