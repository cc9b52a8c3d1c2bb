import type { Language } from '@bonisa/contract/title-facts';
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from 'react-router';
import { call } from '../browser/api.ts';
import { logQuietly } from '../browser/log-quietly.ts';
import { Button } from '../design/button.tsx';
import { say } from '../words/words.ts';
import { createSearch, type SearchState, type Suggestion } from './search.store.ts';
import type { SearchField } from './search-dialog.tsx';
import { foundWords } from './search-groups.ts';
import { RecentSearches, rememberSearch, SearchHelp, searchStorage } from './search-help.tsx';
import { languageOf, withLanguage } from './search-language.ts';
import { SearchResults } from './search-results.tsx';
import { nextActive, Suggestions } from './suggestions.tsx';

function pause(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms);
  return () => clearTimeout(timer);
}

interface SearchPanelProps {
  field: SearchField;
  /** Called with the search text when the viewer pauses or presses Enter. */
  onText(text: string): void;
}

/** The panel below the search field: suggestions, results, and help while there are none. */
export default function SearchPanel({ field, onText }: SearchPanelProps) {
  const search = useMemo(
    () => createSearch({ call, pause, log: logQuietly, language: languageOf(location.search) }),
    [],
  );
  const state = useSyncExternalStore(search.listen, search.state);
  const navigate = useNavigate();
  const id = useId();
  const [active, setActive] = useState(-1);
  const { text, written } = field;
  const { suggestions, found } = state;
  const anyFound = found !== undefined && found.total + found.live.length > 0;

  // A text that came from the address is searched at once. Typed text gets suggestions, also if it
  // was typed before this panel loaded.
  useEffect(() => {
    if (written) search.type(text);
    else search.ask(text);
    setActive(-1);
  }, [search, text, written]);
  useEffect(() => search.stop, [search]);
  useEffect(() => {
    if (found || text.trim() === '') onText(text.trim());
  }, [found, text, onText]);

  const ask = (wanted: string) => {
    search.ask(wanted);
    onText(wanted.trim());
    if (matchMedia('(pointer: coarse)').matches) field.rest();
  };
  const speak = (language: string | undefined) => {
    history.replaceState(history.state, '', withLanguage(location, language));
    search.choose(language);
  };
  const choose = (suggestion: Suggestion) => {
    rememberSearch(searchStorage, suggestion.text);
    // A viewer who comes back finds the search unchanged.
    onText(text.trim());
    void navigate(suggestion.path);
  };
  const onKey = useEffectEvent((key: string): boolean => {
    const chosen = suggestions[active];
    if (key === 'Enter') {
      if (chosen) choose(chosen);
      else if (text.trim() !== '') {
        rememberSearch(searchStorage, text);
        ask(text);
      }
      return true;
    }
    if (key === 'Escape' && suggestions.length > 0) {
      ask(text);
      return true;
    }
    const next = nextActive(key, active, suggestions.length);
    if (next === undefined) return false;
    setActive(next);
    return true;
  });
  useEffect(() => field.onKey((key) => onKey(key)), [field]);

  const { setListbox } = field;
  const activeId = suggestions[active] ? `${id}-${active}` : undefined;
  const listed = suggestions.length > 0;
  // Within the press, so that the field never points at a removed option.
  useLayoutEffect(
    () => setListbox(listed ? { id, active: activeId } : undefined),
    [setListbox, listed, id, activeId],
  );

  const follow = () => {
    rememberSearch(searchStorage, text);
    onText(text.trim());
  };
  const reuse = (recent: string) => {
    field.write(recent);
    ask(recent);
  };
  return (
    <div className="search-below">
      {listed ? (
        <Suggestions
          id={id}
          suggestions={suggestions}
          active={active}
          typed={state.text}
          onChoose={choose}
        />
      ) : null}
      <div
        className="search-found"
        data-stale={found !== undefined && found.text !== state.text ? '' : undefined}
      >
        <p role="status" className={anyFound ? 'sr-only' : 'search-count'}>
          {statusWords(state)}
        </p>
        {text.trim() === '' ? <RecentSearches storage={searchStorage} onChoose={reuse} /> : null}
        <Found state={state} onFollow={follow} onMore={search.more} onLanguage={speak} />
        {text.trim() === '' || (found && !anyFound && !state.looking) ? (
          <SearchHelp nothingFound={text.trim() !== ''} />
        ) : null}
      </div>
    </div>
  );
}

interface FoundProps {
  state: SearchState;
  onFollow(): void;
  onMore(): void;
  onLanguage(language: string | undefined): void;
}

function Found({ state: { found, looking, language }, onFollow, onMore, onLanguage }: FoundProps) {
  if (!found) return null;
  return (
    <>
      <Languages languages={found.languages} chosen={language} onChoose={onLanguage} />
      <SearchResults results={found.results} live={found.live} onFollow={onFollow} />
      {found.results.length < found.total ? (
        <Button className="mt-6" busy={looking} busyLabel={say('search.looking')} onClick={onMore}>
          {say('search.more')}
        </Button>
      ) : null}
    </>
  );
}

interface LanguagesProps {
  languages: readonly Language[];
  chosen: string | undefined;
  onChoose(language: string | undefined): void;
}

/** The languages of the results, to keep one of them. */
function Languages({ languages, chosen, onChoose }: LanguagesProps) {
  if (languages.length < 2 && chosen === undefined) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend does not lie in the row.
    <div role="group" aria-label={say('language')} className="search-chips">
      {[{ code: undefined, name: say('search.all_languages') }, ...languages].map(
        ({ code, name }) => (
          <button
            key={code ?? ''}
            type="button"
            className="chip"
            aria-pressed={code === chosen}
            onClick={() => onChoose(code)}
          >
            {name}
          </button>
        ),
      )}
    </div>
  );
}

/** The announcement for screen readers: the number of results, once it is stable. */
function statusWords({ found, suggestions, looking }: SearchState): string {
  const counts = [
    ...(suggestions.length > 0 ? [say('search.suggested', { count: suggestions.length })] : []),
    ...(found && !looking ? [foundWords(found)] : []),
  ];
  return counts.join('. ');
}
