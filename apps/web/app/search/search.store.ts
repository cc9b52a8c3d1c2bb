import type { ReplyOf } from '@bonisa/contract/calls';
import type { Client } from '@bonisa/contract/client';

export type SearchResult = ReplyOf<'search'>['results'][number];
export type Suggestion = ReplyOf<'suggest'>['suggestions'][number];

export interface SearchState {
  /** The typed text, trimmed. */
  readonly text: string;
  /** Suggestions for the typed text. Empty after Enter. */
  readonly suggestions: readonly Suggestion[];
  /** The results, best first, and their text; `undefined` before any. */
  readonly found:
    | (Pick<ReplyOf<'search'>, 'live' | 'languages' | 'total'> & {
        readonly text: string;
        readonly results: readonly SearchResult[];
      })
    | undefined;
  /** The audio language that results must have; `undefined`: any. */
  readonly language: string | undefined;
  /** Whether results of the typed text are loading. */
  readonly looking: boolean;
}

export interface SearchStore {
  state(): SearchState;
  listen(listener: () => void): () => void;
  /** The viewer types: suggestions soon, results at a pause. */
  type(text: string): void;
  /** The viewer presses Enter: results at once, without suggestions. */
  ask(text: string): void;
  /** The viewer chooses a language of the results, or every language. */
  choose(language: string | undefined): void;
  /** Loads further results of the same text. */
  more(): void;
  /** Aborts every call. */
  stop(): void;
}

interface Options {
  readonly call: Client;
  /** The language of the address that opened the search. */
  readonly language?: string | undefined;
  /** Calls `then` after this many milliseconds; returns a function that cancels it. */
  readonly pause: (ms: number, then: () => void) => () => void;
  /** Logs a failure (row X8). */
  readonly log: (what: string, error: unknown) => void;
}

const SUGGEST_AFTER_MS = 140;
const SEARCH_AFTER_MS = 420;
const SUGGESTIONS = 6;
const PAGE = 12;

const NOTHING = { text: '', suggestions: [], found: undefined, looking: false };

/**
 * Searches while the viewer types (rows A1, L1): one call of each kind at a time, the latest; an
 * older answer never replaces a newer one.
 */
export function createSearch({ call, language: first, pause, log }: Options): SearchStore {
  const listeners = new Set<() => void>();
  let state: SearchState = { ...NOTHING, language: first };
  let pauses: (() => void)[] = [];
  let suggesting = new AbortController();
  let searching = new AbortController();
  let lookingFor = '';

  const tell = (change: Partial<SearchState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const forgetPauses = () => {
    for (const forget of pauses) forget();
    pauses = [];
  };

  async function suggest(text: string): Promise<void> {
    suggesting.abort();
    suggesting = new AbortController();
    const { signal } = suggesting;
    try {
      const { suggestions } = await call('suggest', { text, limit: SUGGESTIONS }, { signal });
      if (!signal.aborted) tell({ suggestions });
    } catch (error) {
      if (!signal.aborted) log('suggestions', error);
    }
  }

  async function search(text: string, before: readonly SearchResult[]): Promise<void> {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    lookingFor = text;
    tell({ looking: true });
    try {
      const { language, found } = state;
      const { results, total, languages, live } = await call(
        'search',
        { text, offset: before.length, limit: PAGE, ...(language ? { language } : {}) },
        { signal },
      );
      if (signal.aborted) return;
      // Only the first page has the live channels.
      const shown = before.length > 0 && found ? found.live : live;
      const all = [...before, ...results];
      tell({ found: { text, results: all, total, languages, live: shown }, looking: false });
    } catch (error) {
      if (signal.aborted) return;
      log('search', error);
      tell({ looking: false });
    }
  }

  function take(text: string): boolean {
    forgetPauses();
    const wanted = text.trim();
    if (wanted === '') {
      suggesting.abort();
      searching.abort();
      tell(NOTHING);
      return false;
    }
    tell({ text: wanted });
    return true;
  }

  return {
    state: () => state,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    type(text) {
      if (text.trim() === state.text || !take(text)) return;
      const wanted = state.text;
      pauses = [
        pause(SUGGEST_AFTER_MS, () => void suggest(wanted)),
        pause(SEARCH_AFTER_MS, () => void search(wanted, [])),
      ];
    },
    ask(text) {
      if (!take(text)) return;
      suggesting.abort();
      tell({ suggestions: [] });
      if (state.found?.text !== state.text && !(state.looking && lookingFor === state.text))
        void search(state.text, []);
    },
    choose(language) {
      tell({ language });
      if (state.text !== '') void search(state.text, []);
    },
    more() {
      const { found, looking } = state;
      if (found && !looking && found.results.length < found.total)
        void search(found.text, found.results);
    },
    stop() {
      forgetPauses();
      suggesting.abort();
      searching.abort();
    },
  };
}
