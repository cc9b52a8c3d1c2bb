import { ForwardIcon } from '../design/icons.tsx';
import type { Suggestion } from './search.store.ts';

const KIND_WORDS: Readonly<Record<Suggestion['kind'], string>> = {
  video: 'Video',
  show: 'Show',
  episode: 'Episode',
  channel: 'Channel',
  category: 'Category',
  genre: 'Genre',
  person: 'Person',
};

interface SuggestionsProps {
  id: string;
  suggestions: readonly Suggestion[];
  /** The one that Enter takes; -1: none. */
  active: number;
  /** What is typed: the rest of each suggestion is what it adds. */
  typed: string;
  onChoose(suggestion: Suggestion): void;
}

/** The list of a combobox: the focus stays in the field, which says which of these is active. */
export function Suggestions({ id, suggestions, active, typed, onChoose }: SuggestionsProps) {
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className="suggestions">
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
          <span className="suggestion-text">
            <Completed text={suggestion.text} typed={typed} />
          </span>
          <span className="suggestion-kind">{KIND_WORDS[suggestion.kind]}</span>
          <ForwardIcon width="18" height="18" />
        </div>
      ))}
    </div>
  );
}

/** What was typed plainly, what the suggestion adds boldly. */
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
 * Which suggestion a key leads to: up and down go round by way of none. `undefined`: it is no such
 * key.
 */
export function nextActive(key: string, active: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : -1;
  if (key === 'ArrowUp') return active >= 0 ? active - 1 : count - 1;
  return undefined;
}
