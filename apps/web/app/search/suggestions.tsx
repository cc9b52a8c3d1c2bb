import { ForwardIcon } from '../design/icons.tsx';
import { nameLanguage, ownName } from '../words/prose.tsx';
import { say } from '../words/words.ts';
import type { Suggestion } from './search.store.ts';

const KIND_WORDS: Readonly<Record<Suggestion['kind'], () => string>> = {
  video: () => say('search.video'),
  show: () => say('search.show'),
  episode: () => say('search.episode'),
  channel: () => say('title.channel'),
  category: () => say('title.category'),
  genre: () => say('title.genre'),
  person: () => say('search.person'),
};

interface SuggestionsProps {
  id: string;
  suggestions: readonly Suggestion[];
  /** The option that Enter chooses; -1: none. */
  active: number;
  /** The typed text; the rest of each suggestion is shown bold. */
  typed: string;
  onChoose(suggestion: Suggestion): void;
}

/** The listbox of a combobox: the focus stays in the field, which names the active option. */
export function Suggestions({ id, suggestions, active, typed, onChoose }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label={say('search.suggestions')} className="suggestions">
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the field has the focus (aria-activedescendant)
        // biome-ignore lint/a11y/useKeyWithClickEvents: and the keys
        <div
          key={suggestion.path}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          className="suggestion"
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <SuggestedText suggestion={suggestion} typed={typed} />
          <span className="suggestion-kind">{KIND_WORDS[suggestion.kind]()}</span>
          <ForwardIcon width="18" height="18" />
        </div>
      ))}
    </div>
  );
}

function SuggestedText({ suggestion, typed }: { suggestion: Suggestion; typed: string }) {
  const named = { title: suggestion.text, names: suggestion.names };
  return (
    <span className="suggestion-text" lang={nameLanguage(named)}>
      <Completed text={ownName(named)} typed={typed} />
    </span>
  );
}

/** The typed part in normal weight, the added part in bold. */
function Completed({ text, typed }: { text: string; typed: string }) {
  if (!text.toLowerCase().startsWith(typed.toLowerCase())) return <b>{text}</b>;
  return (
    <>
      {text.slice(0, typed.length)}
      <b>{text.slice(typed.length)}</b>
    </>
  );
}

/**
 * The suggestion that a key selects: up and down wrap around through none. `undefined` for any
 * other key.
 */
export function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1;
  if (key === 'ArrowUp') return active >= 0 ? active - 1 : count - 1;
  return undefined;
}
