import { createAnswerCache } from '@bonisa/kit/answer-cache';
import type { Clock } from '@bonisa/kit/clock/clock';
import type { Hits, SearchRepository } from './search.repository.ts';
import type { IndexedWords } from './spelling-correction.ts';

/** What is remembered of answers, in bytes. */
const HELD_BYTES = 8_000_000;
/** About a match in memory, and what an answer takes beside its matches. */
const HIT_BYTES = 400;
const ANSWER_BYTES = 600;

interface Remembering {
  readonly repository: SearchRepository;
  /** The version of the catalogue; it changes with every window that opens or closes, too. */
  readonly version: () => number;
  readonly clock: Clock;
}

/**
 * Remembers what was found, for each version of the catalogue: an evening's crowd looks for the
 * same names and types the same first letters. Simultaneous equal searches share one statement.
 */
export function cacheSearches({ repository, version, clock }: Remembering): SearchRepository {
  const common = { version, clock, maxBytes: HELD_BYTES, mayBeKept: () => true };
  const found = createAnswerCache<Hits>({
    ...common,
    weigh: ({ page }, key) => ANSWER_BYTES + 2 * key.length + HIT_BYTES * page.length,
  });
  const words = createAnswerCache<IndexedWords>({
    ...common,
    weigh: (_, key) => ANSWER_BYTES + 2 * key.length,
  });
  return {
    find: async (question, { now, ...request }) => {
      const read = () => repository.find(question, { now, ...request });
      return (await found.get(JSON.stringify([question, request]), read)).answer;
    },
    knownWords: async (asked) =>
      (await words.get(JSON.stringify(asked), () => repository.knownWords(asked))).answer,
  };
}
