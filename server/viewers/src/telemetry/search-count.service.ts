import { dayOf, daysAfter } from '@bonisa/domain/south-african-time';
import type { Clock } from '@bonisa/kit/clock/clock';
import { keyedHash } from '@bonisa/kit/secrets/keyed-hash';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { SearchCountRepository, SearchedTerm } from './search-count.repository.ts';
import { termOf } from './search-term.ts';

/** So many different viewers must ask for a term before it is stored and shown. */
export const LEAST_VIEWERS = 5;
/** A viewer who types on within this time has not asked for the beginning. */
const STILL_TYPING_MS = 10_000;
const WRITE_EVERY_MS = 15_000;
/** Bounds of what waits in this process; more is not counted. */
const MOST_VIEWERS = 20_000;
const MOST_TERMS = 5_000;
const ASKER_DAYS = 30;
const COUNT_DAYS = 800;
const MAX_ASKERS = 1_000_000;

/** A search that was answered. */
export interface AnsweredSearch {
  /** Who asked: the visit of the browser's cookie, or the network. */
  readonly viewer: string;
  readonly text: string;
  readonly found: number;
}

export interface SearchCountDependencies {
  readonly repository: SearchCountRepository;
  /** Hides terms and viewers. */
  readonly key: Buffer;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'error'>;
}

interface Asking {
  readonly term: string;
  readonly nothing: boolean;
  readonly at: number;
}

/**
 * Counts what viewers search for, in memory, and writes it now and then: a search itself waits for
 * nothing. A few seconds of counts are lost with a killed process.
 */
export function createSearchCounts({ repository, key, clock, logger }: SearchCountDependencies) {
  /** The newest text of each viewer, which may still be half typed. */
  const typing = new LRUCache<string, Asking>({ max: MOST_VIEWERS });
  let completed = new Map<
    string,
    { asked: number; nothing: number; viewers: Map<string, boolean> }
  >();
  let timer: NodeJS.Timeout | undefined;

  const complete = (viewer: string, { term, nothing }: Asking): void => {
    const known = completed.get(term);
    if (!known && completed.size >= MOST_TERMS) return;
    const counts = known ?? { asked: 0, nothing: 0, viewers: new Map() };
    counts.asked += 1;
    counts.nothing += nothing ? 1 : 0;
    if (counts.viewers.size < LEAST_VIEWERS) counts.viewers.set(viewer, nothing);
    completed.set(term, counts);
  };

  const completeOlderThan = (instant: number): void => {
    for (const [viewer, asking] of typing.entries()) {
      if (asking.at > instant) continue;
      typing.delete(viewer);
      complete(viewer, asking);
    }
  };

  /** Writes what is completed; `all`: also what may be half typed. Failures are logged. */
  async function write(all = false): Promise<void> {
    const now = clock.now();
    completeOlderThan(all ? Number.POSITIVE_INFINITY : now.getTime() - STILL_TYPING_MS);
    const batch = completed;
    completed = new Map();
    if (batch.size === 0) return;
    const terms: SearchedTerm[] = [...batch].map(([term, { viewers, ...counts }]) => ({
      term,
      mark: keyedHash(key, 'term', term),
      ...counts,
      viewers: [...viewers].map(([viewer, nothing]) => ({
        viewer: keyedHash(key, 'viewer', term, viewer),
        nothing,
      })),
    }));
    try {
      await repository.record(terms, { day: dayOf(now), at: now, threshold: LEAST_VIEWERS });
    } catch (error) {
      logger.error({ err: error }, 'searches were not counted');
    }
  }

  function writeLater(): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void write().then(() => typing.size > 0 && writeLater());
    }, WRITE_EVERY_MS).unref();
  }

  return {
    /** Counts a search; a text that may be private is not counted. */
    count({ viewer, text, found }: AnsweredSearch): void {
      const term = termOf(text);
      if (term === undefined) return;
      const at = clock.now().getTime();
      const before = typing.get(viewer);
      const goesOn = before && at - before.at < STILL_TYPING_MS && areOne(before.term, term);
      if (before && !goesOn) complete(viewer, before);
      typing.set(viewer, { term, nothing: found === 0, at });
      writeLater();
    },

    write,

    /** Writes everything and stops. */
    stop: async (): Promise<void> => {
      clearTimeout(timer);
      await write(true);
    },

    /** Deletes old hashes and counts. */
    purge: (): Promise<void> => {
      const now = clock.now();
      const askersBefore = new Date(now.getTime() - ASKER_DAYS * 24 * 60 * 60_000);
      return repository.purge(askersBefore, daysAfter(dayOf(now), -COUNT_DAYS), MAX_ASKERS);
    },
  };
}

/** Whether one text is the other with more typed, or with something taken back. */
function areOne(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}
